/** Learned similarity of single tokens: tokens of the query against tokens of rows. */
import { ByteMatrix, toBytes } from '../../vectors/byte-matrix.ts';
import type { ByteTable } from '../../vectors/byte-table.ts';
import { CODE_LIMIT, type TokenTables } from '../../vectors/token-tables.ts';

/** Products of a query token's byte vector with those of all learned tokens, and its own length. */
interface Products {
  statement: Int32Array;
  prose: Int32Array;
  length: number;
}

export class SimilarityTables {
  readonly #tables: TokenTables;
  readonly #query: NormalisedTable;
  readonly #statement: NormalisedTable;
  readonly #cached = new Map<number, Products>();

  constructor(tables: TokenTables) {
    this.#tables = tables;
    this.#query = new NormalisedTable(tables.bytes.query);
    this.#statement = new NormalisedTable(tables.bytes.statement);
  }

  /** Similarities for the tokens of a query, given by their codes. */
  of(codes: readonly number[]): TokenSimilarity {
    const products = codes.map((code) => (this.#tables.isLearned(code) ? this.#productsOf(code) : null));
    return new TokenSimilarity(codes, products, {
      statement: this.#statement.unitScales,
      prose: this.#query.unitScales,
    });
  }

  #productsOf(code: number): Products {
    let cached = this.#cached.get(code);
    if (cached === undefined) {
      if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
      const row = this.#query.row(code);
      const [statement, prose] = [this.#statement.dots(row).slice(), this.#query.dots(row).slice()];
      cached = { statement, prose, length: lengthOf(row) };
      this.#cached.set(code, cached);
    }
    return cached;
  }

  /** By code: products of `vector` with the token's vectors, which are not normalised. */
  productsWith(vector: Float32Array): { statement: Float32Array; prose: Float32Array } {
    const bytes = new Int8Array(vector.length);
    const scale = 1 / toBytes(vector, bytes);
    return { statement: this.#statement.products(bytes, scale), prose: this.#query.products(bytes, scale) };
  }
}

/** Maximum cached tokens, because queries share tokens. Each takes about 50 kB. */
const MAX_CACHED = 256;

/** Initial capacity: typical number of row tokens per query. */
const INITIAL_CAPACITY = 1 << 11;

/**
 * Cosines of query tokens with row tokens, clamped to ≥ 0, computed at the first lookup of a row token. A token has
 * similarity 1 to itself; an unlearned token has similarity 0 to all others.
 */
export class TokenSimilarity {
  /** Number of query tokens. */
  readonly count: number;
  /** At `place(code) × count + i`: similarity of query token `i` to the code, if the code is in a statement. */
  inStatement: Float32Array;
  /** Likewise, if the code is in prose. */
  inProse: Float32Array;
  /** By place: maximum over the query tokens. */
  maxInStatement: Float32Array = new Float32Array(INITIAL_CAPACITY);
  maxInProse: Float32Array = new Float32Array(INITIAL_CAPACITY);
  readonly #codes: readonly number[];
  readonly #products: readonly (Products | null)[];
  readonly #unitScales: Record<'statement' | 'prose', Float32Array>;
  /** By code: its place + 1; 0: not looked up yet. */
  readonly #places = new Uint16Array(CODE_LIMIT);
  #size = 0;

  constructor(
    codes: readonly number[],
    products: readonly (Products | null)[],
    unitScales: Record<'statement' | 'prose', Float32Array>,
  ) {
    this.count = codes.length;
    this.inStatement = new Float32Array(INITIAL_CAPACITY * codes.length);
    this.inProse = new Float32Array(INITIAL_CAPACITY * codes.length);
    this.#codes = codes;
    this.#products = products;
    this.#unitScales = unitScales;
  }

  /** Place of a code in the arrays. A new code may replace the arrays by longer ones. */
  place(code: number): number {
    const place = this.#places[code]!;
    return place === 0 ? this.#addCode(code) : place - 1;
  }

  #addCode(code: number): number {
    const place = this.#size++;
    this.#places[code] = place + 1;
    const start = place * this.count;
    if (place === this.maxInStatement.length) {
      this.inStatement = doubled(this.inStatement);
      this.inProse = doubled(this.inProse);
      this.maxInStatement = doubled(this.maxInStatement);
      this.maxInProse = doubled(this.maxInProse);
    }
    for (let token = 0; token < this.count; token++) {
      const products = this.#products[token]!;
      if (this.#codes[token] === code) {
        this.inStatement[start + token] = 1;
        this.inProse[start + token] = 1;
      } else if (products !== null && code < products.statement.length) {
        const { statement, prose, length } = products;
        this.inStatement[start + token] = Math.max(0, (statement[code]! * this.#unitScales.statement[code]!) / length);
        this.inProse[start + token] = Math.max(0, (prose[code]! * this.#unitScales.prose[code]!) / length);
      }
    }
    this.maxInStatement[place] = maxOf(this.inStatement, start, this.count);
    this.maxInProse[place] = maxOf(this.inProse, start, this.count);
    return place;
  }
}

function maxOf(values: Float32Array, start: number, count: number): number {
  let most = 0;
  for (let i = start; i < start + count; i++) most = Math.max(most, values[i]!);
  return most;
}

function doubled(from: Float32Array): Float32Array {
  const to = new Float32Array(2 * from.length);
  to.set(from);
  return to;
}

/** A table of byte vectors, with scales that normalise products. */
class NormalisedTable {
  readonly #matrix: ByteMatrix;
  /** By row: factor that converts a product with the row's bytes to a product with the row. */
  readonly #scales: Float32Array;
  /** By row: factor that converts it to a product with the row normalised to length 1. */
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

  /** Products with `query`, by row. Valid until the next call. */
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

/** Avoids division by zero for zero vectors. */
const TINY = 1e-9;

function lengthOf(bytes: Int8Array): number {
  let sum = TINY;
  for (let i = 0; i < bytes.length; i++) sum += bytes[i]! * bytes[i]!;
  return Math.sqrt(sum);
}
