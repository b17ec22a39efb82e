/** Two reports side by side: which problems were won and which lost. Pure. */
import { Failure } from '../../base/errors.ts';
import type { Baseline, Standing } from './baseline.ts';
import { mcNemar, pairedDifference, type Interval } from './estimates.ts';

export interface SystemComparison {
  first: string;
  second: string;
  /** Solved in the second and not in the first. */
  won: string[];
  /** Solved in the first; in the second it was asked and not solved. */
  lost: string[];
  /** Solved in the first; in the second nobody could say: Lean, the judge or the model gave no answer. */
  unchecked: string[];
  /** Solved in the first, and not asked in the second. */
  missing: string[];
  /** Asked in both under one name, but as different texts: left out of all else. */
  changed: string[];
  both: number;
  neither: number;
  /** Share solved in the second less that in the first, over problems with an answer in both. */
  difference: number;
  interval: Interval;
  p: number;
}

export interface BenchComparison {
  schema: 'lemmahead/bench-compare@1';
  /** False: they were measured with different Leans, and only like was to be compared with like. */
  compared: boolean;
  /** In what the two differ besides the systems, as sentences. */
  differences: string[];
  systems: SystemComparison[];
}

export interface CompareOptions {
  /** Say only that they differ where the Lean differs. */
  onlySameLean: boolean;
  seed: number;
}

/**
 * Systems with the same identifier; where each report has one system, those two.
 * @throws {Failure} exit `usage` where there are none.
 */
export function compareReports(first: Baseline, second: Baseline, options: CompareOptions): BenchComparison {
  const differences = differencesOf(first, second);
  const head = { schema: 'lemmahead/bench-compare@1', differences } as const;
  if (options.onlySameLean && first.conditions.lean !== second.conditions.lean) {
    return { ...head, compared: false, systems: [] };
  }
  const systems = alike(first, second).map(([a, b]) => compareSystem(first, a, second, b, options.seed));
  return { ...head, compared: true, systems };
}

const CONDITIONS: readonly [keyof Baseline['conditions'], string][] = [
  ['lean', 'Lean'],
  ['level', 'level of the judge'],
  ['index', 'index'],
  ['dataset', 'dataset'],
];

function differencesOf(first: Baseline, second: Baseline): string[] {
  const scripted = [...new Set([...first.scripted, ...second.scripted])];
  const marks = scripted.map((id) => `The answers of ${id} were scripted: no model was asked.`);
  const differences = CONDITIONS.flatMap(([key, words]) => {
    const [a, b] = [first.conditions[key] ?? 'none', second.conditions[key] ?? 'none'];
    return a === b ? [] : [`The ${words} differs: ${short(a)} and ${short(b)}.`];
  });
  return [...marks, ...differences];
}

/** A digest is told apart by its first characters. */
const short = (value: string): string => (/^[0-9a-f]{32,}$/.test(value) ? value.slice(0, 12) : value);

function alike(first: Baseline, second: Baseline): [string, string][] {
  const [ours, theirs] = [Object.keys(first.systems), Object.keys(second.systems)];
  const shared = ours.filter((id) => theirs.includes(id));
  if (shared.length > 0) return shared.map((id) => [id, id]);
  const [a, b] = [ours[0], theirs[0]];
  if (a !== undefined && b !== undefined && ours.length === 1 && theirs.length === 1) return [[a, b]];
  throw new Failure({
    exit: 'usage',
    code: 'nothing-to-compare',
    message: 'The two reports have no system in common.',
    reason: `The first has ${ours.join(', ') || 'none'}; the second ${theirs.join(', ') || 'none'}.`,
    next: 'Run bench prove with the same --strategy and --model for both.',
  });
}

function compareSystem(first: Baseline, a: string, second: Baseline, b: string, seed: number): SystemComparison {
  const [before, after] = [first.systems[a] ?? {}, second.systems[b] ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const isChanged = (name: string): boolean =>
    name in before && name in after && first.problems[name] !== second.problems[name];
  const same = names.filter((name) => !isChanged(name));
  const count = (was: Standing, is: Standing): string[] =>
    same.filter((name) => before[name] === was && after[name] === is);
  const won = same.filter((name) => before[name] !== 'solved' && after[name] === 'solved');
  const lost = count('solved', 'unsolved');
  const answered = same.filter((name) => isAnswer(before[name]) && isAnswer(after[name]));
  const score = (standing: Standing | undefined): number => Number(standing === 'solved');
  return {
    first: a,
    second: b,
    won,
    lost,
    unchecked: count('solved', 'unchecked'),
    missing: same.filter((name) => before[name] === 'solved' && after[name] === undefined),
    changed: names.filter(isChanged),
    both: count('solved', 'solved').length,
    neither: count('unsolved', 'unsolved').length,
    ...pairedDifference(
      answered.map((name) => score(after[name]) - score(before[name])),
      seed,
    ),
    p: mcNemar(lost.length, count('unsolved', 'solved').length),
  };
}

const isAnswer = (standing: Standing | undefined): boolean => standing === 'solved' || standing === 'unsolved';
