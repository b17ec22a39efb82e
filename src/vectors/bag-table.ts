/** Weighted sums of table rows for many bags, with SIMD instructions. */
import { BAG_SUMS } from './bag-sums.ts';
import { instantiate } from './wasm-instance.ts';

const PAGE = 1 << 16;
/** Numbers per step of the loop. */
const STEP = 8;
/** Buffer capacity in tokens. */
const CAPACITY = 512;

interface Exports {
  memory: WebAssembly.Memory;
  add: (rows: number, dimension: number, codes: number, weights: number, count: number, sum: number) => number;
}

export class BagTable {
  /** Sum of the last finished bag. Bit-identical to plain arithmetic in a `Float32Array`. */
  readonly sum: Float32Array;
  readonly #dimension: number;
  readonly #tableAt: number;
  readonly #codes: Int32Array;
  readonly #weights: Float64Array;
  readonly #exports: Exports;
  #count = 0;
  #hasPartialSum = false;

  /** Copies `table`. Its rows have `dimension` numbers, which must be a multiple of 8. */
  constructor(table: Float32Array, dimension: number) {
    if (dimension % STEP !== 0) throw new RangeError(`a dimension of ${dimension} is not a multiple of ${STEP}`);
    this.#exports = instantiate(BAG_SUMS) as Exports;
    this.#dimension = dimension;
    const weightsEnd = CAPACITY * Float64Array.BYTES_PER_ELEMENT;
    const codesEnd = weightsEnd + CAPACITY * Int32Array.BYTES_PER_ELEMENT;
    this.#tableAt = codesEnd + dimension * Float32Array.BYTES_PER_ELEMENT;
    this.#exports.memory.grow(Math.ceil((this.#tableAt + table.byteLength) / PAGE));
    const { buffer } = this.#exports.memory;
    this.#weights = new Float64Array(buffer, 0, CAPACITY);
    this.#codes = new Int32Array(buffer, weightsEnd, CAPACITY);
    this.sum = new Float32Array(buffer, codesEnd, dimension);
    new Float32Array(buffer, this.#tableAt, table.length).set(table);
  }

  /** Adds a row of the table to the bag. */
  add(code: number, weight: number): void {
    if (this.#count === CAPACITY) this.#flush();
    this.#codes[this.#count] = code;
    this.#weights[this.#count++] = weight;
  }

  /** Computes the sum and empties the bag. Returns the length of the sum. */
  finish(): number {
    const length = Math.sqrt(this.#flush());
    this.#hasPartialSum = false;
    return length;
  }

  #flush(): number {
    if (!this.#hasPartialSum) this.sum.fill(0);
    this.#hasPartialSum = true;
    const { byteOffset: codes } = this.#codes;
    const { byteOffset: sum } = this.sum;
    const squares = this.#exports.add(this.#tableAt, this.#dimension, codes, 0, this.#count, sum);
    this.#count = 0;
    return squares;
  }
}
