/** Channel for queries in words with learned ranking: selects a pool by words and similarity, ranks it by features. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Weights } from '../../vectors/weights.ts';
import type { Scored } from '../types.ts';
import { QUERY_FEATURES } from './encoded-query.ts';
import { findCandidates } from './candidates.ts';
import { ROW_FEATURES } from './features.ts';
import { rankerFor } from './learned-ranker.ts';
import { bestOfPool } from './ranked-pool.ts';
import type { Ranker } from './ranker.ts';

/** The ranker for queries in words. Returns null if the weights have no ranker for these features. */
export const wordRanker = memoize((weights: Weights): Ranker | null =>
  rankerFor(weights.rankers.words, ROW_FEATURES, QUERY_FEATURES),
);

interface Options {
  limit: number;
  explain: boolean;
  allow: ((id: number) => boolean) | null;
  /** The intended subject. */
  topic?: string;
}

/** Rows for a query in words, best first; scores as in `bestOfPool`. */
export function searchRanked(
  index: LibraryIndex,
  query: string,
  weights: Weights,
  ranker: Ranker,
  { limit, explain, allow, topic = '' }: Options,
): Scored[] {
  const found = findCandidates(index, query, weights, { least: limit, allow, topic });
  // If the library has none of the words, the most similar rows are not answers.
  if (found.lexical.terms.length === 0) return [];
  return bestOfPool(found, ranker, ROW_FEATURES, { limit, explain });
}
