/** Streaming selection of the best of many rows. */

/** Extra buffer capacity, as a multiple of the kept rows: a larger buffer is pruned less often. */
const BUFFER_FACTOR = 3;

/** Keeps the rows of the `count` largest values above 0; of ties the first. Rows must be added in ascending order. */
export class BestRows {
  /** Only values above this can be selected. */
  threshold = 0;
  readonly #count: number;
  readonly #ids: Uint32Array;
  readonly #values: Float32Array;
  readonly #scratch: Float32Array;
  #length = 0;

  constructor(count: number) {
    this.#count = count;
    this.#ids = new Uint32Array((1 + BUFFER_FACTOR) * count);
    this.#values = new Float32Array((1 + BUFFER_FACTOR) * count);
    this.#scratch = new Float32Array((1 + BUFFER_FACTOR) * count);
  }

  add(id: number, value: number): void {
    this.#ids[this.#length] = id;
    this.#values[this.#length++] = value;
    if (this.#length === this.#ids.length) this.#prune();
  }

  #prune(): void {
    if (this.#length <= this.#count) return;
    const scratch = this.#scratch.subarray(0, this.#length);
    scratch.set(this.#values.subarray(0, this.#length));
    this.threshold = valueAtRank(scratch, this.#count - 1);
    let ties = this.#count;
    for (let i = 0; i < this.#length; i++) if (this.#values[i]! > this.threshold) ties--;
    let count = 0;
    for (let i = 0; i < this.#length; i++) {
      const value = this.#values[i]!;
      if (value < this.threshold || (value === this.threshold && ties-- <= 0)) continue;
      this.#ids[count] = this.#ids[i]!;
      this.#values[count++] = value;
    }
    this.#length = count;
  }

  /** Ids of the selected rows, ascending. */
  ids(): Uint32Array {
    this.#prune();
    return this.#ids.subarray(0, this.#length);
  }
}

/** The value at `rank` (0: the largest). Reorders `values`. Hoare's selection, with the middle value as pivot. */
function valueAtRank(values: Float32Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! > pivot) left++;
      while (values[right]! < pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return values[rank]!;
}
