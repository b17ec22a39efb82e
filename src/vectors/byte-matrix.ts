/** Many vectors of signed bytes, and their products with one: a plain scan, by the processor's vector instructions. */
import { DOT_PRODUCTS } from './dot-products.ts';

const PAGE = 1 << 16;
/** Vectors are as long as a multiple of this. */
const STEP = 16;
/** Rows that the scan takes together: their number is padded to a multiple of it. */
const ROWS_TOGETHER = 4;
/**
 * Rows a call. An engine may swap slow code for fast only between calls: in one long one the first scan of a process
 * would be slow to its end.
 */
const ROWS_A_CALL = 1 << 13;
/** Largest component, in bytes. */
const LARGEST = 127;

interface Exports {
  memory: WebAssembly.Memory;
  dots: (rows: number, count: number, dimension: number, query: number, out: number) => void;
  scale: (at: number, count: number, factor: number) => void;
  squares: (rows: number, count: number, dimension: number, out: number) => void;
}

let compiled: WebAssembly.Module | null = null;

export class ByteMatrix {
  readonly count: number;
  readonly dimension: number;
  /** `count × dimension`, to be filled. */
  readonly rows: Int8Array;
  readonly #query: Int16Array;
  readonly #out: Int32Array;
  readonly #exports: Exports;

  /** `dimension` must be a multiple of 16. */
  constructor(count: number, dimension: number) {
    if (dimension % STEP !== 0) throw new RangeError(`a dimension of ${dimension} is no multiple of ${STEP}`);
    compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
    const exports: unknown = new WebAssembly.Instance(compiled).exports;
    this.#exports = exports as Exports;
    this.count = count;
    this.dimension = dimension;
    const padded = Math.ceil(count / ROWS_TOGETHER) * ROWS_TOGETHER;
    const queryAt = padded * dimension;
    const outAt = queryAt + dimension * Int16Array.BYTES_PER_ELEMENT;
    this.#exports.memory.grow(Math.ceil((outAt + padded * Int32Array.BYTES_PER_ELEMENT) / PAGE));
    const { buffer } = this.#exports.memory;
    this.rows = new Int8Array(buffer, 0, count * dimension);
    this.#query = new Int16Array(buffer, queryAt, dimension);
    this.#out = new Int32Array(buffer, outAt, padded);
  }

  /** Row by row its product with `query`; overwritten by the next call. */
  dots(query: Int8Array): Int32Array {
    const { dimension } = this;
    this.#query.set(query);
    const { byteOffset: queryAt } = this.#query;
    for (let first = 0; first < this.#out.length; first += ROWS_A_CALL) {
      const count = Math.min(ROWS_A_CALL, this.#out.length - first);
      const out = this.#out.byteOffset + first * Int32Array.BYTES_PER_ELEMENT;
      this.#exports.dots(first * dimension, count, dimension, queryAt, out);
    }
    return this.#out.subarray(0, this.count);
  }

  /** Row by row its product with `query`, times `factor`. */
  scaledDots(query: Int8Array, factor: number): Float32Array {
    this.dots(query);
    const { buffer, byteOffset, length } = this.#out;
    this.#exports.scale(byteOffset, length, factor);
    return new Float32Array(buffer, byteOffset, this.count).slice();
  }

  /** Row by row its product with itself; overwritten by the next call. */
  squares(): Int32Array {
    this.#exports.squares(0, this.count, this.dimension, this.#out.byteOffset);
    return this.#out.subarray(0, this.count);
  }
}

/** A vector in bytes: the largest component becomes ±127. Returns by how much a byte must be divided. */
export function toBytes(vector: Float32Array, bytes: Int8Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  if (most === 0) {
    bytes.fill(0);
    return 1;
  }
  const scale = LARGEST / most;
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i]! * scale);
  return scale;
}
