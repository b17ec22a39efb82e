/**
 * What was learned of words and symbols for premises: two vectors for each, one for where a goal has it (`asked`) and one
 * for where a declaration has it that proofs of such goals name (`stated`). Learned from the proofs of Mathlib
 * (`bench/train/premises`).
 */
import { bagVector } from './bag-vector.ts';
import { tokenWeights } from './token-tables.ts';

/** As they lie in a weights file. */
export interface LearnedPremiseTokens {
  /** Codes below this are words, as in `TokenTables`; then come the symbols. */
  words: number;
  /** Tokens of `index/shapes.ts`. */
  symbols: readonly string[];
  /** idf in Mathlib's rows, by code. */
  rarity: Float32Array;
  dimension: number;
  /** `(words + symbols) × dimension`. */
  asked: Float32Array;
  stated: Float32Array;
}

/** A code and how much it counts by where it stands. */
export type CodeShare = readonly [code: number, share: number];

export class PremiseTables {
  readonly words: number;
  readonly symbols: readonly string[];
  readonly dimension: number;
  readonly asked: Float32Array;
  readonly stated: Float32Array;
  /** Weight of a code in the vectors, 0 to 1. */
  readonly weight: Float32Array;
  readonly #codes: ReadonlyMap<string, number>;

  constructor({ words, symbols, rarity, dimension, asked, stated }: LearnedPremiseTokens) {
    this.words = words;
    this.symbols = symbols;
    this.dimension = dimension;
    this.asked = asked;
    this.stated = stated;
    this.weight = tokenWeights(rarity);
    this.#codes = new Map(symbols.map((symbol, at) => [symbol, words + at]));
  }

  /** Of a symbol; -1 if it was not learned. */
  codeOf(symbol: string): number {
    return this.#codes.get(symbol) ?? -1;
  }

  /** The sum of the vectors of a bag on one side, made to be of length 1; all zero of an empty bag. */
  vectorOf(side: 'asked' | 'stated', bag: Iterable<CodeShare>): Float32Array {
    const weighted = Array.from(bag, ([code, share]) => [code, share * this.weight[code]!] as const);
    return bagVector(this[side], this.dimension, weighted);
  }

  /** By symbol, how well it goes with a goal of this vector where a declaration has it. */
  alongSymbols(goal: Float32Array): Float32Array {
    const { dimension, weight, words, stated } = this;
    return Float32Array.from(this.symbols, (_, place) => {
      const code = words + place;
      let sum = 0;
      for (let d = 0, at = code * dimension; d < dimension; d++) sum += stated[at + d]! * goal[d]!;
      return sum * weight[code]!;
    });
  }
}
