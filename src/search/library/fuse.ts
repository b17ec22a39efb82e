/** One list of the words' and the vectors', by the places in both. */
import { fuseByPlaces } from '../fuse-by-places.ts';
import type { Contribution } from '../types.ts';

/** Of reciprocal rank fusion: as usual. */
const K = 60;

export interface WordScore {
  id: number;
  /** Sum of `contributions`. */
  score: number;
  contributions: Contribution[];
}

export interface SimilarityScore {
  id: number;
  /** Cosine. */
  similarity: number;
}

export interface FusedScore {
  id: number;
  score: number;
  contributions: Contribution[];
  byWords: WordScore | null;
  byVectors: SimilarityScore | null;
}

/** Both lists best first; a word's share of the points for a place is its share of the words' score. */
export function fuse(words: readonly WordScore[], vectors: readonly SimilarityScore[]): FusedScore[] {
  const told = vectors.map(({ id, similarity }, at) => {
    const what = `likeness ${similarity.toFixed(3)}, place ${at + 1}`;
    return { id, score: 1, contributions: [{ what, points: 1 }] };
  });
  const byWords = new Map(words.map((each) => [each.id, each]));
  const byVectors = new Map(vectors.map((each) => [each.id, each]));
  const lists = [words, told].map((hits) => ({ hits, share: 1 }));
  return fuseByPlaces(lists, K, true).map(({ id, score, contributions = [] }) => ({
    ...{ id, score, contributions },
    byWords: byWords.get(id) ?? null,
    byVectors: byVectors.get(id) ?? null,
  }));
}
