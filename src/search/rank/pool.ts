/** Selects the rows to rank by cheap scores: the best by words, by similarity, and by both. */
import { unite } from '../intersect.ts';
import type { LexicalScores } from '../lexical.ts';
import { BestRows } from './best-rows.ts';

/** Rows per list. */
const BY_WORDS = 500;
const BY_WORDS_ALONE = 250;
const BY_SIMILARITY = 400;
const BY_BOTH = 500;

/** Weight of similarity relative to words. */
export const SIMILARITY_SHARE = 0.5;

/**
 * Minimum similarity of a row that has none of the words. One in a hundred such rows exceeds it, and it excludes almost
 * no answer: 3 of 656 answers to our own queries and to MathlibQR's have none of the words, and all 3 are improbable.
 */
export const MIN_SIMILARITY = 0.2;

/** Margin for rounding errors in bounds. */
const ROUNDING = 1e-6;

/**
 * Row ids, ascending; at least `least`, if that many exist. `similarity` is by id. Deleted rows have prior 0.
 */
export function choosePool(
  { scores, total, priors, maxPrior }: LexicalScores,
  similarity: Float32Array,
  allow: ((id: number) => boolean) | null,
  least: number,
): number[] {
  const scaling = Math.max(1, least / BY_BOTH);
  const list = (count: number): BestRows => new BestRows(Math.ceil(count * scaling));
  const byWords = list(BY_WORDS);
  const byWordsAlone = list(BY_WORDS_ALONE);
  const bySimilarity = list(BY_SIMILARITY);
  const byBoth = list(BY_BOTH);
  const scale = total > 0 ? 1 / total : 0;
  /** Values up to these cannot enter a list with any prior. Most rows are skipped by them. */
  let [lowScore, lowSimilarity, lowBoth] = [0, 0, 0];
  const atMost = (1 - ROUNDING) / Math.max(maxPrior, ROUNDING);
  for (let id = 0; id < priors.length; id++) {
    const score = scores[id]!;
    const cosine = similarity[id]!;
    if (score === 0 && cosine <= MIN_SIMILARITY) continue;
    if (score <= lowScore && cosine <= lowSimilarity && score * scale + SIMILARITY_SHARE * cosine <= lowBoth) continue;
    const own = priors[id]!;
    if (own === 0) continue;
    const words = score * scale;
    const positiveSimilarity = cosine > 0 ? cosine : 0;
    const both = (words + SIMILARITY_SHARE * positiveSimilarity) * own;
    const isSimilar = positiveSimilarity * own > bySimilarity.threshold;
    const matchesWords = words > byWordsAlone.threshold || words * own > byWords.threshold;
    if (!isSimilar && !matchesWords && both <= byBoth.threshold) continue;
    if (allow !== null && !allow(id)) continue;
    if (words > byWordsAlone.threshold) byWordsAlone.add(id, words);
    if (words * own > byWords.threshold) byWords.add(id, words * own);
    if (isSimilar) bySimilarity.add(id, positiveSimilarity * own);
    if (both > byBoth.threshold) byBoth.add(id, both);
    lowScore = Math.min(byWordsAlone.threshold * (1 - ROUNDING), byWords.threshold * atMost) * total;
    lowSimilarity = bySimilarity.threshold * atMost;
    lowBoth = byBoth.threshold * atMost;
  }
  return [...unite([byWords, byWordsAlone, bySimilarity, byBoth].map((best) => best.ids()))];
}
