/** Summarises results: rates with intervals, pairs of systems, parts of the dataset. Pure. */
import { getOrAdd } from '../../base/memoize.ts';
import { isScripted } from '../../llm/scripted.ts';
import { mcNemar, pairedDifference, passAtK, wilson } from '../estimates.ts';
import type {
  PairReport,
  PartReport,
  PassagesReport,
  ProblemReport,
  Rate,
  SplitReport,
  SystemReport,
} from './report.ts';
import { isCounted, STATES, type ResultState, type RunResult } from './result.ts';
import type { System } from './system.ts';

/** For one problem: `n` runs that count, of which `c` solved it. */
interface Tries {
  n: number;
  c: number;
}

function triesOf({ results }: Pick<ProblemReport, 'results'>, system: string): Tries {
  const counted = results.filter((result) => result.system === system && isCounted(result));
  return { n: counted.length, c: counted.filter(({ state }) => state === 'solved').length };
}

export function summariseSystem(system: System, problems: readonly ProblemReport[], runs: number): SystemReport {
  const results = problems.flatMap((problem) => problem.results.filter((result) => result.system === system.id));
  const tries = problems.map((problem) => triesOf(problem, system.id)).filter(({ n }) => n > 0);
  const total = (key: 'attempts' | 'input_tokens' | 'output_tokens' | 'seconds'): number =>
    results.reduce((sum, result) => sum + result[key], 0);
  return {
    ...system,
    scripted: results.some(({ snapshots }) => snapshots.some(isScripted)),
    solved: tries.filter(({ c }) => c > 0).length,
    counted: tries.length,
    states: countStates(results),
    pass_at: ksUpTo(runs).map((k) => ({ k, ...rateAt(tries, k) })),
    questions: results.reduce((sum, { prompts }) => sum + prompts.reduce((part, { samples }) => part + samples, 0), 0),
    attempts: total('attempts'),
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    cost: costOf(results),
    seconds: total('seconds'),
  };
}

/** Returns null if any cost is unknown: a partial sum would look like a price. */
export function costOf(results: readonly Pick<RunResult, 'cost'>[]): number | null {
  let sum = 0;
  for (const { cost } of results) {
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

function countStates(results: readonly RunResult[]): Record<ResultState, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<ResultState, number>;
  for (const { state } of results) counts[state]++;
  return counts;
}

/** 1, 2, 4, … and `runs` itself. */
function ksUpTo(runs: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < runs; k *= 2) ks.push(k);
  return [...ks, runs];
}

/** Over problems with at least `k` runs that count. */
function rateAt(tries: readonly Tries[], k: number): Rate {
  const enough = tries.filter(({ n }) => n >= k);
  const sum = enough.reduce((part, { n, c }) => part + passAtK(n, c, k), 0);
  const estimate = enough.length === 0 ? 0 : sum / enough.length;
  return { estimate, interval: wilson(sum, enough.length), problems: enough.length };
}

/** Compares every pair of systems, in order. */
export function comparePairs(
  systems: readonly Pick<System, 'id'>[],
  problems: readonly ProblemReport[],
  seed: number,
): PairReport[] {
  return systems.flatMap(({ id: first }, at) =>
    systems.slice(at + 1).map(({ id: second }) => comparePair(first, second, problems, seed)),
  );
}

function comparePair(first: string, second: string, problems: readonly ProblemReport[], seed: number): PairReport {
  const pairs = problems
    .map((problem) => ({ a: triesOf(problem, first), b: triesOf(problem, second) }))
    .filter(({ a, b }) => a.n > 0 && b.n > 0);
  const count = (inFirst: boolean, inSecond: boolean): number =>
    pairs.filter(({ a, b }) => a.c > 0 === inFirst && b.c > 0 === inSecond).length;
  const [onlyFirst, onlySecond] = [count(true, false), count(false, true)];
  return {
    first,
    second,
    both: count(true, true),
    only_first: onlyFirst,
    only_second: onlySecond,
    neither: count(false, false),
    not_compared: problems.length - pairs.length,
    ...pairedDifference(
      pairs.map(({ a, b }) => b.c / b.n - a.c / a.n),
      seed,
    ),
    p: mcNemar(onlyFirst, onlySecond),
  };
}

/** Summarises each split separately, in the order of the dataset. */
export function summariseSplits(
  systems: readonly System[],
  problems: readonly ProblemReport[],
  runs: number,
): SplitReport[] {
  const splits = [...new Set(problems.flatMap(({ split }) => split ?? []))];
  return splits.map((split) => {
    const members = problems.filter((problem) => problem.split === split);
    return { split, problems: members.length, systems: systems.map((each) => summariseSystem(each, members, runs)) };
  });
}

export function summarisePassages(results: readonly RunResult[]): PassagesReport | null {
  const searched = results.filter(({ passages }) => passages.searches > 0);
  if (searched.length === 0) return null;
  const total = (key: 'searches' | 'brought'): number => searched.reduce((sum, { passages }) => sum + passages[key], 0);
  return {
    searches: total('searches'),
    brought: total('brought'),
    hidden_from: searched.filter(({ passages }) => passages.hidden.length > 0).length,
    channels: countBy(searched, ({ passages }) => passages.channels.join(' and ') || 'none'),
  };
}

export function summariseStatements(results: readonly RunResult[]): Record<string, number> {
  return countBy(results, ({ statement_from: from }) => from);
}

function countBy(results: readonly RunResult[], keyOf: (result: RunResult) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const key = keyOf(result);
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Summarises by split and tag. Skips a part that contains all problems: it adds nothing. */
export function summariseParts(
  systems: readonly Pick<System, 'id'>[],
  problems: readonly ProblemReport[],
): PartReport[] {
  const parts = new Map<string, ProblemReport[]>();
  for (const problem of problems) {
    const split = problem.split === null ? [] : [`split: ${problem.split}`];
    for (const part of [...split, ...new Set(problem.tags.map((tag) => `tag: ${tag}`))]) {
      getOrAdd(parts, part, () => []).push(problem);
    }
  }
  return [...parts]
    .filter(([, members]) => members.length < problems.length)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([part, members]) => {
      const counts = (holds: (tries: Tries) => boolean): Record<string, number> =>
        Object.fromEntries(
          systems.map(({ id }) => [id, members.filter((problem) => holds(triesOf(problem, id))).length]),
        );
      return { part, problems: members.length, solved: counts(({ c }) => c > 0), counted: counts(({ n }) => n > 0) };
    });
}
