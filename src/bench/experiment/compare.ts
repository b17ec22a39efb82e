/** Compares two reports: which problems were won and which were lost. Pure. */
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import type { Baseline, ProblemState } from './baseline.ts';
import { mcNemar, pairedDifference } from '../estimates.ts';

const comparedSchema = z.object({
  first: z.string(),
  second: z.string(),
  won: z.array(z.string()).describe('solved in the second, not solved in the first'),
  lost: z.array(z.string()).describe('solved in the first; run but not solved in the second'),
  unchecked: z.array(z.string()).describe('solved in the first; undecided in the second'),
  missing: z.array(z.string()).describe('solved in the first; not run in the second'),
  changed: z.array(z.string()).describe('same name, but different texts; excluded from all other fields'),
  both: z.int(),
  neither: z.int(),
  difference: z.number().describe('share solved, second minus first, over problems with an answer in both'),
  interval: z.tuple([z.number(), z.number()]),
  p: z.number(),
});

export const comparisonSchema = z.object({
  schema: z.literal('lemmahead/bench-compare@1'),
  compared: z.boolean().describe('false: the Leans differ, with `--same-lean`'),
  differences: z.array(z.string()).describe('other differences, as sentences'),
  systems: z.array(comparedSchema),
});

export type SystemComparison = z.infer<typeof comparedSchema>;
export type BenchComparison = z.infer<typeof comparisonSchema>;

export interface CompareOptions {
  /** If the Lean versions differ, only report that. */
  onlySameLean: boolean;
  seed: number;
}

/**
 * Compares systems with the same id; if there are none, those with the same name and another model, or the only system of
 * each report.
 * @throws {Failure} exit `usage` if there is nothing to compare.
 */
export function compareReports(first: Baseline, second: Baseline, options: CompareOptions): BenchComparison {
  const differences = differencesOf(first, second);
  const head = { schema: 'lemmahead/bench-compare@1', differences } as const;
  if (options.onlySameLean && first.conditions.lean !== second.conditions.lean) {
    return { ...head, compared: false, systems: [] };
  }
  const systems = matchSystems(first, second).map(([a, b]) => compareSystem(first, a, second, b, options.seed));
  return { ...head, compared: true, systems };
}

/** How a condition is called, where its key says too little. */
const CONDITION_LABELS: Readonly<Record<string, string>> = { lean: 'Lean', level: 'level of the judge' };

function differencesOf(first: Baseline, second: Baseline): string[] {
  const scripted = [...new Set([...first.scripted, ...second.scripted])];
  const notes = scripted.map((id) => `The answers of ${id} were scripted: no model was called.`);
  const keys = [...new Set([...Object.keys(first.conditions), ...Object.keys(second.conditions)])];
  const differences = keys.flatMap((key) => {
    const [a, b] = [first.conditions[key] ?? 'none', second.conditions[key] ?? 'none'];
    return a === b ? [] : [`The ${CONDITION_LABELS[key] ?? key} differs: ${shorten(a)} and ${shorten(b)}.`];
  });
  return [...notes, ...differences];
}

/** The first characters identify a digest. */
const shorten = (value: string): string => (/^[0-9a-f]{32,}$/.test(value) ? value.slice(0, 12) : value);

/** The part of an id before its model: the strategy or method. */
const nameOf = (id: string): string => id.split('@')[0]!;

function matchSystems(first: Baseline, second: Baseline): [string, string][] {
  const [firstIds, secondIds] = [Object.keys(first.systems), Object.keys(second.systems)];
  const shared = firstIds.filter((id) => secondIds.includes(id));
  if (shared.length > 0) return shared.map((id) => [id, id]);
  const [a, b] = [firstIds[0], secondIds[0]];
  const isSameBenchmark = first.benchmark === second.benchmark;
  if (isSameBenchmark && a !== undefined && b !== undefined && firstIds.length === 1 && secondIds.length === 1)
    return [[a, b]];
  const named = isSameBenchmark ? firstIds.flatMap((id) => sameName(id, firstIds, secondIds)) : [];
  if (named.length > 0) return named;
  throw new Failure('usage', 'nothing-to-compare', {
    message: 'The two reports have no system in common.',
    reason: isSameBenchmark
      ? `The first has ${firstIds.join(', ') || 'none'}; the second has ${secondIds.join(', ') || 'none'}.`
      : `The first is of bench ${first.benchmark}, the second of bench ${second.benchmark}.`,
    next: 'Measure the same strategies or methods, with the same models, for both.',
  });
}

/** The pair with the same name and another model, if it is the only one with this name in both reports. */
function sameName(id: string, firstIds: readonly string[], secondIds: readonly string[]): [string, string][] {
  const of = (ids: readonly string[]): string[] => ids.filter((other) => nameOf(other) === nameOf(id));
  const [own, others] = [of(firstIds), of(secondIds)];
  return own.length === 1 && others.length === 1 ? [[id, others[0]!]] : [];
}

function compareSystem(first: Baseline, a: string, second: Baseline, b: string, seed: number): SystemComparison {
  const [before, after] = [first.systems[a] ?? {}, second.systems[b] ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const isChanged = (name: string): boolean =>
    name in before && name in after && first.problems[name] !== second.problems[name];
  const same = names.filter((name) => !isChanged(name));
  const withStates = (was: ProblemState, is: ProblemState): string[] =>
    same.filter((name) => before[name] === was && after[name] === is);
  const won = same.filter((name) => before[name] !== 'solved' && after[name] === 'solved');
  const lost = withStates('solved', 'unsolved');
  const answered = same.filter((name) => isAnswer(before[name]) && isAnswer(after[name]));
  const score = (state: ProblemState | undefined): number => Number(state === 'solved');
  return {
    first: a,
    second: b,
    won,
    lost,
    unchecked: withStates('solved', 'unchecked'),
    missing: same.filter((name) => before[name] === 'solved' && after[name] === undefined),
    changed: names.filter(isChanged),
    both: withStates('solved', 'solved').length,
    neither: withStates('unsolved', 'unsolved').length,
    ...pairedDifference(
      answered.map((name) => score(after[name]) - score(before[name])),
      seed,
    ),
    p: mcNemar(lost.length, withStates('unsolved', 'solved').length),
  };
}

const isAnswer = (state: ProblemState | undefined): boolean => state === 'solved' || state === 'unsolved';
