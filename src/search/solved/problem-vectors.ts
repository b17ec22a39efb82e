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
    const wide = Float64Array.from(query);
    let at = 0;
    // Four problems at once: their sums do not wait for each other.
    for (; at + 3 < found.length; at += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = 0, from = at * dimension; i < dimension; i++, from++) {
        const value = wide[i]!;
        a += packed[from]! * value;
        b += packed[from + dimension]! * value;
        c += packed[from + 2 * dimension]! * value;
        d += packed[from + 3 * dimension]! * value;
      }
      found.set([a, b, c, d], at);
    }
    for (; at < found.length; at++)
      for (let i = 0; i < dimension; i++) found[at]! += packed[at * dimension + i]! * wide[i]!;
    return found;
  }
}
