/** Algorithms on graphs of typed arrays. All are iterative, so deep graphs do not overflow the stack. */
import { type Adjacency, ALL_LABELS, startOf } from './adjacency.ts';

/** Not reached. */
export const UNREACHED = -1;

export interface Reached {
  /** In the order of the search: rising distance. */
  order: number[];
  /** By node: number of edges from the nearest start; `UNREACHED` if there is no path. */
  distance: Int32Array;
}

/** Breadth-first search. `hops`: maximum distance. `labels`: edges without any of these bits do not count. */
export function breadthFirst(
  graph: Adjacency,
  starts: readonly number[],
  { hops = Infinity, labels = ALL_LABELS }: { hops?: number; labels?: number } = {},
): Reached {
  const distance = new Int32Array(graph.size).fill(UNREACHED);
  const order: number[] = [];
  for (const start of starts) {
    if (distance[start] !== UNREACHED) continue;
    distance[start] = 0;
    order.push(start);
  }
  for (let next = 0; next < order.length; next++) {
    const node = order[next]!;
    if (distance[node]! >= hops) break;
    for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++) {
      const target = graph.targets[edge]!;
      if ((graph.labels[edge]! & labels) === 0 || distance[target] !== UNREACHED) continue;
      distance[target] = distance[node]! + 1;
      order.push(target);
    }
  }
  return { order, distance };
}

/** The nodes of a shortest path, both ends included; null if there is none. */
export function shortestPath(graph: Adjacency, from: number, to: number, labels = ALL_LABELS): number[] | null {
  const before = new Int32Array(graph.size).fill(UNREACHED);
  const queue = [from];
  before[from] = from;
  for (let next = 0; next < queue.length && before[to] === UNREACHED; next++) {
    const node = queue[next]!;
    for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++) {
      const target = graph.targets[edge]!;
      if ((graph.labels[edge]! & labels) === 0 || before[target] !== UNREACHED) continue;
      before[target] = node;
      queue.push(target);
    }
  }
  if (before[to] === UNREACHED) return null;
  const path = [to];
  while (path.at(-1) !== from) path.push(before[path.at(-1)!]!);
  return path.toReversed();
}

export interface Components {
  count: number;
  /** By node. An edge between two components leads from the higher number to the lower one. */
  of: Int32Array;
  /** By component: number of nodes. */
  sizes: Uint32Array;
}

/** Strongly connected components (Tarjan 1972). */
export function stronglyConnected(graph: Adjacency): Components {
  const { size, ends, targets } = graph;
  const of = new Int32Array(size).fill(-1);
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const nextEdge = new Uint32Array(size);
  /** Nodes without a component yet, in the order of their visit. */
  const open: number[] = [];
  const calls: number[] = [];
  const sizes: number[] = [];
  let visited = 0;
  const enter = (node: number): void => {
    index[node] = low[node] = visited++;
    nextEdge[node] = startOf(graph, node);
    open.push(node);
    calls.push(node);
  };
  const close = (node: number): void => {
    let members = 0;
    for (let member = -1; member !== node; members++) {
      member = open.pop()!;
      of[member] = sizes.length;
    }
    sizes.push(members);
  };
  for (let root = 0; root < size; root++) {
    if (index[root] !== -1) continue;
    enter(root);
    while (calls.length > 0) {
      const node = calls.at(-1)!;
      if (nextEdge[node]! < ends[node]!) {
        const target = targets[nextEdge[node]!++]!;
        if (index[target] === -1) enter(target);
        else if (of[target] === -1) low[node] = Math.min(low[node]!, index[target]!);
        continue;
      }
      calls.pop();
      if (low[node] === index[node]) close(node);
      const caller = calls.at(-1);
      if (caller !== undefined) low[caller] = Math.min(low[caller]!, low[node]!);
    }
  }
  return { count: sizes.length, of, sizes: Uint32Array.from(sizes) };
}

export interface RankOptions {
  /** Nodes at which walks start; null: all. */
  seeds?: readonly number[] | null;
  /** Probability of following an edge. */
  damping?: number;
  rounds?: number;
}

/**
 * PageRank: the share of a random walk's time at each node; the sum is 1. The walk restarts at the seeds, also from a
 * node without edges.
 */
export function pageRank(
  graph: Adjacency,
  { seeds = null, damping = 0.85, rounds = 50 }: RankOptions = {},
): Float64Array {
  const { size, ends, targets } = graph;
  const restart = new Float64Array(size);
  if (seeds === null) restart.fill(1 / size);
  else for (const seed of seeds) restart[seed]! += 1 / seeds.length;
  let rank: Float64Array = restart.slice();
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size);
    let lost = 0;
    for (let node = 0, edge = 0; node < size; node++) {
      const degree = ends[node]! - edge;
      const share = (damping * rank[node]!) / degree;
      if (degree === 0) lost += damping * rank[node]!;
      for (; edge < ends[node]!; edge++) next[targets[edge]!]! += share;
    }
    const restarted = 1 - damping + lost;
    for (let node = 0; node < size; node++) next[node]! += restarted * restart[node]!;
    rank = next;
  }
  return rank;
}
