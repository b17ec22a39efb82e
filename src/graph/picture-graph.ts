/**
 * The graph that pictures and exports are made of. Its source is one of: declarations of an index, a blueprint, or the
 * entities of a library. A plain value.
 */
import { type Adjacency, degreeOf, EdgeList } from './adjacency.ts';

/** `declaration`: of Lean, if it is neither a theorem nor a definition. */
export const PICTURE_TYPES = [
  'definition',
  'theorem',
  'problem',
  'declaration',
  'concept',
  'template',
  'other',
] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];

/** A picture has at most so many nodes: laying out more takes minutes, and nobody sees them. */
export const MAX_PICTURE_NODES = 50_000;

/** What is formalized of a statement, from nothing to everything: leanblueprint's colours. */
export const PICTURE_STATES = [
  'not-ready',
  'blocked',
  'can-state',
  'stated',
  'can-prove',
  'proved',
  'fully-proved',
] as const;

export type PictureState = (typeof PICTURE_STATES)[number];

export interface PictureNode {
  /** Unique in the graph. */
  id: string;
  /** The name that its source uses for it; may be the id. */
  label: string;
  /** Shown beside the node; may be empty. */
  title: string;
  type: PictureType;
  /** Null if it is unknown what is formalized. */
  state: PictureState | null;
  /** Field of mathematics, chapter or part of the library; null if unknown. */
  field: string | null;
  /** Everything else to show about it, as text; may be empty. */
  details: string;
  /** An `https:` address; null for none. */
  link: string | null;
}

export interface PictureEdge {
  /** Ids. `from` uses `to`. */
  from: string;
  to: string;
  /** How it is used, such as `statement` or `premise`; null if unknown. */
  role: string | null;
}

export interface PictureGraph {
  title: string;
  nodes: PictureNode[];
  /** Only between nodes of the graph, and not from a node to itself. */
  edges: PictureEdge[];
}

/** The edges in both directions, between places in `nodes`. */
export function undirected({ nodes, edges }: PictureGraph): Adjacency {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const list = new EdgeList();
  for (const { from, to } of edges) {
    list.add(places.get(from)!, places.get(to)!, 1);
    list.add(places.get(to)!, places.get(from)!, 1);
  }
  return list.adjacency(nodes.length);
}

/** The `most` nodes with the most neighbours, in their order, and the edges between them. */
export function mostConnected(graph: PictureGraph, most: number): PictureGraph {
  if (graph.nodes.length <= most) return graph;
  const neighbours = undirected(graph);
  const degrees = graph.nodes.map((_, place) => degreeOf(neighbours, place));
  const kept = [...graph.nodes.keys()].sort((a, b) => degrees[b]! - degrees[a]! || a - b).slice(0, most);
  const nodes = kept.sort((a, b) => a - b).map((place) => graph.nodes[place]!);
  const ids = new Set(nodes.map(({ id }) => id));
  return { ...graph, nodes, edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}
