/** Rows of the glossary that are known by phrases. */
import { getOrAdd } from '../../base/memoize.ts';
import { normalForm, phrasesOf } from './normal-form.ts';

/** Finds rows by the normal forms of their phrases. */
export class TermTable<T> {
  readonly #rows = new Map<string, T[]>();
  readonly #maxWords: number;

  /** `phrasesOfRow`: the phrases by which a row is known. */
  constructor(rows: readonly T[], phrasesOfRow: (row: T) => readonly string[]) {
    let maxWords = 0;
    for (const row of rows) {
      for (const key of new Set(phrasesOfRow(row).map(normalForm))) {
        getOrAdd(this.#rows, key, () => []).push(row);
        maxWords = Math.max(maxWords, key.split(' ').length);
      }
    }
    this.#maxWords = maxWords;
  }

  /** The rows of a phrase with this normal form, in the order of the file. */
  withKey(key: string): readonly T[] {
    return this.#rows.get(key) ?? [];
  }

  /** The rows whose phrases are in a text, each with the text's own words for it. Long phrases first, each row once. */
  inText(text: string): { row: T; surface: string }[] {
    const found = new Map<T, string>();
    for (const { key, surface } of phrasesOf(text, this.#maxWords)) {
      for (const row of this.withKey(key)) if (!found.has(row)) found.set(row, surface);
    }
    return [...found].map(([row, surface]) => ({ row, surface }));
  }
}
