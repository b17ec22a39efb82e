/** The graph of definitions, theorems and problems that the measures read. */
import { type Adjacency, degreeOf, EdgeList, startOf } from '../../graph/adjacency.ts';
import type { EntityGraph } from '../../graph/entity-graph.ts';
import { type EntityRow, entityReferences, entityRows } from '../../library/knowledge-rows.ts';
import type { Library } from '../../library/library.ts';
import { graphAmong } from '../../session/open-entity-graph.ts';

export interface MeasuredGraph extends EntityGraph<EntityRow> {
  /** Its edges in both directions. */
  undirected: Adjacency;
}

/** `sources`: only entities of these; empty for all. Merged entities are one node. */
export function loadMeasuredGraph({ database }: Library, sources: readonly string[]): MeasuredGraph {
  const rows = entityRows(database);
  const chosen = rows.filter(({ source }) => sources.length === 0 || sources.includes(source));
  const graph = graphAmong(database, chosen, entityReferences(database), sources);
  const both = new EdgeList();
  for (const { edges } of [graph, { edges: graph.back }])
    for (let node = 0; node < edges.size; node++)
      for (let edge = startOf(edges, node); edge < edges.ends[node]!; edge++) both.add(node, edges.targets[edge]!, 1);
  return { ...graph, undirected: both.adjacency(graph.entities.length) };
}

/** The names of the sources, for tables. */
export function nameOfSet({ entities }: MeasuredGraph): string {
  return [...new Set(entities.map(({ source }) => source))].join(', ');
}

export const hasEdges = ({ undirected }: MeasuredGraph, node: number): boolean => degreeOf(undirected, node) > 0;
