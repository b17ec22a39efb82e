/** Reciprocal rank fusion of the word hits and the vector hits. */
import { reciprocalRankFusion } from '../rank-fusion.ts';
import type { Contribution } from '../types.ts';

/** k of reciprocal rank fusion: the usual value. */
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

/** Fuses both lists, best first. A word's share of the points for a rank is its share of the word score. */
export function fuse(words: readonly WordScore[], vectors: readonly SimilarityScore[]): FusedScore[] {
  const explained = vectors.map(({ id, similarity }, at) => {
    const what = `similarity ${similarity.toFixed(3)}, rank ${at + 1}`;
    return { id, score: 1, contributions: [{ what, points: 1 }] };
  });
  const byWords = new Map(words.map((each) => [each.id, each]));
  const byVectors = new Map(vectors.map((each) => [each.id, each]));
  const lists = [words, explained].map((hits) => ({ hits, share: 1 }));
  return reciprocalRankFusion(lists, K, true).map(({ id, score, contributions = [] }) => ({
    ...{ id, score, contributions },
    byWords: byWords.get(id) ?? null,
    byVectors: byVectors.get(id) ?? null,
  }));
}
