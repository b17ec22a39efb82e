/** Selects the stems that get a vector and computes their rarity. */
import type { RowWords } from './rows.ts';

/** A stem in fewer rows is too rare to learn from. */
const MIN_ROWS = 3;

export interface Vocabulary {
  /** Most frequent first. */
  stems: string[];
  /** ln(1 + (N − n + ½) / (n + ½)) by code. */
  rarity: Float32Array;
  /** Code of each stem by its number in the rows, or -1. */
  codes: Int32Array;
}

export function chooseVocabulary(words: RowWords): Vocabulary {
  const rows = new Uint32Array(words.vocabulary.length);
  for (const stem of words.stems) rows[stem]!++;
  const selected = Array.from(rows.keys())
    .filter((stem) => rows[stem]! >= MIN_ROWS)
    .sort((a, b) => rows[b]! - rows[a]! || (words.vocabulary[a]! < words.vocabulary[b]! ? -1 : 1));
  const codes = new Int32Array(words.vocabulary.length).fill(-1);
  selected.forEach((stem, code) => (codes[stem] = code));
  const total = words.ids.length;
  return {
    stems: selected.map((stem) => words.vocabulary[stem]!),
    rarity: Float32Array.from(selected, (stem) => Math.log(1 + (total - rows[stem]! + 0.5) / (rows[stem]! + 0.5))),
    codes,
  };
}
