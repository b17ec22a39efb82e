/** Selects the problems of a dataset to run. */
import { Failure } from '../../base/errors.ts';
import { makeRandom } from '../../base/random.ts';
import type { BenchProblem } from './problem.ts';

export interface Selection {
  split: string | null;
  /** Selects names that contain any of these; all names if empty. */
  filter: readonly string[];
  /** Number of problems to draw at random with the seed; null: all. */
  limit: number | null;
  seed: number;
}

/**
 * Returns the selected problems in the order of the dataset. A limit draws at random, because neighbours in a dataset are
 * similar: in one that is sorted by name, the first twenty are not representative.
 * @throws {Failure} exit `usage` if no problem is left.
 */
export function select(problems: readonly BenchProblem[], selection: Selection): BenchProblem[] {
  const { split, filter, limit, seed } = selection;
  const left = problems.filter(
    (problem) =>
      (split === null || problem.split === split) &&
      (filter.length === 0 || filter.some((part) => problem.name.includes(part))),
  );
  if (left.length === 0) throw noProblemLeft(problems, selection);
  if (limit === null || limit >= left.length) return left;
  const drawn = new Set(shuffled(left, seed).slice(0, limit));
  return left.filter((problem) => drawn.has(problem));
}

/** Fisher–Yates shuffle. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = makeRandom(seed);
  const out = [...items];
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}

function noProblemLeft(problems: readonly BenchProblem[], { split, filter }: Selection): Failure {
  const splits = [...new Set(problems.flatMap((problem) => problem.split ?? []))].sort();
  const reason =
    split !== null && !splits.includes(split)
      ? `The splits are ${splits.join(', ') || 'none'}.`
      : `No name contains ${filter.map((part) => `'${part}'`).join(' or ')}.`;
  return new Failure('usage', 'no-problem-left', {
    message: `The selection leaves none of the ${problems.length} problems.`,
    reason,
    next: 'Remove --split or --filter.',
  });
}
