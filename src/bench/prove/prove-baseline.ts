/** The baseline of a report of `bench prove`: which problems each system solved in some run. */
import type { Baseline, ProblemState } from '../experiment/baseline.ts';
import type { BenchReport, ProblemReport } from './report.ts';
import { isCounted } from './result.ts';

export function baselineOf(report: BenchReport): Baseline {
  const { provenance, dataset, problems, systems } = report;
  return {
    schema: 'lemmahead/bench-baseline@1',
    benchmark: 'prove',
    lemmahead: provenance.lemmahead,
    conditions: {
      lean: provenance.lean.version,
      level: provenance.level,
      index: provenance.index?.digest ?? null,
      dataset: dataset.digest,
    },
    problems: Object.fromEntries(problems.map(({ name, digest }) => [name, digest])),
    systems: Object.fromEntries(
      systems.map(({ id }) => [id, Object.fromEntries(problems.flatMap((problem) => stateEntry(problem, id)))]),
    ),
    scripted: systems.filter(({ scripted }) => scripted).map(({ id }) => id),
  };
}

function stateEntry({ name, results }: ProblemReport, system: string): [string, ProblemState][] {
  const own = results.filter((result) => result.system === system);
  if (own.length === 0) return [];
  if (own.some(({ state }) => state === 'solved')) return [[name, 'solved']];
  return [[name, own.some(isCounted) ? 'unsolved' : 'unchecked']];
}
