/** Reciprocal rank fusion of lists of hits (Cormack, Clarke, Büttcher 2009). */
import type { Contribution, Scored } from './types.ts';

interface RankedList {
  /** Best first, without duplicates. */
  hits: readonly Scored[];
  /** Weight of this list relative to the others. */
  share: number;
}

/**
 * Score = Σ share / (k + rank), best first; ties by id. A larger `k` reduces the difference between the first ranks.
 * `explain` adds contributions: a list's points are divided in proportion to its own contributions.
 */
export function reciprocalRankFusion(lists: readonly RankedList[], k: number, explain: boolean): Scored[] {
  const fused = new Map<number, Scored>();
  for (const { hits, share } of lists) {
    for (const [at, hit] of hits.entries()) {
      const points = share / (k + at + 1);
      const known = fused.get(hit.id) ?? { id: hit.id, score: 0 };
      const score = known.score + points;
      const contributions = explain ? [...(known.contributions ?? []), ...scaled(hit, points)] : undefined;
      fused.set(hit.id, contributions === undefined ? { id: hit.id, score } : { id: hit.id, score, contributions });
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

/** The hit's own contributions, scaled to sum to `points`. */
function scaled({ score, contributions = [] }: Scored, points: number): Contribution[] {
  if (score <= 0) return [{ what: 'rank', points }];
  return contributions.map(({ what, points: own }) => ({ what, points: (own / score) * points }));
}
