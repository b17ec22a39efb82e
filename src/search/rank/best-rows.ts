/** The few best of very many rows, as they come by. */

/** Room beside the rows that are kept, as many times as these: the larger, the rarer some are thrown out. */
const SPARE = 3;

/** The rows of the `count` largest values so far, above 0; of equal ones the first. Rows must come in rising order. */
export class BestRows {
  /** What a value must be above to get in. */
  threshold = 0;
  readonly #count: number;
  readonly #ids: Uint32Array;
  readonly #values: Float32Array;
  readonly #scratch: Float32Array;
  #length = 0;

  constructor(count: number) {
    this.#count = count;
    this.#ids = new Uint32Array((1 + SPARE) * count);
    this.#values = new Float32Array((1 + SPARE) * count);
    this.#scratch = new Float32Array((1 + SPARE) * count);
  }

  add(id: number, value: number): void {
    this.#ids[this.#length] = id;
    this.#values[this.#length++] = value;
    if (this.#length === this.#ids.length) this.#cut();
  }

  #cut(): void {
    if (this.#length <= this.#count) return;
    const scratch = this.#scratch.subarray(0, this.#length);
    scratch.set(this.#values.subarray(0, this.#length));
    this.threshold = largestBut(scratch, this.#count - 1);
    let ties = this.#count;
    for (let i = 0; i < this.#length; i++) if (this.#values[i]! > this.threshold) ties--;
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      const value = this.#values[i]!;
      if (value < this.threshold || (value === this.threshold && ties-- <= 0)) continue;
      this.#ids[kept] = this.#ids[i]!;
      this.#values[kept++] = value;
    }
    this.#length = kept;
  }

  /** Of the rows that are kept, in rising order. */
  ids(): Uint32Array {
    this.#cut();
    return this.#ids.subarray(0, this.#length);
  }
}

/** The largest value but so many; changes the order of `values`. Hoare's selection, with the middle value as pivot. */
function largestBut(values: Float32Array, rank: number): number {
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
