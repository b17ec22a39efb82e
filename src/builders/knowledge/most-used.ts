/** The order in which a model is asked about entities: what others use most comes first. */
import { EdgeList } from '../../graph/adjacency.ts';
import { pageRank } from '../../graph/kernels.ts';
import { entityReferences } from '../../library/knowledge-rows.ts';
import type { Library } from '../../library/library.ts';

/** Sorts ids of entries by falling PageRank over the references between entries, then by id. */
export function mostUsedFirst({ database }: Library, ids: readonly number[]): number[] {
  const nodes = new Map<number, number>();
  const nodeOf = (id: number): number => nodes.get(id) ?? (nodes.set(id, nodes.size), nodes.size - 1);
  for (const id of ids) nodeOf(id);
  const edges = new EdgeList();
  for (const { from, to } of entityReferences(database)) edges.add(nodeOf(from), nodeOf(to), 1);
  const ranks = pageRank(edges.adjacency(nodes.size));
  return ids.toSorted((a, b) => ranks[nodeOf(b)]! - ranks[nodeOf(a)]! || a - b);
}
