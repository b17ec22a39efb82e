/** A pool ranked by what was learned: the best of it as hits, explained by groups of features. */
import type { Contribution, Scored } from '../types.ts';
import { type Feature, orderOf } from './parts.ts';
import type { Ranker } from './ranker.ts';

/** Rows with their features, and those of the query. */
export interface RankedPool {
  /** Ids. */
  pool: readonly number[];
  /** `pool × features`. */
  rows: Float32Array;
  query: Float32Array;
}

/**
 * The best `limit` rows, of equal ones the first. The score of a row is by how much the ranker puts it above the last of
 * the pool: two points more make it about seven times as likely to be what was meant.
 */
export function bestOfPool(
  { pool, rows, query }: RankedPool,
  ranker: Ranker,
  features: readonly Feature[],
  { limit, explain }: { limit: number; explain: boolean },
): Scored[] {
  const scores = ranker.scores(rows, query);
  const lowest = scores.reduce((least, score) => Math.min(least, score), Infinity);
  const order = orderOf(scores);
  return Array.from(order.subarray(0, limit), (place) => {
    const hit = { id: pool[place]!, score: scores[place]! - lowest };
    if (!explain) return hit;
    const { points } = ranker.contributions(
      rows.subarray(place * features.length, (place + 1) * features.length),
      query,
    );
    return { ...hit, contributions: contributionsOf(points, features, hit.score) };
  });
}

/** By group of features, largest first; what is left is the distance from a middling row to the last of the pool. */
function contributionsOf(points: Float32Array, features: readonly Feature[], score: number): Contribution[] {
  const groups = new Map<string, number>();
  features.forEach(({ group }, i) => groups.set(group, (groups.get(group) ?? 0) + points[i]!));
  const found = [...groups]
    .map(([what, gained]) => ({ what, points: gained }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const rest = score - found.reduce((sum, { points: gained }) => sum + gained, 0);
  return [...found, { what: 'a middling row, above the last', points: rest }];
}
