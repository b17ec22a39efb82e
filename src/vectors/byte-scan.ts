/** Preselects nearest neighbours by a scan over all vectors, quantised to bytes, with SIMD instructions. */
import { ByteMatrix, toBytes } from './byte-matrix.ts';

/** Rows are padded with zeros to a multiple of this. */
const STEP = 16;

/** A quantised vector: component `i` is about `code[i] / scale`. */
export interface VectorCode {
  scale: number;
  code: Int8Array;
}

export function encodeVector(vector: Float32Array): VectorCode {
  const code = new Int8Array(vector.length);
  return { scale: toBytes(vector, code), code };
}

export class ByteScan {
  readonly #matrix: ByteMatrix;
  /** 1 / scale by row. */
  readonly #factors: Float32Array;
  /** The caller's id of each row. */
  readonly #ids: Int32Array;

  /** `rows` yields `count` codes of `dimension` bytes. */
  constructor(
    count: number,
    dimension: number,
    rows: Iterable<{ id: number; scale: number; code: Uint8Array | Int8Array }>,
  ) {
    const width = Math.ceil(dimension / STEP) * STEP;
    this.#matrix = new ByteMatrix(count, width);
    this.#factors = new Float32Array(count);
    this.#ids = new Int32Array(count);
    const bytes = new Uint8Array(this.#matrix.rows.buffer, this.#matrix.rows.byteOffset, this.#matrix.rows.length);
    let at = 0;
    for (const { id, scale, code } of rows) {
      bytes.set(code, at * width);
      this.#factors[at] = 1 / scale;
      this.#ids[at] = id;
      at++;
    }
  }

  /** Ids of the `count` rows with approximately the largest products with `query`, in no order. */
  candidates(query: Float32Array, count: number): number[] {
    const code = new Int8Array(this.#matrix.dimension);
    toBytes(query, code);
    const products = this.#matrix.dots(code);
    const scores = this.#factors.map((factor, row) => products[row]! * factor);
    if (count >= scores.length) return [...this.#ids];
    const least = nthLargest(scores, count);
    const found: number[] = [];
    const equal: number[] = [];
    scores.forEach((score, row) => {
      if (score > least) found.push(this.#ids[row]!);
      else if (score === least) equal.push(this.#ids[row]!);
    });
    return [...found, ...equal.slice(0, count - found.length)];
  }
}

/** The `n`-th largest value (from 1), with a min-heap of the n largest so far. */
function nthLargest(values: Float32Array, n: number): number {
  const heap = values.slice(0, n).sort();
  for (let i = n; i < values.length; i++) {
    if (values[i]! <= heap[0]!) continue;
    heap[0] = values[i]!;
    sink(heap);
  }
  return heap[0]!;
}

function sink(heap: Float32Array): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    const smaller = left + 1 < heap.length && heap[left + 1]! < heap[left]! ? left + 1 : left;
    if (smaller >= heap.length || heap[smaller]! >= heap[at]!) return;
    [heap[at], heap[smaller]] = [heap[smaller]!, heap[at]!];
    at = smaller;
  }
}
