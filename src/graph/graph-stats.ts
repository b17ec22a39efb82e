/** Counts of a dependency graph. */
import { type Adjacency, degreeOf, startOf } from './adjacency.ts';
import { type Circuits, countCircuits } from './circuits.ts';
import { pageRank, stronglyConnected } from './kernels.ts';

export interface GraphStats {
  nodes: number;
  edges: number;
  /** Nodes that need nothing but are needed. */
  fundamental: number;
  /** Nodes that need something and that nothing needs. */
  unused: number;
  isolated: number;
  /** Pairs of nodes that need each other. */
  mutual: number;
  /** Groups of nodes of which each needs each other one, directly or not; with their nodes. */
  cycles: { groups: number; nodes: number; largest: number };
  /** Elementary circuits of at most `LONGEST_CIRCUIT` edges. */
  circuits: Circuits;
  /** Number of independent cycles of the undirected graph: edges − nodes + connected parts. */
  cycleRank: number;
  /** Number of edges on the longest path between groups. */
  depth: number;
  needs: Quantiles;
  neededBy: Quantiles;
  /** Nodes with the highest PageRank, highest first. */
  top: { node: number; rank: number }[];
}

export interface Quantiles {
  median: number;
  p90: number;
  max: number;
}

/** Longer circuits are not counted: their number grows exponentially with their length. */
export const LONGEST_CIRCUIT = 8;

const CIRCUIT_LIMITS = { longest: LONGEST_CIRCUIT, most: 1_000_000, steps: 100_000_000 };

/** `nodes`: the numbers of existing nodes. */
export function graphStats(graph: Adjacency, back: Adjacency, nodes: readonly number[], top: number): GraphStats {
  const needs = nodes.map((node) => degreeOf(graph, node));
  const neededBy = nodes.map((node) => degreeOf(back, node));
  const count = (test: (needs: number, neededBy: number) => boolean): number =>
    nodes.filter((_, at) => test(needs[at]!, neededBy[at]!)).length;
  const components = stronglyConnected(graph);
  const groups = components.sizes.filter((size) => size > 1);
  const rank = pageRank(graph);
  const best = nodes.toSorted((a, b) => rank[b]! - rank[a]! || a - b).slice(0, top);
  return {
    nodes: nodes.length,
    edges: graph.targets.length,
    fundamental: count((out, into) => out === 0 && into > 0),
    unused: count((out, into) => out > 0 && into === 0),
    isolated: count((out, into) => out === 0 && into === 0),
    mutual: mutualPairs(graph, back),
    cycles: {
      groups: groups.length,
      nodes: groups.reduce((sum, size) => sum + size, 0),
      largest: groups.reduce((most, size) => Math.max(most, size), 0),
    },
    circuits: countCircuits(graph, back, components, CIRCUIT_LIMITS),
    cycleRank: cycleRank(graph, nodes),
    depth: longestPath(graph, components.of, components.count),
    needs: quantiles(needs),
    neededBy: quantiles(neededBy),
    top: best.map((node) => ({ node, rank: rank[node]! })),
  };
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = Uint32Array.from(values).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 };
}

/** Joins the ends of all edges (union–find); each edge within a part closes a cycle. */
function cycleRank(graph: Adjacency, nodes: readonly number[]): number {
  const parent = Int32Array.from({ length: graph.size }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  let parts = nodes.length;
  for (const node of nodes) {
    for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++) {
      const [one, other] = [rootOf(node), rootOf(graph.targets[edge]!)];
      if (one === other) continue;
      parent[one] = other;
      parts--;
    }
  }
  return graph.targets.length - nodes.length + parts;
}

function mutualPairs(graph: Adjacency, back: Adjacency): number {
  let pairs = 0;
  for (let node = 0; node < graph.size; node++) {
    let other = startOf(back, node);
    for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++) {
      const target = graph.targets[edge]!;
      while (other < back.ends[node]! && back.targets[other]! < target) other++;
      if (target > node && other < back.ends[node]! && back.targets[other] === target) pairs++;
    }
  }
  return pairs;
}

/** Components have numbers in an order in which edges lead to lower ones. */
function longestPath(graph: Adjacency, componentOf: Int32Array, count: number): number {
  const byComponent = [...new Uint32Array(graph.size).keys()].sort((a, b) => componentOf[a]! - componentOf[b]!);
  const depth = new Uint32Array(count);
  let longest = 0;
  for (const node of byComponent) {
    const component = componentOf[node]!;
    for (let edge = startOf(graph, node); edge < graph.ends[node]!; edge++) {
      const other = componentOf[graph.targets[edge]!]!;
      if (other !== component) depth[component] = Math.max(depth[component]!, depth[other]! + 1);
    }
    longest = Math.max(longest, depth[component]!);
  }
  return longest;
}
