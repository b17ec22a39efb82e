/** Vectors as stored in a weights file: one byte per component, and one scale per vector. */

const LARGEST_BYTE = 127;
/** Used instead of the largest component of a zero vector. */
const EPSILON = 1e-9;

export class ByteTable {
  readonly dimension: number;
  /** `vectors × dimension`. */
  readonly bytes: Int8Array;
  /** By vector: factor of its bytes. */
  readonly scales: Float32Array;
  #floats: Float32Array | null = null;

  constructor(bytes: Int8Array, scales: Float32Array, dimension: number) {
    this.bytes = bytes;
    this.scales = scales;
    this.dimension = dimension;
  }

  /** Quantises vectors to within half a byte: the largest component of each becomes ±127. */
  static of(vectors: Float32Array, dimension: number): ByteTable {
    const bytes = new Int8Array(vectors.length);
    const scales = new Float32Array(vectors.length / dimension);
    for (let row = 0; row < scales.length; row++) {
      const [start, end] = [row * dimension, (row + 1) * dimension];
      let most = EPSILON;
      for (let i = start; i < end; i++) most = Math.max(most, Math.abs(vectors[i]!));
      scales[row] = most / LARGEST_BYTE;
      for (let i = start; i < end; i++) bytes[i] = Math.round(vectors[i]! / scales[row]!);
    }
    return new ByteTable(bytes, scales, dimension);
  }

  /** All vectors as numbers. Computed on first use and cached, because a query needs only a few of them. */
  get floats(): Float32Array {
    this.#floats ??= this.rows(this.scales.keys());
    return this.#floats;
  }

  /** The given vectors as numbers, concatenated. */
  rows(which: Iterable<number>): Float32Array {
    const { bytes, scales, dimension } = this;
    const rows = Uint32Array.from(which);
    const floats = new Float32Array(rows.length * dimension);
    let to = 0;
    for (const row of rows) {
      const scale = scales[row]!;
      for (let i = row * dimension, end = i + dimension; i < end; i++) floats[to++] = bytes[i]! * scale;
    }
    return floats;
  }
}
