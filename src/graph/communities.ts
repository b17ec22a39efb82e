/** Communities of a graph by the method of Louvain (Blondel et al. 2008). Deterministic. */
import type { UndirectedGraph } from 'graphology';
import { makeRandom } from '../base/random.ts';
import { type Adjacency, neighboursOf } from './adjacency.ts';

export interface Communities {
  /** By node: its community; 0 for nodes that the graph lacks. */
  of: Int32Array;
  /** Number of communities. */
  count: number;
  modularity: number;
}

interface Louvain {
  detailed: (
    graph: UndirectedGraph,
    options: { rng: () => number },
  ) => { communities: Record<string, number>; count: number; modularity: number };
}

const SEED = 20_130_214;

/** The edges between these nodes, without directions and without loops. */
export async function undirectedGraph(graph: Adjacency, nodes: readonly number[]): Promise<UndirectedGraph> {
  const { UndirectedGraph: Graph } = await import('graphology');
  const made = new Graph();
  for (const node of nodes) made.addNode(String(node));
  for (const node of nodes)
    for (const other of neighboursOf(graph, node)) if (other !== node) made.mergeEdge(String(node), String(other));
  return made;
}

/** `size`: number of nodes, whether or not the graph has them. */
export async function communitiesOf(graph: UndirectedGraph, size: number): Promise<Communities> {
  const of = new Int32Array(size);
  if (graph.order === 0) return { of, count: 0, modularity: 0 };
  const { default: louvain } = (await import('graphology-communities-louvain')) as unknown as { default: Louvain };
  const { communities, count, modularity } = louvain.detailed(graph, { rng: makeRandom(SEED) });
  for (const [node, found] of Object.entries(communities)) of[Number(node)] = found;
  return { of, count, modularity };
}
