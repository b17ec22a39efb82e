/** Words by which the texts about one thing differ from those about others: Dunning's log-likelihood ratio. */
import { Tokeniser } from '../../index/words/tokeniser.ts';

/** A word must be in two texts: one may be chance. */
const MIN_COUNT = 2;
/** χ² with one degree of freedom at .01. */
const MIN_RATIO = 6.63;
/** The start of a text says what it is about. */
const MAX_LENGTH = 300;
const WORD = /^\p{L}[\p{L}-]{2,}$/u;
const NO_WORDS = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g;

let tokeniser: Tokeniser | null = null;

interface Counts {
  /** Number of texts with each stem. */
  texts: Map<string, number>;
  /** The form of each stem that was first seen. */
  surfaces: Map<string, string>;
  total: number;
}

/**
 * For each group of texts, at most `limit` words that its texts have more often than the texts of the other groups,
 * the most telling first. A text counts a word once. Code and addresses in the texts are not read.
 */
export function distinguishingWords(groups: readonly (readonly string[])[], limit: number): string[][] {
  const counts = groups.map(countWords);
  const all = new Map<string, number>();
  for (const { texts } of counts) for (const [stem, count] of texts) all.set(stem, (all.get(stem) ?? 0) + count);
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  return counts.map(({ texts, surfaces, total: own }) =>
    [...texts]
      .map(([stem, count]) => ({ stem, count, ratio: logLikelihood(count, own, all.get(stem)! - count, total - own) }))
      .filter(({ count, ratio }) => count >= MIN_COUNT && ratio >= MIN_RATIO)
      .sort((a, b) => b.ratio - a.ratio || (a.stem < b.stem ? -1 : 1))
      .slice(0, limit)
      .map(({ stem }) => surfaces.get(stem)!),
  );
}

function countWords(texts: readonly string[]): Counts {
  tokeniser ??= new Tokeniser();
  const counts: Counts = { texts: new Map(), surfaces: new Map(), total: texts.length };
  for (const text of texts) {
    const seen = new Set<string>();
    const start = text.slice(0, MAX_LENGTH).replaceAll(NO_WORDS, ' ');
    for (const { surface, stems, isSymbol } of tokeniser.scan(start)) {
      if (isSymbol || stems.length !== 1 || !WORD.test(surface)) continue;
      seen.add(stems[0]!);
      if (!counts.surfaces.has(stems[0]!)) counts.surfaces.set(stems[0]!, surface.toLowerCase());
    }
    for (const stem of seen) counts.texts.set(stem, (counts.texts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** Returns the log-likelihood ratio of `count` in `total` against `others` in `rest`; 0 if the share is not larger. */
function logLikelihood(count: number, total: number, others: number, rest: number): number {
  if (rest === 0 || count * rest <= others * total) return 0;
  const share = (count + others) / (total + rest);
  const term = (seen: number, of: number) => (seen === 0 ? 0 : seen * Math.log(seen / (of * share)));
  const without = (seen: number, of: number) =>
    of === seen ? 0 : (of - seen) * Math.log((of - seen) / (of * (1 - share)));
  return 2 * (term(count, total) + term(others, rest) + without(count, total) + without(others, rest));
}
