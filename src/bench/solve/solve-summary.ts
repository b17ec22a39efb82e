/** Sums up the results of `bench solve`: accuracies with intervals, and each method against the plain ones. Pure. */
import { mean, percentile } from '../metrics.ts';
import { mcNemar, pairedDifference, wilson } from '../estimates.ts';
import { costOf } from '../prove/summary.ts';
import type { SolveMethodReport, SolvePair } from './bench-solve-schema.ts';
import { SOLVE_STATES, type SolveResult } from './solve-result.ts';

/** A method with the model that answers. */
export type SolveSystem = Pick<SolveResult, 'method' | 'model'>;

export const isOf = (result: SolveSystem, { method, model }: SolveSystem): boolean =>
  result.method === method && result.model === model;

/** By question: the share of its runs that is right. Only questions with all runs. */
export function sharesOf(results: readonly SolveResult[], system: SolveSystem, runs: number): Map<string, number> {
  const byQuestion = Map.groupBy(
    results.filter((result) => isOf(result, system) && result.state !== 'failed'),
    ({ question }) => question,
  );
  return new Map(
    [...byQuestion]
      .filter(([, own]) => own.length >= runs)
      .map(([question, own]) => [question, mean(own.map(({ state }) => Number(state === 'correct')))]),
  );
}

/** `isAllJudged`: the judge was also asked about answers that the checker accepts. */
export function summarizeMethod(
  system: SolveSystem,
  results: readonly SolveResult[],
  { runs, isAllJudged }: { runs: number; isAllJudged: boolean },
): SolveMethodReport {
  const own = results.filter((result) => isOf(result, system));
  const answered = own.filter(({ state }) => state !== 'failed');
  const shares = [...sharesOf(results, system, runs).values()];
  const correct = shares.reduce((sum, share) => sum + share, 0);
  const sum = (key: 'requests' | 'tokens' | 'invented'): number =>
    own.reduce((total, result) => total + result[key], 0);
  const count = (state: SolveResult['state']): number => own.filter((result) => result.state === state).length;
  const judged = answered.filter(({ verdict }) => verdict?.judge === true && verdict.checker !== 'same');
  const looksUp = own.some(({ distil_seconds: seconds }) => seconds > 0);
  return {
    ...system,
    ...{ scripted: own.some(({ scripted }) => scripted), n: shares.length, correct },
    accuracy: shares.length === 0 ? 0 : correct / shares.length,
    interval: wilson(correct, shares.length),
    states: Object.fromEntries(SOLVE_STATES.map((state) => [state, count(state)])) as SolveMethodReport['states'],
    by_checker: answered.filter(({ verdict }) => verdict?.checker === 'same').length,
    by_judge_only: [...new Set(judged.map(({ question }) => question))],
    agreement: isAllJudged ? agreementOf(answered) : null,
    no_context: looksUp ? mean(answered.map(({ hits }) => Number(hits.length === 0))) : 0,
    ...{ invented: sum('invented'), requests: sum('requests'), tokens: sum('tokens'), cost: costOf(own) },
    seconds: {
      median: percentile(
        answered.map(({ seconds }) => seconds),
        0.5,
      ),
      mean: mean(answered.map(({ seconds }) => seconds)),
      mean_without_distilling: mean(answered.map((each) => each.seconds - each.distil_seconds)),
    },
  };
}

/** How often the checker and the judge agree on the answers with a verdict of both. */
function agreementOf(results: readonly SolveResult[]): SolveMethodReport['agreement'] {
  const both = results.flatMap(({ question, verdict }) =>
    verdict === null || verdict.judge === null
      ? []
      : [{ question, byChecker: verdict.checker === 'same', byJudge: verdict.judge }],
  );
  const checkerOnly = both.filter(({ byChecker, byJudge }) => byChecker && !byJudge);
  return {
    judged: both.length,
    agreed: both.filter(({ byChecker, byJudge }) => byChecker === byJudge).length,
    checker_only: [...new Set(checkerOnly.map(({ question }) => question))],
  };
}

/** Whether most runs of the question are right. */
export const isMostlyRight = (share: number): boolean => share > 0.5;

/** Two methods of one model, over the questions that both have in all runs. */
export function compareMethods(
  { model, first, second }: { model: string; first: string; second: string },
  results: readonly SolveResult[],
  { runs, seed }: { runs: number; seed: number },
): SolvePair {
  const [before, after] = [first, second].map((method) => sharesOf(results, { method, model }, runs)) as [
    Map<string, number>,
    Map<string, number>,
  ];
  const questions = [...before.keys()].filter((question) => after.has(question));
  const isRight = (shares: ReadonlyMap<string, number>, question: string): boolean =>
    isMostlyRight(shares.get(question)!);
  const won = questions.filter((question) => !isRight(before, question) && isRight(after, question));
  const lost = questions.filter((question) => isRight(before, question) && !isRight(after, question));
  const differences = questions.map((question) => after.get(question)! - before.get(question)!);
  return {
    ...{ model, first, second, won, lost, p: mcNemar(lost.length, won.length) },
    ...pairedDifference(differences, seed),
  };
}
