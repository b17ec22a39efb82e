/** Makes the JSON reports of entities in a graph. */
import { entitiesAmong } from '../library/entities.ts';
import { formalizationLinks, namesInForce } from '../library/formalization-links.ts';
import type { OpenEntityGraph } from '../session/open-entity-graph.ts';
import type { EntityNodeReport } from './entity-graph-schema.ts';

/** By node. `least`: links of `graph link` with at least this confidence count. */
export function reportEntities(
  { library: { database }, graph }: OpenEntityGraph,
  nodes: readonly number[],
  least: number,
): Map<number, EntityNodeReport> {
  const ids = nodes.map((node) => graph.entities[node]!.id);
  const entities = entitiesAmong(database, ids).map(({ entity }) => entity);
  const sourceOf = new Map(nodes.map((node) => [graph.entities[node]!.id, graph.entities[node]!.source]));
  const links = [...new Set(sourceOf.values())].flatMap((source) => formalizationLinks(database, source));
  const byEntry = Map.groupBy(links, ({ entry }) => entry);
  return new Map(
    entities.map(({ id, type, label, title }) => [
      graph.nodeOf(id)!,
      {
        ...{ id, type, label, title, source: sourceOf.get(id)! },
        declarations: namesInForce(byEntry.get(id) ?? [], { given: [], least }),
      },
    ]),
  );
}
