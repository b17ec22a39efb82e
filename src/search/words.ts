/** Queries in words: by what was learned, where the index has it; else by words alone, and says so. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { NO_VECTORS, vectorsId } from '../index/row-vectors.ts';
import { readWeights, SHIPPED_WEIGHTS, type Weights } from '../vectors/weights.ts';
import { searchRanked, wordRanker } from './rank/ranked-text.ts';
import { searchText } from './text.ts';
import type { Channel } from './types.ts';

let shipped: Weights | Failure | null = null;

/** The weights of the package, read once; or why they cannot be. */
function shippedWeights(): Weights | Failure {
  try {
    shipped ??= readWeights(SHIPPED_WEIGHTS);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    shipped = error;
  }
  return shipped;
}

export interface WordChannel {
  search: Channel;
  /** About how far apart the best and the last of a query are in score. */
  range: number;
  /** What the user should know of it. */
  notice: string | null;
}

const RANGE_ALONE = 2;
const RANGE_RANKED = 6;

/** The channel for queries in words to this index. */
export function wordChannel(index: LibraryIndex): WordChannel {
  const made = index.meta('vectors') ?? NO_VECTORS;
  if (made === NO_VECTORS) return { search: searchText, range: RANGE_ALONE, notice: null };
  const weights = shippedWeights();
  if (weights instanceof Failure) return alone(weights.detail.message);
  if (made !== vectorsId(weights))
    return alone("The index was made with other weights than this program's: `lemmahead index build` makes it anew.");
  const ranker = wordRanker(weights);
  if (ranker === null) return alone('The weights hold no ranker for this program.');
  return {
    search: (of, query, options) => searchRanked(of, query, weights, ranker, options),
    range: RANGE_RANKED,
    notice: null,
  };
}

function alone(why: string): WordChannel {
  return { search: searchText, range: RANGE_ALONE, notice: `Ranked by words alone: ${why}` };
}
