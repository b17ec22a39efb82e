/** How alike single tokens are, by what was learned of them: a token of the query against every token there is. */
import { ByteMatrix, toBytes } from '../../vectors/byte-matrix.ts';
import { CODE_LIMIT, type TokenTables } from '../../vectors/token-tables.ts';

/** Cosines of one token of a query, by code, never below 0. */
export interface TokenLikeness {
  /** With tokens of statements. */
  stated: Float32Array;
  /** With tokens of prose. */
  told: Float32Array;
}

export class LikenessTables {
  readonly #tables: TokenTables;
  readonly #asked: NormalisedTable;
  readonly #stated: NormalisedTable;
  readonly #known = new Map<number, TokenLikeness>();

  constructor(tables: TokenTables) {
    this.#tables = tables;
    this.#asked = new NormalisedTable(tables.asked, tables.dimension);
    this.#stated = new NormalisedTable(tables.stated, tables.dimension);
  }

  /** A token is wholly like itself; one that was not learned is like nothing else. */
  of(code: number): TokenLikeness {
    let known = this.#known.get(code);
    if (known === undefined) {
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      known = this.#compare(code);
      this.#known.set(code, known);
    }
    return known;
  }

  #compare(code: number): TokenLikeness {
    const likeness = { stated: new Float32Array(CODE_LIMIT), told: new Float32Array(CODE_LIMIT) };
    if (this.#tables.isLearned(code)) {
      const asked = this.#asked.row(code);
      this.#stated.compare(asked, likeness.stated);
      this.#asked.compare(asked, likeness.told);
    }
    likeness.stated[code] = 1;
    likeness.told[code] = 1;
    return likeness;
  }

  /** By code, the product of `vector` with the token's vectors as they are, not normalised. */
  along(vector: Float32Array): { stated: Float32Array; told: Float32Array } {
    const bytes = new Int8Array(vector.length);
    const scale = 1 / toBytes(vector, bytes);
    return { stated: this.#stated.products(bytes, scale), told: this.#asked.products(bytes, scale) };
  }
}

/** Queries share tokens; half a megabyte each. */
const MOST_KNOWN = 64;

/** A table of vectors as bytes, with their lengths. */
class NormalisedTable {
  readonly #matrix: ByteMatrix;
  readonly #dimension: number;
  /** What a product with the row's bytes must be multiplied by, to be one with the row; and with the row at length 1. */
  readonly #scales: Float32Array;
  readonly #unitScales: Float32Array;

  constructor(table: Float32Array, dimension: number) {
    const count = table.length / dimension;
    this.#dimension = dimension;
    this.#matrix = new ByteMatrix(count, dimension);
    this.#scales = new Float32Array(count);
    this.#unitScales = new Float32Array(count);
    for (let row = 0; row < count; row++) {
      const bytes = this.#matrix.rows.subarray(row * dimension, (row + 1) * dimension);
      this.#scales[row] = 1 / toBytes(table.subarray(row * dimension, (row + 1) * dimension), bytes);
      this.#unitScales[row] = 1 / lengthOf(bytes);
    }
  }

  row(code: number): Int8Array {
    return this.#matrix.rows.slice(code * this.#dimension, (code + 1) * this.#dimension);
  }

  /** Cosines of all rows with `query`, which need not be of length 1, into `out`. */
  compare(query: Int8Array, out: Float32Array): void {
    const dots = this.#matrix.dots(query);
    const length = lengthOf(query);
    for (let row = 0; row < dots.length; row++) {
      const cosine = (dots[row]! * this.#unitScales[row]!) / length;
      out[row] = cosine > 0 ? cosine : 0;
    }
  }

  products(query: Int8Array, scale: number): Float32Array {
    const dots = this.#matrix.dots(query);
    const products = new Float32Array(dots.length);
    for (let row = 0; row < dots.length; row++) products[row] = dots[row]! * scale * this.#scales[row]!;
    return products;
  }
}

function lengthOf(bytes: Int8Array): number {
  let sum = 1e-9;
  for (let i = 0; i < bytes.length; i++) sum += bytes[i]! * bytes[i]!;
  return Math.sqrt(sum);
}
