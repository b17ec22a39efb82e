/** Parts of a row that the ranking looks at together, as sets of fields. */
import { FIELD_COUNT, FIELDS } from '../../index/words/fields.ts';

export const NAME: number = FIELDS.lastName.bit | FIELDS.namespace.bit;
export const STATEMENT: number = FIELDS.conclusion.bit | FIELDS.hypotheses.bit | FIELDS.body.bit | FIELDS.parents.bit;
export const PROSE: number = FIELDS.firstSentence.bit | FIELDS.bullets.bit | FIELDS.glossary.bit;
/** What stands in the module's path and headings, or in sentences elsewhere, is not the row's own. */
export const OWN: number =
  ((1 << FIELD_COUNT) - 1) & ~(FIELDS.modulePath.bit | FIELDS.headings.bit | FIELDS.sentences.bit);

/** A feature's name, and the word under which `--explain` sums it up with others. */
export interface Feature {
  name: string;
  group: string;
}

/** Features of one look at a row. */
export interface RowFeatures {
  /** Writes the look's features of a row, whose words are given, into `out` from `at` on. */
  look(id: number, words: Uint16Array, out: Float32Array, at: number): void;
}

export function features(group: string, names: readonly string[]): Feature[] {
  return names.map((name) => ({ name, group }));
}

/** 0 for an empty whole. */
export function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** Harmonic mean of precision and recall. */
export function agreement(precision: number, recall: number): number {
  return (2 * precision * recall) / (precision + recall + 1e-6);
}

/** Numbers of the values, from the largest to the smallest; of equal ones the first. */
export function orderOf(values: Float32Array): Uint32Array {
  // Sorted as numbers, without calling back: a value's bits, read so that a larger value is a smaller number, then its place.
  const bits = new Int32Array(Float32Array.from(values, (value) => value + 0).buffer);
  const keys = new Float64Array(values.length);
  for (let at = 0; at < keys.length; at++) {
    const rising = bits[at]! < 0 ? bits[at]! ^ 0x7fffffff : bits[at]!;
    keys[at] = at - rising * MOST_VALUES;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key - Math.floor(key / MOST_VALUES) * MOST_VALUES);
}

/** A number of 32 bits and one below this are exact as one double. */
const MOST_VALUES = 1 << 21;

/** The place of each value among all, from 0 for the largest. */
export function placesOf(values: Float32Array): Uint32Array {
  const order = orderOf(values);
  const places = new Uint32Array(values.length);
  order.forEach((at, place) => (places[at] = place));
  return places;
}
