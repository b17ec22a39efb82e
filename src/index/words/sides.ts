/** The two sides of a declaration in its vector: what it states formally, and its description in prose. */
import { FIELD_COUNT, FIELDS } from './fields.ts';

type FieldName = keyof typeof FIELDS;

const STATED: Partial<Record<FieldName, number>> = {
  lastName: 2,
  namespace: 1.2,
  conclusion: 0.8,
  hypotheses: 0.5,
  variables: 0.4,
  body: 0.5,
  modulePath: 0.6,
  headings: 0.6,
  parents: 0.5,
};

const DESCRIBED: Partial<Record<FieldName, number>> = {
  firstSentence: 1,
  restOfDoc: 0.5,
  bullets: 0.7,
  sentences: 0.25,
  glossary: 0.8,
};

/** Weight of a token on the stated side, by the set of fields that contain it. */
export const STATED_WEIGHTS: Float32Array = bySet(STATED);
/** Weight of a token on the described side, by the set of fields that contain it. */
export const DESCRIBED_WEIGHTS: Float32Array = bySet(DESCRIBED);

function bySet(weights: Partial<Record<FieldName, number>>): Float32Array {
  const byBit = new Map<number, number>();
  for (const [name, weight] of Object.entries(weights)) byBit.set(FIELDS[name as FieldName].bit, weight);
  const table = new Float32Array(1 << FIELD_COUNT);
  for (let set = 1; set < table.length; set++) {
    const lowest = set & -set;
    table[set] = table[set - lowest]! + (byBit.get(lowest) ?? 0);
  }
  return table;
}
