/** Sums up the results of `bench solve`: accuracies with intervals, and each method against the plain ones. Pure. */
import { mean, percentile } from '../metrics.ts';
import { mcNemar, pairedDifference, wilson } from '../prove/estimates.ts';
import { costOf } from '../prove/summary.ts';
import type { SolveMethodReport, SolvePair } from './bench-solve-schema.ts';
import { SOLVE_STATES, type SolveResult } from './solve-result.ts';

/** By question: the share of its runs that is right. Only questions with all runs. */
function sharesOf(results: readonly SolveResult[], method: string, runs: number): Map<string, number> {
  const byQuestion = Map.groupBy(
    results.filter((result) => result.method === method && result.state !== 'failed'),
    ({ question }) => question,
  );
  return new Map(
    [...byQuestion]
      .filter(([, own]) => own.length >= runs)
      .map(([question, own]) => [question, mean(own.map(({ state }) => Number(state === 'correct')))]),
  );
}

export function summarizeMethod(method: string, results: readonly SolveResult[], runs: number): SolveMethodReport {
  const own = results.filter((result) => result.method === method);
  const answered = own.filter(({ state }) => state !== 'failed');
  const shares = [...sharesOf(results, method, runs).values()];
  const correct = shares.reduce((sum, share) => sum + share, 0);
  const sum = (key: 'requests' | 'tokens' | 'invented'): number =>
    own.reduce((total, result) => total + result[key], 0);
  const count = (state: SolveResult['state']): number => own.filter((result) => result.state === state).length;
  const judged = answered.filter(({ verdict }) => verdict?.judge === true && verdict.checker !== 'same');
  const looksUp = own.some(({ distil_seconds: seconds }) => seconds > 0);
  return {
    ...{ method, scripted: own.some(({ scripted }) => scripted), n: shares.length, correct },
    accuracy: shares.length === 0 ? 0 : correct / shares.length,
    interval: wilson(correct, shares.length),
    states: Object.fromEntries(SOLVE_STATES.map((state) => [state, count(state)])) as SolveMethodReport['states'],
    by_checker: answered.filter(({ verdict }) => verdict?.checker === 'same').length,
    by_judge_only: [...new Set(judged.map(({ question }) => question))],
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

/** Over the questions that both have in all runs. */
export function compareMethods(
  first: string,
  second: string,
  results: readonly SolveResult[],
  { runs, seed }: { runs: number; seed: number },
): SolvePair {
  const [before, after] = [sharesOf(results, first, runs), sharesOf(results, second, runs)];
  const questions = [...before.keys()].filter((question) => after.has(question));
  const isRight = (shares: ReadonlyMap<string, number>, question: string): boolean => shares.get(question)! > 0.5;
  const won = questions.filter((question) => !isRight(before, question) && isRight(after, question));
  const lost = questions.filter((question) => isRight(before, question) && !isRight(after, question));
  const differences = questions.map((question) => after.get(question)! - before.get(question)!);
  return { first, second, won, lost, ...pairedDifference(differences, seed), p: mcNemar(lost.length, won.length) };
}
