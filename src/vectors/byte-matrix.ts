/** Dot products of many int8 vectors with one vector: a linear scan with SIMD instructions. */
import { DOT_PRODUCTS } from './dot-products.ts';
import { instantiate } from './wasm-instance.ts';

const PAGE = 1 << 16;
/** The dimension must be a multiple of this. */
const STEP = 16;
/** Rows per step of the scan. The number of rows is padded to a multiple. */
const ROW_STEP = 4;
/**
 * Rows per call. The engine replaces slow code by optimised code only between calls, so a single long call would be
 * slow in the first scan of a process.
 */
const ROWS_PER_CALL = 1 << 13;
/** Largest component as a byte. */
const LARGEST_BYTE = 127;

interface Exports {
  memory: WebAssembly.Memory;
  dots: (rows: number, count: number, dimension: number, query: number, out: number) => void;
  scale: (at: number, count: number, factor: number) => void;
  squares: (rows: number, count: number, dimension: number, out: number) => void;
}

export class ByteMatrix {
  readonly count: number;
  readonly dimension: number;
  /** `count × dimension`, filled by the caller. */
  readonly rows: Int8Array;
  readonly #query: Int16Array;
  readonly #out: Int32Array;
  readonly #exports: Exports;

  /** `dimension` must be a multiple of 16. */
  constructor(count: number, dimension: number) {
    if (dimension % STEP !== 0) throw new RangeError(`a dimension of ${dimension} is not a multiple of ${STEP}`);
    this.#exports = instantiate(DOT_PRODUCTS) as Exports;
    this.count = count;
    this.dimension = dimension;
    const padded = Math.ceil(count / ROW_STEP) * ROW_STEP;
    const queryAt = padded * dimension;
    const outAt = queryAt + dimension * Int16Array.BYTES_PER_ELEMENT;
    this.#exports.memory.grow(Math.ceil((outAt + padded * Int32Array.BYTES_PER_ELEMENT) / PAGE));
    const { buffer } = this.#exports.memory;
    this.rows = new Int8Array(buffer, 0, count * dimension);
    this.#query = new Int16Array(buffer, queryAt, dimension);
    this.#out = new Int32Array(buffer, outAt, padded);
  }

  /** Products of the rows with `query`. Overwritten by the next call. */
  dots(query: Int8Array): Int32Array {
    const { dimension } = this;
    this.#query.set(query);
    const { byteOffset: queryAt } = this.#query;
    for (let first = 0; first < this.#out.length; first += ROWS_PER_CALL) {
      const count = Math.min(ROWS_PER_CALL, this.#out.length - first);
      const out = this.#out.byteOffset + first * Int32Array.BYTES_PER_ELEMENT;
      this.#exports.dots(first * dimension, count, dimension, queryAt, out);
    }
    return this.#out.subarray(0, this.count);
  }

  /** Products of the rows with `query`, times `factor`. */
  scaledDots(query: Int8Array, factor: number): Float32Array {
    this.dots(query);
    const { buffer, byteOffset, length } = this.#out;
    this.#exports.scale(byteOffset, length, factor);
    return new Float32Array(buffer, byteOffset, this.count).slice();
  }

  /** Squared length of each row. Overwritten by the next call. */
  squares(): Int32Array {
    this.#exports.squares(0, this.count, this.dimension, this.#out.byteOffset);
    return this.#out.subarray(0, this.count);
  }
}

/** Quantises a vector to bytes: the largest component becomes ±127. Returns the divisor that restores components. */
export function toBytes(vector: Float32Array, bytes: Int8Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  if (largest === 0) {
    bytes.fill(0);
    return 1;
  }
  const scale = LARGEST_BYTE / largest;
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i]! * scale);
  return scale;
}
