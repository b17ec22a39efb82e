/** Selects the problems of a dataset to run. */
import { Failure } from '../../base/errors.ts';
import { makeRandom, shuffle } from '../../base/random.ts';
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
  const order = [...left];
  shuffle(order, makeRandom(seed));
  const drawn = new Set(order.slice(0, limit));
  return left.filter((problem) => drawn.has(problem));
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
