/** Which stems get a vector, and how rare each is. */
import type { RowWords } from './rows.ts';

/** A stem of fewer rows is met too seldom to learn anything of it. */
const LEAST_ROWS = 3;

export interface Vocabulary {
  /** Commonest first. */
  stems: string[];
  /** ln(1 + (N − n + ½) / (n + ½)) by code. */
  rarity: Float32Array;
  /** By the stem's number in the rows: its code, or -1. */
  codes: Int32Array;
}

export function chooseVocabulary(words: RowWords): Vocabulary {
  const rows = new Uint32Array(words.vocabulary.length);
  for (const stem of words.stems) rows[stem]!++;
  const chosen = Array.from(rows.keys())
    .filter((stem) => rows[stem]! >= LEAST_ROWS)
    .sort((a, b) => rows[b]! - rows[a]! || (words.vocabulary[a]! < words.vocabulary[b]! ? -1 : 1));
  const codes = new Int32Array(words.vocabulary.length).fill(-1);
  chosen.forEach((stem, code) => (codes[stem] = code));
  const total = words.ids.length;
  return {
    stems: chosen.map((stem) => words.vocabulary[stem]!),
    rarity: Float32Array.from(chosen, (stem) => Math.log(1 + (total - rows[stem]! + 0.5) / (rows[stem]! + 0.5))),
    codes,
  };
}
