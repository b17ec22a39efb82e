/** Which problems of a dataset are asked. */
import { Failure } from '../../base/errors.ts';
import { makeRandom } from '../metrics.ts';
import type { BenchProblem } from './problem.ts';

export interface Selection {
  split: string | null;
  /** A name is taken if it has any of these in it; none: all. */
  filter: readonly string[];
  /** So many, drawn by the seed; null: all. */
  limit: number | null;
  seed: number;
}

/**
 * Those that are asked, in the order of the dataset. A few are drawn at random, because neighbours in a dataset are
 * alike: the first twenty of one that is sorted by name say little of the rest.
 * @throws {Failure} exit `usage` where none is left.
 */
export function select(problems: readonly BenchProblem[], selection: Selection): BenchProblem[] {
  const { split, filter, limit, seed } = selection;
  const left = problems.filter(
    (problem) =>
      (split === null || problem.split === split) &&
      (filter.length === 0 || filter.some((part) => problem.name.includes(part))),
  );
  if (left.length === 0) throw noneLeft(problems, selection);
  if (limit === null || limit >= left.length) return left;
  const drawn = new Set(shuffled(left, seed).slice(0, limit));
  return left.filter((problem) => drawn.has(problem));
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = makeRandom(seed);
  const out = [...items];
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}

function noneLeft(problems: readonly BenchProblem[], { split, filter }: Selection): Failure {
  const splits = [...new Set(problems.flatMap((problem) => problem.split ?? []))].sort();
  const reason =
    split !== null && !splits.includes(split)
      ? `The splits are ${splits.join(', ') || 'none'}.`
      : `No name has ${filter.map((part) => `'${part}'`).join(' or ')} in it.`;
  return new Failure({
    exit: 'usage',
    code: 'no-problem-left',
    message: `None of the ${problems.length} problems is left.`,
    reason,
    next: 'Leave out --split or --filter.',
  });
}
