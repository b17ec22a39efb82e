/**
 * Learned token tables: the rarity of each token and two vectors, one for tokens of queries and prose (`query`), one
 * for tokens of statements (`statement`). Texts with similar token vectors are similar, even without common words.
 * Trained as a dual encoder (`bench/train/encoder.ts`).
 */

import { bagVector } from './bag-vector.ts';
import type { ByteTable } from './byte-table.ts';

/** Token codes are below this. Codes from `size` on are shared by all tokens that were not learned. */
export const CODE_LIMIT = 1 << 16;

/** Rarity of tokens that were not learned, such as names of a user's library: ln of "about one row in ten thousand". */
const UNKNOWN_RARITY = 9;
/** Rarity above which the weight in a vector does not increase. */
export const RARE = 8;

/** As stored in a weights file: one vector per token, in the order of the vocabulary. */
export interface LearnedTokens {
  vocabulary: readonly string[];
  /** idf in Mathlib's rows. */
  rarity: Float32Array;
  /** Both tables have the same dimension. */
  query: ByteTable;
  statement: ByteTable;
}

export class TokenTables {
  readonly size: number;
  readonly dimension: number;
  readonly bytes: { readonly query: ByteTable; readonly statement: ByteTable };
  /** idf by code; an estimate for unknown tokens. */
  readonly rarity: Float32Array;
  /** Weight of a code in the vectors of texts, 0 to 1; 0 for unknown tokens. */
  readonly weight: Float32Array;
  readonly #codes: ReadonlyMap<string, number>;

  constructor({ vocabulary, rarity, query, statement }: LearnedTokens) {
    this.size = vocabulary.length;
    this.dimension = query.dimension;
    this.bytes = { query, statement };
    this.#codes = new Map(vocabulary.map((stem, code) => [stem, code]));
    this.rarity = new Float32Array(CODE_LIMIT).fill(UNKNOWN_RARITY);
    this.rarity.set(rarity);
    this.weight = new Float32Array(CODE_LIMIT);
    this.weight.set(tokenWeights(rarity));
  }

  /** `size × dimension`. */
  get query(): Float32Array {
    return this.bytes.query.floats;
  }

  get statement(): Float32Array {
    return this.bytes.statement.floats;
  }

  /** The code of a stem. Two unknown stems have equal codes with a probability of about 1 in some ten thousand. */
  codeOf(stem: string): number {
    return this.#codes.get(stem) ?? this.size + (hashOf(stem) % (CODE_LIMIT - this.size));
  }

  isLearned(code: number): boolean {
    return code < this.size;
  }

  /** Unit vector of a query, from the codes of its tokens; all zero if no token was learned. */
  queryVector(codes: readonly number[]): Float32Array {
    const learned = codes.filter((code) => this.isLearned(code));
    return bagVector(
      this.bytes.query.rows(learned),
      this.dimension,
      learned.map((code, place) => [place, this.weight[code]!] as const),
    );
  }
}

/** Weight of a token in the vector of a text, 0 to 1, by its rarity. */
export function tokenWeights(rarity: Float32Array): Float32Array {
  return rarity.map((each) => Math.min(RARE, each) / RARE);
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
