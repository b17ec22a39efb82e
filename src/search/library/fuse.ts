/** One list of the words' and the vectors' by the places in both (reciprocal rank fusion, Cormack et al. 2009). */
import type { Contribution } from '../types.ts';

/** Flattens the difference between the first places. */
const K = 60;

export interface WordScore {
  id: number;
  /** Sum of `contributions`. */
  score: number;
  contributions: Contribution[];
}

export interface LikenessScore {
  id: number;
  /** Cosine. */
  likeness: number;
}

export interface FusedScore {
  id: number;
  score: number;
  contributions: Contribution[];
  byWords: WordScore | null;
  byVectors: LikenessScore | null;
}

/** Both lists best first; a word's share of the points for a place is its share of the words' score. */
export function fuse(words: readonly WordScore[], vectors: readonly LikenessScore[]): FusedScore[] {
  const fused = new Map<number, FusedScore>();
  const of = (id: number): FusedScore => {
    const known = fused.get(id) ?? { id, score: 0, contributions: [], byWords: null, byVectors: null };
    fused.set(id, known);
    return known;
  };
  words.forEach((found, place) => {
    const entry = of(found.id);
    const points = 1 / (K + place + 1);
    entry.byWords = found;
    entry.score += points;
    for (const { what, points: share } of found.contributions)
      entry.contributions.push({ what, points: (points * share) / found.score });
  });
  vectors.forEach((found, place) => {
    const entry = of(found.id);
    const points = 1 / (K + place + 1);
    entry.byVectors = found;
    entry.score += points;
    entry.contributions.push({ what: `likeness ${found.likeness.toFixed(3)}, place ${place + 1}`, points });
  });
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}
