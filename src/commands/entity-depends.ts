/** `lemmahead graph depends` on an entity of the library: what it refers to, or what refers to it. */
import { neighboursOf } from '../graph/adjacency.ts';
import { dependencies } from '../graph/dependencies.ts';
import type { EntityGraph } from '../graph/entity-graph.ts';
import { referenceRoles } from '../library/reference-roles.ts';
import type { EntityHead } from '../library/knowledge-rows.ts';
import type { GraphDependsOptions } from '../options/graph-options.ts';
import type { EntityDependsReport } from '../report/entity-graph-schema.ts';
import { renderEntityDepends } from '../report/entity-graph-text.ts';
import { reportEntities } from '../report/entity-graph-report.ts';
import { entityNode, type OpenEntityGraph, withEntityGraph } from '../session/open-entity-graph.ts';
import { requireEntityOptions } from '../session/half-of-name.ts';
import type { Command } from './command.ts';

const ALL_EDGES = 1;

/** Exit `no` if there is nothing, or if no entity has the name. */
export const entityDepends: Command<GraphDependsOptions, EntityDependsReport> = (options, context) =>
  withEntityGraph(context, { sources: [], terms: options.terms }, (open) => {
    requireEntityOptions(options);
    const report = dependsReport(open, options, context.settings.linkConfidence);
    return {
      exit: report.entities.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderEntityDepends(report, style),
    };
  });

/** `least`: confidence of the shown links to declarations. @throws {Failure} `entity-unknown`, `entity-ambiguous` */
export function dependsReport(
  open: OpenEntityGraph,
  { name, source, usedBy, hops, limit }: GraphDependsOptions,
  least: number,
): EntityDependsReport {
  const { graph } = open;
  const node = entityNode(open, name, source);
  const [edges, back] = usedBy ? [graph.back, graph.edges] : [graph.edges, graph.back];
  const query = { start: node, hops, most: limit, labels: ALL_EDGES, listed: null };
  const { nodes, found, counts } = dependencies(edges, back, query, !usedBy);
  const listed = [node, ...nodes.map((each) => each.node)];
  const shown = reportEntities(open, listed, least);
  return {
    schema: 'lemmahead/graph-depends-entities@1',
    entity: shown.get(node)!,
    used_by: usedBy,
    hops,
    entities: nodes.map((each) => ({ ...shown.get(each.node)!, distance: each.distance })),
    edges: edgesAmong(graph, listed, open.library.database),
    total: found,
    counts,
    notices: [],
  };
}

function edgesAmong(
  { entities, edges }: EntityGraph<EntityHead>,
  nodes: readonly number[],
  database: Parameters<typeof referenceRoles>[0],
): EntityDependsReport['edges'] {
  const ids = nodes.map((node) => entities[node]!.id);
  const roles = referenceRoles(database, ids);
  const among = new Set(nodes);
  return nodes.flatMap((node) =>
    neighboursOf(edges, node)
      .filter((other) => among.has(other))
      .map((other) => {
        const [from, to] = [entities[node]!.id, entities[other]!.id];
        return { from, to, role: roles.get(`${from} ${to}`) ?? null };
      }),
  );
}
