/** Elementary circuits of bounded length: closed paths that visit no node twice (compare Johnson 1975). */
import { type Adjacency, startOf } from './adjacency.ts';
import { type Components, UNREACHED } from './kernels.ts';

export interface Circuits {
  /** Number of circuits by their number of edges: place 0 has those of two edges. */
  byLength: number[];
  /** Whether the search was stopped, so that there may be more. */
  isCut: boolean;
}

export interface CircuitLimits {
  /** Maximum number of edges of a circuit; at least 2. */
  longest: number;
  /** The search stops at so many circuits, */
  most: number;
  /** or after so many steps along edges. Steps instead of seconds, so that the result is the same on any machine. */
  steps: number;
}

/**
 * Counts each circuit once, from its lowest node. Steps only where a way back within the length remains, so graphs with
 * few circuits take time linear in the edges of their components.
 * @param back the edges of `graph` in the other direction
 */
export function countCircuits(
  graph: Adjacency,
  back: Adjacency,
  { of, sizes }: Components,
  { longest, most, steps }: CircuitLimits,
): Circuits {
  const byLength = new Array<number>(longest - 1).fill(0);
  const wayBack = new WayBack(back);
  const isOnPath = new Uint8Array(graph.size);
  let found = 0;
  let taken = 0;
  for (let first = 0; first < graph.size; first++) {
    const component = of[first]!;
    if (sizes[component]! < 2) continue;
    const distance = wayBack.to(first, longest - 1, (node) => node > first && of[node] === component);
    const path = [first];
    const nextEdge = [startOf(graph, first)];
    while (path.length > 0) {
      const node = path.at(-1)!;
      const edge = nextEdge.at(-1)!;
      if (edge === graph.ends[node]!) {
        isOnPath[node] = 0;
        path.pop();
        nextEdge.pop();
        continue;
      }
      if (++taken > steps || found === most) return { byLength, isCut: true };
      nextEdge[nextEdge.length - 1]!++;
      const target = graph.targets[edge]!;
      if (target === first && path.length > 1) {
        byLength[path.length - 2]!++;
        found++;
      } else if (distance[target]! > 0 && isOnPath[target] === 0 && path.length + distance[target]! <= longest) {
        isOnPath[target] = 1;
        path.push(target);
        nextEdge.push(startOf(graph, target));
      }
    }
  }
  return { byLength, isCut: false };
}

/** Distances to one node after another, in an array that is cleared instead of allocated again. */
class WayBack {
  readonly #back: Adjacency;
  readonly #distance: Int32Array;
  #reached: number[] = [];

  constructor(back: Adjacency) {
    this.#back = back;
    this.#distance = new Int32Array(back.size).fill(UNREACHED);
  }

  /** By node: number of edges to `goal`, over nodes inside; `UNREACHED` if there are more than `hops`. Valid until the next call. */
  to(goal: number, hops: number, isInside: (node: number) => boolean): Int32Array {
    const distance = this.#distance;
    for (const node of this.#reached) distance[node] = UNREACHED;
    distance[goal] = 0;
    this.#reached = [goal];
    for (const node of this.#reached) {
      if (distance[node]! >= hops) break;
      for (let edge = startOf(this.#back, node); edge < this.#back.ends[node]!; edge++) {
        const source = this.#back.targets[edge]!;
        if (distance[source] !== UNREACHED || !isInside(source)) continue;
        distance[source] = distance[node]! + 1;
        this.#reached.push(source);
      }
    }
    return distance;
  }
}
