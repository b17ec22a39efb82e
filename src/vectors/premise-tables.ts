/**
 * Learned tables of words and symbols for premise selection: two vectors each, one for tokens of goals (`query`), one
 * for tokens of the declarations that proofs of such goals use (`statement`). Trained on the proofs of Mathlib
 * (`bench/train/premises`).
 */
import { bagVector } from './bag-vector.ts';
import { tokenWeights } from './token-tables.ts';

/** As stored in a weights file. */
export interface LearnedPremiseTokens {
  /** Codes below this are words, as in `TokenTables`; the codes of symbols follow. */
  words: number;
  /** Tokens of `index/shapes.ts`. */
  symbols: readonly string[];
  /** idf in Mathlib's rows, by code. */
  rarity: Float32Array;
  dimension: number;
  /** `(words + symbols) × dimension`. */
  query: Float32Array;
  statement: Float32Array;
}

/** A code and its weight by position. */
export type CodeShare = readonly [code: number, share: number];

export class PremiseTables {
  readonly words: number;
  readonly symbols: readonly string[];
  readonly dimension: number;
  readonly query: Float32Array;
  readonly statement: Float32Array;
  /** Weight of a code in the vectors, 0 to 1. */
  readonly weight: Float32Array;
  readonly #codes: ReadonlyMap<string, number>;

  constructor({ words, symbols, rarity, dimension, query, statement }: LearnedPremiseTokens) {
    this.words = words;
    this.symbols = symbols;
    this.dimension = dimension;
    this.query = query;
    this.statement = statement;
    this.weight = tokenWeights(rarity);
    this.#codes = new Map(symbols.map((symbol, at) => [symbol, words + at]));
  }

  /** Code of a symbol; -1 if it was not learned. */
  codeOf(symbol: string): number {
    return this.#codes.get(symbol) ?? -1;
  }

  /** Normalised sum of the vectors of a bag on one side; all zero for an empty bag. */
  vectorOf(side: 'query' | 'statement', bag: Iterable<CodeShare>): Float32Array {
    const weighted = Array.from(bag, ([code, share]) => [code, share * this.weight[code]!] as const);
    return bagVector(this[side], this.dimension, weighted);
  }

  /** By symbol: product of its statement vector with the goal's vector, weighted by rarity. */
  symbolScores(goal: Float32Array): Float32Array {
    const { dimension, weight, words, statement } = this;
    return Float32Array.from(this.symbols, (_, place) => {
      const code = words + place;
      let sum = 0;
      for (let d = 0, at = code * dimension; d < dimension; d++) sum += statement[at + d]! * goal[d]!;
      return sum * weight[code]!;
    });
  }
}
