/** The fields of a declaration that contain its words, and how much a word counts in each. */

/**
 * Parameters of BM25F (Robertson, Zaragoza, Taylor 2004): the weight of one occurrence, how strongly a long field
 * reduces it (b), and the mean number of stems of the fields that are not empty. The means are those of Mathlib of
 * August 2026. They are constants, so one declaration's impacts depend on no other and an index can be updated file by
 * file. Weights and b were tuned on the development queries, one at a time, and rounded.
 */
export interface Field {
  weight: number;
  b: number;
  meanLength: number;
  /** Further stems are not read. */
  limit: number;
  /** The bit of this field in a set of fields. Stored in indexes and used by learned weights: never reorder. */
  bit: number;
}

export const FIELDS = {
  /** Last component of the name. */
  lastName: { weight: 8, b: 0.6, meanLength: 3.2, limit: 40, bit: 1 << 0 },
  /** The components before it. */
  namespace: { weight: 2, b: 0.3, meanLength: 2.4, limit: 40, bit: 1 << 1 },
  firstSentence: { weight: 6, b: 0.6, meanLength: 7.5, limit: 120, bit: 1 << 2 },
  restOfDoc: { weight: 2, b: 0.3, meanLength: 10, limit: 200, bit: 1 << 3 },
  conclusion: { weight: 2.4, b: 0.5, meanLength: 6.5, limit: 120, bit: 1 << 4 },
  hypotheses: { weight: 1.2, b: 0.5, meanLength: 7, limit: 120, bit: 1 << 5 },
  modulePath: { weight: 1, b: 0.5, meanLength: 4.4, limit: 40, bit: 1 << 6 },
  /** Title of the module and heading of the section. */
  headings: { weight: 1, b: 0.8, meanLength: 5, limit: 60, bit: 1 << 7 },
  /** Fields and constructors; for a definition the start of its value. */
  body: { weight: 1.2, b: 0.5, meanLength: 12, limit: 250, bit: 1 << 8 },
  /** Bullets of module docs that introduce the name. */
  bullets: { weight: 3, b: 0.5, meanLength: 10, limit: 150, bit: 1 << 9 },
  /** Sentences of other docstrings that name it. */
  sentences: { weight: 1, b: 0.3, meanLength: 25, limit: 300, bit: 1 << 10 },
  /** Types of the `variable`s that the signature uses. */
  variables: { weight: 0.3, b: 0.5, meanLength: 6, limit: 60, bit: 1 << 11 },
  /** What a structure extends, the class of an instance. */
  parents: { weight: 0.6, b: 0.5, meanLength: 3, limit: 40, bit: 1 << 12 },
  /** Text of our own glossary. */
  glossary: { weight: 4, b: 0.5, meanLength: 14, limit: 120, bit: 1 << 13 },
} as const satisfies Record<string, Field>;

/** Number of bits in a set of fields: sets are numbers below `1 << FIELD_COUNT`. */
export const FIELD_COUNT: number = Object.keys(FIELDS).length;
