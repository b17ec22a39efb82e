/** A directed graph as typed arrays (compressed sparse rows): a million edges need 5 MB and load in milliseconds. */

/** Node `n` has the edges from `ends[n - 1]` (0 for the first) up to `ends[n]`. */
export interface Adjacency {
  /** Number of nodes; nodes are 0 to `size - 1`. */
  readonly size: number;
  readonly ends: Uint32Array;
  /** Targets of each node in rising order. */
  readonly targets: Uint32Array;
  /** By edge: a set of bits, at least one. */
  readonly labels: Uint8Array;
}

/** Collects edges in any order. */
export class EdgeList {
  #from = new Uint32Array(1 << 12);
  #to = new Uint32Array(1 << 12);
  #labels = new Uint8Array(1 << 12);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(from: number, to: number, label: number): void {
    if (this.#count === this.#labels.length) this.#grow();
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#labels[this.#count++] = label;
  }

  /** Joins edges between the same nodes to one with all their labels. The order of the calls of `add` is irrelevant. */
  adjacency(size: number): Adjacency {
    return inRows(size, this.#from.subarray(0, this.#count), this.#to, this.#labels);
  }

  #grow(): void {
    const grow = <T extends Uint32Array | Uint8Array>(array: T): T => {
      const larger = new (array.constructor as new (length: number) => T)(2 * array.length);
      larger.set(array);
      return larger;
    };
    this.#from = grow(this.#from);
    this.#to = grow(this.#to);
    this.#labels = grow(this.#labels);
  }
}

/** Sorts twice by counting: by target, then stably by source. */
function inRows(size: number, from: Uint32Array, to: Uint32Array, labels: Uint8Array): Adjacency {
  const byTarget = countingOrder(size, from.length, (edge) => to[edge]!, null);
  const order = countingOrder(size, from.length, (edge) => from[edge]!, byTarget);
  const ends = new Uint32Array(size);
  const targets = new Uint32Array(from.length);
  const joined = new Uint8Array(from.length);
  let count = 0;
  let last = -1;
  for (const edge of order) {
    const source = from[edge]!;
    const target = to[edge]!;
    if (source === last && targets[count - 1] === target) joined[count - 1]! |= labels[edge]!;
    else {
      targets[count] = target;
      joined[count++] = labels[edge]!;
    }
    last = source;
    ends[source] = count;
  }
  for (let node = 1; node < size; node++) ends[node] = Math.max(ends[node]!, ends[node - 1]!);
  return { size, ends, targets: targets.slice(0, count), labels: joined.slice(0, count) };
}

function countingOrder(
  size: number,
  edges: number,
  keyOf: (edge: number) => number,
  before: Uint32Array | null,
): Uint32Array {
  const places = new Uint32Array(size + 1);
  for (let edge = 0; edge < edges; edge++) places[keyOf(edge) + 1]!++;
  for (let key = 0; key < size; key++) places[key + 1]! += places[key]!;
  const order = new Uint32Array(edges);
  for (let i = 0; i < edges; i++) {
    const edge = before === null ? i : before[i]!;
    order[places[keyOf(edge)]!++] = edge;
  }
  return order;
}

export function startOf({ ends }: Adjacency, node: number): number {
  return node === 0 ? 0 : ends[node - 1]!;
}

export function degreeOf(graph: Adjacency, node: number): number {
  return graph.ends[node]! - startOf(graph, node);
}

/** Targets of the edges of a node that have one of `labels`, in rising order. */
export function neighboursOf(graph: Adjacency, node: number, labels = ALL_LABELS): number[] {
  const found: number[] = [];
  for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++)
    if ((graph.labels[edge]! & labels) !== 0) found.push(graph.targets[edge]!);
  return found;
}

export const ALL_LABELS = 0xff;

/** The same edges in the other direction. */
export function reversed({ size, ends, targets, labels }: Adjacency): Adjacency {
  const places = new Uint32Array(size);
  for (const target of targets) if (target + 1 < size) places[target + 1]!++;
  for (let node = 1; node < size; node++) places[node]! += places[node - 1]!;
  const sources = new Uint32Array(targets.length);
  const joined = new Uint8Array(targets.length);
  // Sources come in rising order, so those of each target do, too.
  for (let node = 0, edge = 0; node < size; node++) {
    for (; edge < ends[node]!; edge++) {
      const place = places[targets[edge]!]!++;
      sources[place] = node;
      joined[place] = labels[edge]!;
    }
  }
  // Each place is now at the end of its row.
  return { size, ends: places, targets: sources, labels: joined };
}
