/** Lists of hits as one, by their places in each (reciprocal rank fusion: Cormack, Clarke, Büttcher 2009). */
import type { Contribution, Scored } from './types.ts';

interface RankedList {
  /** Best first, each once. */
  hits: readonly Scored[];
  /** What a place in it counts beside one in another list. */
  share: number;
}

/**
 * Score = Σ share / (k + place), best first, of equal ones the first in the index. `k` flattens the difference between
 * the first places. `explain`: with contributions, each list's in the proportions that they had there.
 */
export function fuseByPlaces(lists: readonly RankedList[], k: number, explain: boolean): Scored[] {
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

/** What made up the hit's own score, in the same proportions, as `points` in all. */
function scaled({ score, contributions = [] }: Scored, points: number): Contribution[] {
  if (score <= 0) return [{ what: 'its place', points }];
  return contributions.map(({ what, points: own }) => ({ what, points: (own / score) * points }));
}
