/** Priority queue: a heap by cost, then by insertion order. */

interface Entry<T> {
  cost: number;
  order: number;
  item: T;
}

export class PriorityQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #added = 0;

  add(cost: number, item: T): void {
    const entry = { cost, order: this.#added++, item };
    let at = this.#heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, this.#heap[above]!)) break;
      this.#heap[at] = this.#heap[above]!;
      at = above;
    }
    this.#heap[at] = entry;
  }

  /** Cost of the next item; `Infinity` if the queue is empty. */
  get nextCost(): number {
    return this.#heap[0]?.cost ?? Infinity;
  }

  take(): T | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first !== undefined && last !== undefined && last !== first) this.#sink(last);
    return first?.item;
  }

  #sink(entry: Entry<T>): void {
    const heap = this.#heap;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (!isBefore(heap[below]!, entry)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = entry;
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.order < b.order);
}
