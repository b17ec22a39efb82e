/** A sparse matrix by rows, its products with dense matrices, and orthonormal columns. Dense matrices are row by row. */

type Numbers = Float32Array | Float64Array;

export class SparseRows {
  readonly #starts: Uint32Array;
  readonly #columns: Uint32Array;
  readonly #values: Float32Array;
  readonly #width: number;

  private constructor(starts: Uint32Array, columns: Uint32Array, values: Float32Array, width: number) {
    this.#starts = starts;
    this.#columns = columns;
    this.#values = values;
    this.#width = width;
  }

  static from(rows: readonly { columns: readonly number[]; values: readonly number[] }[], width: number): SparseRows {
    const starts = new Uint32Array(rows.length + 1);
    for (const [at, { columns }] of rows.entries()) starts[at + 1] = starts[at]! + columns.length;
    const columns = new Uint32Array(starts[rows.length]!);
    const values = new Float32Array(columns.length);
    for (const [at, row] of rows.entries()) {
      columns.set(row.columns, starts[at]);
      values.set(row.values, starts[at]);
    }
    return new SparseRows(starts, columns, values, width);
  }

  /** This × dense (width × `size`) = rows × `size`. */
  times(dense: Numbers, size: number): Float64Array {
    const count = this.#starts.length - 1;
    const product = new Float64Array(count * size);
    for (let row = 0; row < count; row++) {
      const to = row * size;
      for (let at = this.#starts[row]!; at < this.#starts[row + 1]!; at++) {
        const value = this.#values[at]!;
        const from = this.#columns[at]! * size;
        for (let k = 0; k < size; k++) product[to + k]! += value * dense[from + k]!;
      }
    }
    return product;
  }

  /** The transpose of this × dense (rows × `size`) = width × `size`. */
  timesTransposed(dense: Numbers, size: number): Float64Array {
    const product = new Float64Array(this.#width * size);
    for (let row = 0; row < this.#starts.length - 1; row++) {
      const from = row * size;
      for (let at = this.#starts[row]!; at < this.#starts[row + 1]!; at++) {
        const value = this.#values[at]!;
        const to = this.#columns[at]! * size;
        for (let k = 0; k < size; k++) product[to + k]! += value * dense[from + k]!;
      }
    }
    return product;
  }
}

/** Below this share of the largest diagonal, a column depends on those before it. */
const DEPENDENT = 1e-12;

/**
 * Makes the columns of a dense matrix orthonormal, in place, by the Cholesky factor of its Gram matrix. A column that
 * depends on others becomes zeros.
 */
export function orthonormalize(dense: Float64Array, size: number): void {
  const factor = choleskyOf(gramOf(dense, size), size);
  // Row by row: x := x · R⁻¹, where RᵀR is the Gram matrix.
  for (let row = 0; row < dense.length; row += size) {
    for (let j = 0; j < size; j++) {
      const pivot = factor[j * size + j]!;
      const value = pivot === 0 ? 0 : dense[row + j]! / pivot;
      dense[row + j] = value;
      if (value === 0) continue;
      for (let k = j + 1; k < size; k++) dense[row + k]! -= value * factor[j * size + k]!;
    }
  }
}

/** The upper triangle of denseᵀ × dense. */
function gramOf(dense: Float64Array, size: number): Float64Array {
  const gram = new Float64Array(size * size);
  for (let row = 0; row < dense.length; row += size) {
    for (let i = 0; i < size; i++) {
      const value = dense[row + i]!;
      if (value === 0) continue;
      for (let j = i; j < size; j++) gram[i * size + j]! += value * dense[row + j]!;
    }
  }
  return gram;
}

/** Turns the upper triangle of a Gram matrix into R with RᵀR = the matrix; the row of a dependent column is zeros. */
function choleskyOf(gram: Float64Array, size: number): Float64Array {
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, gram[i * size + i]!);
  for (let i = 0; i < size; i++) {
    const diagonal = gram[i * size + i]!;
    const pivot = diagonal > largest * DEPENDENT ? Math.sqrt(diagonal) : 0;
    for (let j = i; j < size; j++) gram[i * size + j] = pivot === 0 ? 0 : gram[i * size + j]! / pivot;
    for (let k = i + 1; k < size; k++) {
      const value = gram[i * size + k]!;
      if (value === 0) continue;
      for (let j = k; j < size; j++) gram[k * size + j]! -= value * gram[i * size + j]!;
    }
  }
  return gram;
}

/** Divides each row by its length; a row of zeros stays. */
export function normalizeRows(dense: Float32Array, size: number): void {
  for (let row = 0; row < dense.length; row += size) {
    let square = 0;
    for (let k = row; k < row + size; k++) square += dense[k]! * dense[k]!;
    if (square === 0) continue;
    const length = Math.sqrt(square);
    for (let k = row; k < row + size; k++) dense[k]! /= length;
  }
}

/** `count` random numbers from -1 to 1 (xorshift32), the same for a seed: the start of a subspace iteration. */
export function seededNumbers(count: number, seed: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
}
