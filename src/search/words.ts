/** Queries in words: by what was learned, where the index has it; else by words alone, and says so. */
import type { LibraryIndex } from '../index/library-index.ts';
import { weightsOf } from './learned-weights.ts';
import { searchRanked, wordRanker } from './rank/ranked-text.ts';
import { searchText } from './text.ts';
import type { Channel } from './types.ts';

export interface WordChannel {
  search: Channel;
  /** About how far apart the best and the last of a query are in score. */
  range: number;
  /** What the user should know of it. */
  notice: string | null;
  /** Whether it makes use of a topic named beside the query. */
  respectsTopic: boolean;
}

const RANGE_ALONE = 2;
const RANGE_RANKED = 6;

/** The channel for queries in words to this index. */
export function wordChannel(index: LibraryIndex): WordChannel {
  const known = weightsOf(index);
  if (known.weights === null) return alone(known.why);
  const { weights } = known;
  const ranker = wordRanker(weights);
  if (ranker === null) return alone('The weights hold no ranker for this program.');
  return {
    search: (of, query, options) => searchRanked(of, query, weights, ranker, options),
    range: RANGE_RANKED,
    notice: null,
    respectsTopic: true,
  };
}

function alone(why: string | null): WordChannel {
  const notice = why === null ? null : `Ranked by words alone: ${why}`;
  return { search: searchText, range: RANGE_ALONE, notice, respectsTopic: false };
}
