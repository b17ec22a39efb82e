/** Many vectors of signed bytes, and their products with one: a plain scan, by the processor's vector instructions. */
import { DOT_PRODUCTS } from './dot-products.ts';

const PAGE = 1 << 16;
/** Vectors are padded with zeros to a multiple of this. */
const STEP = 16;
/** Largest component, in bytes. */
const LARGEST = 127;

interface Exports {
  memory: WebAssembly.Memory;
  dots: (rows: number, count: number, dimension: number, query: number, out: number) => void;
}

let compiled: WebAssembly.Module | null = null;

export class ByteMatrix {
  readonly count: number;
  readonly dimension: number;
  /** `count × dimension`, to be filled. */
  readonly rows: Int8Array;
  readonly #query: Int8Array;
  readonly #out: Int32Array;
  readonly #exports: Exports;

  /** `dimension` must be a multiple of 16. */
  constructor(count: number, dimension: number) {
    if (dimension % STEP !== 0) throw new RangeError(`a dimension of ${dimension} is no multiple of ${STEP}`);
    compiled ??= new WebAssembly.Module(Buffer.from(DOT_PRODUCTS, 'base64'));
    this.#exports = new WebAssembly.Instance(compiled).exports as Exports;
    this.count = count;
    this.dimension = dimension;
    const rowBytes = Math.ceil((count * dimension) / STEP) * STEP;
    const total = rowBytes + dimension + count * Int32Array.BYTES_PER_ELEMENT;
    this.#exports.memory.grow(Math.ceil(total / PAGE));
    const { buffer } = this.#exports.memory;
    this.rows = new Int8Array(buffer, 0, count * dimension);
    this.#query = new Int8Array(buffer, rowBytes, dimension);
    this.#out = new Int32Array(buffer, rowBytes + dimension, count);
  }

  /** Row by row its product with `query`; overwritten by the next call. */
  dots(query: Int8Array): Int32Array {
    this.#query.set(query);
    this.#exports.dots(0, this.count, this.dimension, this.#query.byteOffset, this.#out.byteOffset);
    return this.#out;
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
