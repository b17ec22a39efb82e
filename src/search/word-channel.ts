/** Channel for queries in words: the learned ranking if the index has row vectors, otherwise BM25F with a notice. */
import type { LibraryIndex } from '../index/library-index.ts';
import { weightsOf } from './learned-weights.ts';
import { markFormula } from './mark-formula.ts';
import { searchRanked, wordRanker } from './rank/ranked-text.ts';
import { searchText } from './text.ts';
import type { Channel } from './types.ts';

export interface WordChannel {
  search: Channel;
  /** Approximate score difference between the first and the last hit of a query. */
  range: number;
  /** Message for the user about degraded ranking. */
  notice: string | null;
  /** Whether the channel uses the `topic` option. */
  respectsTopic: boolean;
}

const RANGE_WORDS_ONLY = 2;
const RANGE_RANKED = 6;

/** The channel for queries in words to this index. */
export function wordChannel(index: LibraryIndex): WordChannel {
  const known = weightsOf(index);
  if (known.weights === null) return wordsOnly(known.why);
  const { weights } = known;
  const ranker = wordRanker(weights);
  if (ranker === null) return wordsOnly('The weights file has no ranker for this version of lemmahead.');
  return {
    search: (of, query, options) => searchRanked(of, markFormula(query), weights, ranker, options),
    range: RANGE_RANKED,
    notice: null,
    respectsTopic: true,
  };
}

function wordsOnly(why: string | null): WordChannel {
  const notice = why === null ? null : `Ranked by words alone: ${why}`;
  const search: Channel = (of, query, options) => searchText(of, markFormula(query), options);
  return { search, range: RANGE_WORDS_ONLY, notice, respectsTopic: false };
}
