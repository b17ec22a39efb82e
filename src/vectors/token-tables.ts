/**
 * What was learned of tokens: how rare each is, and two vectors for each, one for where it is asked (`asked`) and one
 * for where a declaration states it (`stated`). Two texts are alike where their tokens' vectors are, so that words
 * that never stand together can still meet. Learned as a dual encoder (`bench/train/encoder.ts`).
 */

import { bagVector } from './bag-vector.ts';
import type { ByteTable } from './byte-table.ts';

/** Codes of tokens are below this. Those from `size` on are shared by the tokens that were not learned. */
export const CODE_LIMIT = 1 << 16;

/** ln of "about one row in ten thousand": of a token that was not learned, such as a name of a user's own library. */
const UNKNOWN_RARITY = 9;
/** Rarer than this counts no more in a vector. */
export const RARE = 8;

/** As they lie in a weights file: one vector a token, in the order of the vocabulary. */
export interface LearnedTokens {
  vocabulary: readonly string[];
  /** idf in Mathlib's rows. */
  rarity: Float32Array;
  /** Of one dimension. */
  asked: ByteTable;
  stated: ByteTable;
}

export class TokenTables {
  readonly size: number;
  readonly dimension: number;
  readonly bytes: { readonly asked: ByteTable; readonly stated: ByteTable };
  /** idf by code; of unknown tokens a guess. */
  readonly rarity: Float32Array;
  /** Weight of a code in the vectors of texts, 0 to 1; unknown tokens have none. */
  readonly weight: Float32Array;
  readonly #codes: ReadonlyMap<string, number>;

  constructor({ vocabulary, rarity, asked, stated }: LearnedTokens) {
    this.size = vocabulary.length;
    this.dimension = asked.dimension;
    this.bytes = { asked, stated };
    this.#codes = new Map(vocabulary.map((stem, code) => [stem, code]));
    this.rarity = new Float32Array(CODE_LIMIT).fill(UNKNOWN_RARITY);
    this.rarity.set(rarity);
    this.weight = new Float32Array(CODE_LIMIT);
    this.weight.set(tokenWeights(rarity));
  }

  /** `size × dimension`. */
  get asked(): Float32Array {
    return this.bytes.asked.floats;
  }

  get stated(): Float32Array {
    return this.bytes.stated.floats;
  }

  /** The code of a stem. Of two unknown ones the codes are the same once in some ten thousand times. */
  codeOf(stem: string): number {
    return this.#codes.get(stem) ?? this.size + (hashOf(stem) % (CODE_LIMIT - this.size));
  }

  isLearned(code: number): boolean {
    return code < this.size;
  }

  /** The vector of a text that asks, by the codes of its tokens, of length 1; all zero if none was learned. */
  queryVector(codes: readonly number[]): Float32Array {
    const learned = codes.filter((code) => this.isLearned(code));
    return bagVector(
      this.bytes.asked.rows(learned),
      this.dimension,
      learned.map((code, place) => [place, this.weight[code]!] as const),
    );
  }
}

/** What a token counts in the vector of a text, 0 to 1, by its rarity. */
export function tokenWeights(rarity: Float32Array): Float32Array {
  return rarity.map((each) => Math.min(RARE, each) / RARE);
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
