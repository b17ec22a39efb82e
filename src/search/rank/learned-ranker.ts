/** A ranker out of a weights file, where it was learned on the features that this program computes. */
import { sha256 } from '../../base/hash.ts';
import type { LearnedRanker } from '../../vectors/weights.ts';
import type { Feature } from './parts.ts';
import { Ranker, shapeOf } from './ranker.ts';

/** Names of the features of rows and of queries, in order, as one id. */
export function featuresId(row: readonly Feature[], query: readonly string[]): string {
  return sha256(JSON.stringify([row.map(({ name }) => name), query])).slice(0, 16);
}

/** Null where there is none, or one that was learned on other features, or on these in another order. */
export function rankerFor(
  learned: LearnedRanker | undefined,
  row: readonly Feature[],
  query: readonly string[],
): Ranker | null {
  if (learned === undefined || learned.features !== featuresId(row, query)) return null;
  const shape = shapeOf(learned.weights, row.length, query.length);
  return shape === null ? null : new Ranker(learned.weights, shape);
}
