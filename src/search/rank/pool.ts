/** Which rows are worth ranking: the best by words, by likeness, and by both, before anything dear is looked at. */
import type { LexicalScores } from '../lexical.ts';

/** Rows a list. */
const BY_WORDS = 500;
const BY_WORDS_ALONE = 250;
const BY_LIKENESS = 400;
const BY_BOTH = 500;

/** What likeness counts beside words. */
export const LIKENESS_SHARE = 0.5;

/**
 * Ids in rising order; `least` of them, if there are so many. `likeness` is by id. Rows that are gone have standing 0.
 */
export function choosePool(
  { scores, total, standing }: LexicalScores,
  likeness: Float32Array,
  allow: ((id: number) => boolean) | null,
  least: number,
): number[] {
  const stretch = Math.max(1, least / BY_BOTH);
  const list = (count: number): Best => new Best(Math.ceil(count * stretch), allow);
  const [byWords, byWordsAlone, byLikeness, byBoth] = [
    list(BY_WORDS),
    list(BY_WORDS_ALONE),
    list(BY_LIKENESS),
    list(BY_BOTH),
  ];
  const scale = total > 0 ? 1 / total : 0;
  for (let id = 0; id < standing.length; id++) {
    const own = standing[id]!;
    if (own === 0) continue;
    const words = scores[id]! * scale;
    const alike = likeness[id]! > 0 ? likeness[id]! : 0;
    if (words > byWordsAlone.threshold) byWordsAlone.add(id, words);
    if (words * own > byWords.threshold) byWords.add(id, words * own);
    if (alike * own > byLikeness.threshold) byLikeness.add(id, alike * own);
    const both = (words + LIKENESS_SHARE * alike) * own;
    if (both > byBoth.threshold) byBoth.add(id, both);
  }
  const pool = new Set([byWords, byWordsAlone, byLikeness, byBoth].flatMap((best) => best.ids()));
  return [...pool].sort((a, b) => a - b);
}

/** The rows of the `count` largest values so far; of equal ones the first. */
class Best {
  /** What a row must be above to get in. */
  threshold = 0;
  readonly #count: number;
  readonly #allow: ((id: number) => boolean) | null;
  readonly #ids: Uint32Array;
  readonly #values: Float32Array;
  #length = 0;

  constructor(count: number, allow: ((id: number) => boolean) | null) {
    this.#count = count;
    this.#allow = allow;
    this.#ids = new Uint32Array(4 * count);
    this.#values = new Float32Array(4 * count);
  }

  add(id: number, value: number): void {
    if (this.#allow !== null && !this.#allow(id)) return;
    this.#ids[this.#length] = id;
    this.#values[this.#length++] = value;
    if (this.#length === this.#ids.length) this.#cut();
  }

  /** Keeps the `count` best. */
  #cut(): void {
    if (this.#length <= this.#count) return;
    const sorted = this.#values.slice(0, this.#length).sort();
    this.threshold = sorted[this.#length - this.#count]!;
    let ties = this.#count;
    for (let i = this.#length - 1; sorted[i]! > this.threshold; i--) ties--;
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      const value = this.#values[i]!;
      if (value < this.threshold || (value === this.threshold && ties-- <= 0)) continue;
      this.#ids[kept] = this.#ids[i]!;
      this.#values[kept++] = value;
    }
    this.#length = kept;
  }

  ids(): number[] {
    this.#cut();
    return [...this.#ids.subarray(0, this.#length)];
  }
}
