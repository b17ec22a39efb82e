/** Compares a problem with many others by their vectors. Pure. */

export class ProblemVectors {
  readonly #dimension: number;
  /** All vectors one after another; zeros where there is none. */
  readonly #packed: Float32Array;
  readonly #count: number;

  /** `vectors`: of length 1 and of one dimension; null for a problem without one. */
  constructor(vectors: readonly (Float32Array | null)[]) {
    this.#count = vectors.length;
    this.#dimension = vectors.find((vector) => vector !== null)?.length ?? 0;
    this.#packed = new Float32Array(this.#count * this.#dimension);
    for (const [at, vector] of vectors.entries()) if (vector !== null) this.#packed.set(vector, at * this.#dimension);
  }

  /** By problem: the cosine with `query`, which has length 1; 0 for a problem without a vector. */
  similarities(query: Float32Array): Float64Array {
    const [packed, dimension] = [this.#packed, this.#dimension];
    const found = new Float64Array(this.#count);
    if (query.length !== dimension) return found;
    for (let at = 0, from = 0; at < found.length; at++, from += dimension) {
      // Four sums at once: the additions need not wait for each other.
      let [a, b, c, d] = [0, 0, 0, 0];
      let i = 0;
      for (; i + 3 < dimension; i += 4) {
        a += packed[from + i]! * query[i]!;
        b += packed[from + i + 1]! * query[i + 1]!;
        c += packed[from + i + 2]! * query[i + 2]!;
        d += packed[from + i + 3]! * query[i + 3]!;
      }
      for (; i < dimension; i++) a += packed[from + i]! * query[i]!;
      found[at] = a + b + (c + d);
    }
    return found;
  }
}
