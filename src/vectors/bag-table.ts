/** Weighted sums of rows of a table, of very many bags, by the processor's vector instructions. */
import { BAG_SUMS } from './bag-sums.ts';

const PAGE = 1 << 16;
/** Numbers that the loop takes at once. */
const STEP = 8;
/** Tokens that are gathered before they are added. */
const ROOM = 512;

interface Exports {
  memory: WebAssembly.Memory;
  add: (rows: number, dimension: number, codes: number, weights: number, count: number, sum: number) => number;
}

let compiled: WebAssembly.Module | null = null;

export class BagTable {
  /** Of the bag that was summed last: to the last bit what plain arithmetic in a `Float32Array` gives. */
  readonly sum: Float32Array;
  readonly #dimension: number;
  readonly #tableAt: number;
  readonly #codes: Int32Array;
  readonly #weights: Float64Array;
  readonly #exports: Exports;
  #count = 0;
  #isBegun = false;

  /** A copy of `table`, of rows of `dimension` numbers, which must be a multiple of 8. */
  constructor(table: Float32Array, dimension: number) {
    if (dimension % STEP !== 0) throw new RangeError(`a dimension of ${dimension} is no multiple of ${STEP}`);
    compiled ??= new WebAssembly.Module(Buffer.from(BAG_SUMS, 'base64'));
    const exports: unknown = new WebAssembly.Instance(compiled).exports;
    this.#exports = exports as Exports;
    this.#dimension = dimension;
    const weightsEnd = ROOM * Float64Array.BYTES_PER_ELEMENT;
    const codesEnd = weightsEnd + ROOM * Int32Array.BYTES_PER_ELEMENT;
    this.#tableAt = codesEnd + dimension * Float32Array.BYTES_PER_ELEMENT;
    this.#exports.memory.grow(Math.ceil((this.#tableAt + table.byteLength) / PAGE));
    const { buffer } = this.#exports.memory;
    this.#weights = new Float64Array(buffer, 0, ROOM);
    this.#codes = new Int32Array(buffer, weightsEnd, ROOM);
    this.sum = new Float32Array(buffer, codesEnd, dimension);
    new Float32Array(buffer, this.#tableAt, table.length).set(table);
  }

  /** Puts a row of the table into the bag. */
  add(code: number, weight: number): void {
    if (this.#count === ROOM) this.#addGathered();
    this.#codes[this.#count] = code;
    this.#weights[this.#count++] = weight;
  }

  /** Sums up the bag, which is empty then. Returns the length of the sum. */
  finish(): number {
    const length = Math.sqrt(this.#addGathered());
    this.#isBegun = false;
    return length;
  }

  #addGathered(): number {
    if (!this.#isBegun) this.sum.fill(0);
    this.#isBegun = true;
    const { byteOffset: codes } = this.#codes;
    const { byteOffset: sum } = this.sum;
    const squares = this.#exports.add(this.#tableAt, this.#dimension, codes, 0, this.#count, sum);
    this.#count = 0;
    return squares;
  }
}
