/** What a node of a dependency graph needs, or what needs it, by distance. */
import { type Adjacency, degreeOf, startOf } from './adjacency.ts';
import { breadthFirst } from './kernels.ts';

export interface DependencyQuery {
  start: number;
  /** Maximum number of edges from the start. */
  hops: number;
  /** Maximum number of nodes of the result. */
  most: number;
  /** Bits of `Adjacency.labels`; other edges do not count. */
  labels: number;
  /** Null: all nodes may be listed. Others are followed and counted all the same. */
  listed: ReadonlySet<number> | null;
}

export interface Dependencies {
  /** By distance; of the same distance, the most telling first. */
  nodes: { node: number; distance: number; /** Labels of its edges from nodes one edge nearer. */ labels: number }[];
  /** Number of nodes that could be listed without `most`. */
  found: number;
  /** Number of nodes at distance 1, 2 and so on, up to the farthest: those that are not in `nodes` included. */
  counts: number[];
}

/**
 * Follows the edges of `graph`. `back` has the same edges in the other direction. `specificFirst`: of nodes at the same
 * distance, those that few others lead to come first, otherwise last.
 */
export function dependencies(
  graph: Adjacency,
  back: Adjacency,
  { start, hops, most, labels, listed }: DependencyQuery,
  specificFirst: boolean,
): Dependencies {
  const { order, distance } = breadthFirst(graph, [start], { labels });
  const counts: number[] = [];
  for (const node of order.slice(1)) counts[distance[node]! - 1] = (counts[distance[node]! - 1] ?? 0) + 1;
  const near = order.slice(1).filter((node) => distance[node]! <= hops && (listed?.has(node) ?? true));
  const weight = (node: number): number => (specificFirst ? degreeOf(back, node) : -degreeOf(graph, node));
  const chosen = near
    .sort((a, b) => distance[a]! - distance[b]! || weight(a) - weight(b) || a - b)
    .slice(0, most)
    .map((node) => ({ node, distance: distance[node]!, labels: 0 }));
  for (const each of chosen) {
    for (let edge = startOf(back, each.node); edge < back.ends[each.node]!; edge++)
      if (distance[back.targets[edge]!] === each.distance - 1) each.labels |= back.labels[edge]! & labels;
  }
  return { nodes: chosen, found: near.length, counts };
}
