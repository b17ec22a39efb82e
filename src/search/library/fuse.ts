/** Fuses the lists of several channels by their ranks. */
import { reciprocalRankFusion } from '../rank-fusion.ts';
import type { Scored } from '../types.ts';
import type { ScoredEntry } from './entry-channels.ts';

/** k of reciprocal rank fusion: the usual value. */
const K = 60;

/** Best first. A contribution's share of the points for a rank is its share of the score in its list. */
export function fuse(lists: readonly (readonly Scored[])[]): Scored[] {
  return reciprocalRankFusion(
    lists.map((hits) => ({ hits, share: 1 })),
    K,
    true,
  );
}

/** A hit of a vector search. `similarity`: cosine. `rank`: from 1. */
export function bySimilarity({ id, similarity }: { id: number; similarity: number }, rank: number): ScoredEntry {
  const what = `similarity ${similarity.toFixed(3)}, rank ${rank}`;
  return { id, score: 1, contributions: [{ what, points: 1 }], similarity };
}
