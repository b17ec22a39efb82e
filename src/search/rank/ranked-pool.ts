/** Ranks a pool with a learned ranker, and explains the best hits by groups of features. */
import type { Contribution, Scored } from '../types.ts';
import { type Feature, orderOf } from './parts.ts';
import type { Ranker } from './ranker.ts';

/** Rows and the features of rows and query. */
export interface RankedPool {
  /** Row ids. */
  pool: readonly number[];
  /** `pool × features`. */
  rows: Float32Array;
  query: Float32Array;
}

/**
 * The best `limit` rows, of ties the first. Score: difference to the last row of the pool. Two more points make a row
 * about seven times as likely to be the intended one.
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

/** By group of features, largest first. The rest is the difference between an average row and the last of the pool. */
function contributionsOf(points: Float32Array, features: readonly Feature[], score: number): Contribution[] {
  const groups = new Map<string, number>();
  features.forEach(({ group }, i) => groups.set(group, (groups.get(group) ?? 0) + points[i]!));
  const found = [...groups]
    .map(([what, gained]) => ({ what, points: gained }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const rest = score - found.reduce((sum, { points: gained }) => sum + gained, 0);
  return [...found, { what: 'average row, above the last', points: rest }];
}
