/** Channel for queries in words with learned ranking: selects a pool by words and similarity, ranks it by features. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { KINDS } from '../../lean/declaration.ts';
import { lastPart } from '../../lean/term/term.ts';
import type { Weights } from '../../vectors/weights.ts';
import type { LexicalScores } from '../lexical.ts';
import { DEFINITIONS } from '../text-prior.ts';
import { sharedWords } from '../text-refine.ts';
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

/** Hits that may take the place of definitions that are moved down. */
const MOVED = 20;
/**
 * Subtracted from a definition that a sentence names, because the sentence states something about it. Of 0, 1, 2 and 3,
 * the best for the sentences of MathlibQR's development half.
 */
const NAMED = 2;

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
  const hits = bestOfPool(found, ranker, ROW_FEATURES, { limit: limit + MOVED, explain });
  return lowerNamedDefinitions(index, found.lexical, hits).slice(0, limit);
}

/** In a sentence such as 'sqrt 2 is irrational', the definition `Irrational` is one of the words, not the answer. */
function lowerNamedDefinitions(
  index: LibraryIndex,
  { intent, terms, reader }: LexicalScores,
  hits: readonly Scored[],
): readonly Scored[] {
  if (intent !== 'statement') return hits;
  const words = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
  const isNamed = ({ id }: Scored): boolean =>
    DEFINITIONS.has(KINDS[index.columns.kind[id]!]!) &&
    index.nameRows([id]).every(({ name }) => sharedWords(reader, words, lastPart(name)) === 1);
  return hits.map((hit) => (isNamed(hit) ? lower(hit) : hit)).toSorted((a, b) => b.score - a.score);
}

function lower({ id, score, contributions }: Scored): Scored {
  const points = Math.max(-NAMED, -score);
  const lowered = { id, score: score + points };
  const why = { what: 'a definition that the sentence names', points };
  return contributions === undefined ? lowered : { ...lowered, contributions: [...contributions, why] };
}
