/** How alike single tokens are, by what was learned of them: a token of the query against tokens of rows. */
import { ByteMatrix, toBytes } from '../../vectors/byte-matrix.ts';
import type { ByteTable } from '../../vectors/byte-table.ts';
import { CODE_LIMIT, type TokenTables } from '../../vectors/token-tables.ts';

/** Products of one token of a query with every learned token, in bytes, and its own length. */
interface Products {
  stated: Int32Array;
  told: Int32Array;
  length: number;
}

export class SimilarityTables {
  readonly #tables: TokenTables;
  readonly #asked: NormalisedTable;
  readonly #stated: NormalisedTable;
  readonly #known = new Map<number, Products>();

  constructor(tables: TokenTables) {
    this.#tables = tables;
    this.#asked = new NormalisedTable(tables.bytes.asked);
    this.#stated = new NormalisedTable(tables.bytes.stated);
  }

  /** For the tokens of a query, by their codes. */
  of(codes: readonly number[]): TokenSimilarity {
    const products = codes.map((code) => (this.#tables.isLearned(code) ? this.#productsOf(code) : null));
    return new TokenSimilarity(codes, products, { stated: this.#stated.unitScales, told: this.#asked.unitScales });
  }

  #productsOf(code: number): Products {
    let known = this.#known.get(code);
    if (known === undefined) {
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      const asked = this.#asked.row(code);
      const [stated, told] = [this.#stated.dots(asked).slice(), this.#asked.dots(asked).slice()];
      known = { stated, told, length: lengthOf(asked) };
      this.#known.set(code, known);
    }
    return known;
  }

  /** By code, the product of `vector` with the token's vectors as they are, not normalised. */
  along(vector: Float32Array): { stated: Float32Array; told: Float32Array } {
    const bytes = new Int8Array(vector.length);
    const scale = 1 / toBytes(vector, bytes);
    return { stated: this.#stated.products(bytes, scale), told: this.#asked.products(bytes, scale) };
  }
}

/** Queries share tokens; some fifty kilobytes each. */
const MOST_KNOWN = 256;

/** Tokens of rows that a query usually meets. */
const DEFAULT_TOKENS = 1 << 11;

/**
 * Cosines of the tokens of a query with those of rows, never below 0, reckoned when a row's token is first met. A token is
 * wholly like itself; one that was not learned is like nothing else.
 */
export class TokenSimilarity {
  /** Tokens of the query. */
  readonly count: number;
  /** From `place(code) × count` on, for each token of the query its likeness to the code: where a statement has it. */
  stated: Float32Array;
  /** The same, where prose has it. */
  told: Float32Array;
  /** By place, the most of these. */
  mostStated: Float32Array = new Float32Array(DEFAULT_TOKENS);
  mostTold: Float32Array = new Float32Array(DEFAULT_TOKENS);
  readonly #codes: readonly number[];
  readonly #products: readonly (Products | null)[];
  readonly #unitScales: Record<'stated' | 'told', Float32Array>;
  /** By code, 1 + its place among those that were met; 0: not yet. */
  readonly #places = new Uint16Array(CODE_LIMIT);
  #met = 0;

  constructor(
    codes: readonly number[],
    products: readonly (Products | null)[],
    unitScales: Record<'stated' | 'told', Float32Array>,
  ) {
    this.count = codes.length;
    this.stated = new Float32Array(DEFAULT_TOKENS * codes.length);
    this.told = new Float32Array(DEFAULT_TOKENS * codes.length);
    this.#codes = codes;
    this.#products = products;
    this.#unitScales = unitScales;
  }

  /** The place of a code in the arrays, which a new code may replace by longer ones. */
  place(code: number): number {
    const place = this.#places[code]!;
    return place === 0 ? this.#meet(code) : place - 1;
  }

  #meet(code: number): number {
    const place = this.#met++;
    this.#places[code] = place + 1;
    const start = place * this.count;
    if (place === this.mostStated.length) {
      this.stated = grown(this.stated);
      this.told = grown(this.told);
      this.mostStated = grown(this.mostStated);
      this.mostTold = grown(this.mostTold);
    }
    for (let token = 0; token < this.count; token++) {
      const products = this.#products[token]!;
      if (this.#codes[token] === code) {
        this.stated[start + token] = 1;
        this.told[start + token] = 1;
      } else if (products !== null && code < products.stated.length) {
        const { stated, told, length } = products;
        this.stated[start + token] = Math.max(0, (stated[code]! * this.#unitScales.stated[code]!) / length);
        this.told[start + token] = Math.max(0, (told[code]! * this.#unitScales.told[code]!) / length);
      }
    }
    this.mostStated[place] = mostOf(this.stated, start, this.count);
    this.mostTold[place] = mostOf(this.told, start, this.count);
    return place;
  }
}

function mostOf(values: Float32Array, start: number, count: number): number {
  let most = 0;
  for (let i = start; i < start + count; i++) most = Math.max(most, values[i]!);
  return most;
}

function grown(from: Float32Array): Float32Array {
  const to = new Float32Array(2 * from.length);
  to.set(from);
  return to;
}

/** A table of vectors as bytes, with their lengths. */
class NormalisedTable {
  readonly #matrix: ByteMatrix;
  /** What a product with the row's bytes must be multiplied by, to be one with the row. */
  readonly #scales: Float32Array;
  /** The same, to be one with the row at length 1. */
  readonly unitScales: Float32Array;

  constructor({ bytes, scales, dimension }: ByteTable) {
    this.#matrix = new ByteMatrix(scales.length, dimension);
    this.#matrix.rows.set(bytes);
    this.#scales = scales;
    this.unitScales = Float32Array.from(this.#matrix.squares(), (square) => 1 / Math.sqrt(square + TINY));
  }

  row(code: number): Int8Array {
    const { dimension, rows } = this.#matrix;
    return rows.slice(code * dimension, (code + 1) * dimension);
  }

  /** By row, its product with `query`, until the next call. */
  dots(query: Int8Array): Int32Array {
    return this.#matrix.dots(query);
  }

  products(query: Int8Array, scale: number): Float32Array {
    const dots = this.#matrix.dots(query);
    const products = new Float32Array(dots.length);
    for (let row = 0; row < dots.length; row++) products[row] = dots[row]! * scale * this.#scales[row]!;
    return products;
  }
}

/** Keeps a vector that is all zero from being divided by. */
const TINY = 1e-9;

function lengthOf(bytes: Int8Array): number {
  let sum = TINY;
  for (let i = 0; i < bytes.length; i++) sum += bytes[i]! * bytes[i]!;
  return Math.sqrt(sum);
}
