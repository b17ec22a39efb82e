/** Which rows are worth ranking: the best by words, by likeness, and by both, before anything dear is looked at. */
import type { LexicalScores } from '../lexical.ts';
import { BestRows } from './best-rows.ts';

/** Rows a list. */
const BY_WORDS = 500;
const BY_WORDS_ALONE = 250;
const BY_SIMILARITY = 400;
const BY_BOTH = 500;

/** What likeness counts beside words. */
export const SIMILARITY_SHARE = 0.5;

/**
 * A row without any of the words must be liker than this: of all such rows one in a hundred is, and hardly an answer is not
 * (3 of 656 answers to our own queries and to MathlibQR's have none of the words, and those three are not likely at all).
 */
export const MIN_SIMILARITY = 0.2;

/** Keeps a bound from being too high by rounding. */
const ROUNDING = 1e-6;

/**
 * Ids in rising order; `least` of them, if there are so many. `likeness` is by id. Rows that are gone have standing 0.
 */
export function choosePool(
  { scores, total, standing, highest }: LexicalScores,
  similarity: Float32Array,
  allow: ((id: number) => boolean) | null,
  least: number,
): number[] {
  const stretch = Math.max(1, least / BY_BOTH);
  const list = (count: number): BestRows => new BestRows(Math.ceil(count * stretch));
  const byWords = list(BY_WORDS);
  const byWordsAlone = list(BY_WORDS_ALONE);
  const bySimilarity = list(BY_SIMILARITY);
  const byBoth = list(BY_BOTH);
  const scale = total > 0 ? 1 / total : 0;
  /** What no standing could lift into a list: most rows have no more of any. */
  let [lowScore, lowLikeness, lowBoth] = [0, 0, 0];
  const atMost = (1 - ROUNDING) / Math.max(highest, ROUNDING);
  for (let id = 0; id < standing.length; id++) {
    const score = scores[id]!;
    const like = similarity[id]!;
    if (score === 0 && like <= MIN_SIMILARITY) continue;
    if (score <= lowScore && like <= lowLikeness && score * scale + SIMILARITY_SHARE * like <= lowBoth) continue;
    const own = standing[id]!;
    if (own === 0) continue;
    const words = score * scale;
    const alike = like > 0 ? like : 0;
    const both = (words + SIMILARITY_SHARE * alike) * own;
    const isAlike = alike * own > bySimilarity.threshold;
    const isWorded = words > byWordsAlone.threshold || words * own > byWords.threshold;
    if (!isAlike && !isWorded && both <= byBoth.threshold) continue;
    if (allow !== null && !allow(id)) continue;
    if (words > byWordsAlone.threshold) byWordsAlone.add(id, words);
    if (words * own > byWords.threshold) byWords.add(id, words * own);
    if (isAlike) bySimilarity.add(id, alike * own);
    if (both > byBoth.threshold) byBoth.add(id, both);
    lowScore = Math.min(byWordsAlone.threshold * (1 - ROUNDING), byWords.threshold * atMost) * total;
    lowLikeness = bySimilarity.threshold * atMost;
    lowBoth = byBoth.threshold * atMost;
  }
  return union([byWords, byWordsAlone, bySimilarity, byBoth].map((best) => best.ids()));
}

/** Each id once, in rising order. */
function union(lists: readonly Uint32Array[]): number[] {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const ids of lists) {
    all.set(ids, end);
    end += ids.length;
  }
  all.sort();
  const pool: number[] = [];
  for (const id of all) if (id !== pool.at(-1)) pool.push(id);
  return pool;
}
