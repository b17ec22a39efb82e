/** Parts of a row for the ranking, as sets of fields. */
import { FIELD_COUNT, FIELDS } from '../../index/words/fields.ts';

export const NAME: number = FIELDS.lastName.bit | FIELDS.namespace.bit;
export const STATEMENT: number = FIELDS.conclusion.bit | FIELDS.hypotheses.bit | FIELDS.body.bit | FIELDS.parents.bit;
export const PROSE: number = FIELDS.firstSentence.bit | FIELDS.bullets.bit | FIELDS.glossary.bit;
/** The row's own fields: not the module path, headings, or sentences of other docstrings. */
export const OWN: number =
  ((1 << FIELD_COUNT) - 1) & ~(FIELDS.modulePath.bit | FIELDS.headings.bit | FIELDS.sentences.bit);

/** A feature's name, and the group in which `--explain` sums it. */
export interface Feature {
  name: string;
  group: string;
}

/** Computes a group of features of a row. */
export interface RowFeatures {
  /** Writes the features of a row, given its words, to `out` starting at `at`. */
  write(id: number, words: Uint16Array, out: Float32Array, at: number): void;
}

export function features(group: string, names: readonly string[]): Feature[] {
  return names.map((name) => ({ name, group }));
}

/** Returns 0 if `total` is 0. */
export function ratio(part: number, total: number): number {
  return total > 0 ? part / total : 0;
}

/** Harmonic mean of precision and recall. */
export function agreement(precision: number, recall: number): number {
  return (2 * precision * recall) / (precision + recall + 1e-6);
}

/** Indices of the values in descending order; ties in index order. */
export function orderOf(values: Float32Array): Uint32Array {
  // Sorts numbers without a comparator: the key is the value's bits, mapped to descending order, then the index.
  const bits = new Int32Array(Float32Array.from(values, (value) => value + 0).buffer);
  const keys = new Float64Array(values.length);
  for (let at = 0; at < keys.length; at++) {
    const rising = bits[at]! < 0 ? bits[at]! ^ 0x7fffffff : bits[at]!;
    keys[at] = at - rising * MAX_VALUES;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key - Math.floor(key / MAX_VALUES) * MAX_VALUES);
}

/** A 32-bit number and an index below this fit exactly into one double. */
const MAX_VALUES = 1 << 21;

/** Rank of each value, 0 for the largest. */
export function ranksOf(values: Float32Array): Uint32Array {
  const order = orderOf(values);
  const ranks = new Uint32Array(values.length);
  order.forEach((at, rank) => (ranks[at] = rank));
  return ranks;
}
