/** Loads a ranker of a weights file, if it was trained on the features that this program computes. */
import { sha256 } from '../../base/hash.ts';
import type { LearnedRanker } from '../../vectors/weights.ts';
import type { Feature } from './parts.ts';
import { Ranker, shapeOf } from './ranker.ts';

/** Hash of the names of the row and query features, in order. */
export function featuresId(row: readonly Feature[], query: readonly string[]): string {
  return sha256(JSON.stringify([row.map(({ name }) => name), query])).slice(0, 16);
}

/** Returns null if no ranker exists, or if it was trained on other features or another order. */
export function rankerFor(
  learned: LearnedRanker | undefined,
  row: readonly Feature[],
  query: readonly string[],
): Ranker | null {
  if (learned === undefined || learned.features !== featuresId(row, query)) return null;
  const shape = shapeOf(learned.weights, row.length, query.length);
  return shape === null ? null : new Ranker(learned.weights, shape);
}
