/** The baseline of a report of `bench solve`: which questions each method of each model has right in most runs. */
import type { Baseline, ProblemState } from '../experiment/baseline.ts';
import type { BenchSolveReport } from './bench-solve-schema.ts';
import { isMostlyRight, isOf, type SolveSystem, sharesOf } from './solve-summary.ts';

/** Conditions are all of the plan but the program, which a comparison may be about. */
export function solveBaselineOf(report: BenchSolveReport): Baseline {
  const { provenance, digests, methods } = report;
  const { lemmahead: _, ...conditions } = provenance.plan;
  const idOf = ({ method, model }: SolveSystem): string => `${method}@${model}`;
  return {
    schema: 'lemmahead/bench-baseline@1',
    benchmark: 'solve',
    lemmahead: provenance.lemmahead,
    conditions: Object.fromEntries(
      Object.entries(conditions).map(([key, value]) => [key, value === null ? null : String(value)]),
    ),
    problems: digests,
    systems: Object.fromEntries(methods.map((system) => [idOf(system), statesOf(report, system)])),
    scripted: methods.filter(({ scripted }) => scripted).map(idOf),
  };
}

/** `unchecked`: the model gave no usable answer in some run, or the checker decided nothing. */
function statesOf({ results, runs }: BenchSolveReport, system: SolveSystem): Record<string, ProblemState> {
  const shares = sharesOf(results, system, runs);
  const byQuestion = Map.groupBy(
    results.filter((result) => isOf(result, system)),
    ({ question }) => question,
  );
  return Object.fromEntries(
    Array.from(byQuestion, ([question, own]): [string, ProblemState] => {
      const share = shares.get(question);
      if (share === undefined || own.every(({ state }) => state === 'undecided')) return [question, 'unchecked'];
      return [question, isMostlyRight(share) ? 'solved' : 'unsolved'];
    }),
  );
}
