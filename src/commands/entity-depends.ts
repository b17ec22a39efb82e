/** `lemmahead graph depends` on an entity of the library: what it refers to, or what refers to it. */
import { neighboursOf } from '../graph/adjacency.ts';
import { dependencies } from '../graph/dependencies.ts';
import type { EntityGraph } from '../graph/entity-graph.ts';
import { referenceRoles } from '../library/reference-roles.ts';
import type { EntityHead, EntityRow } from '../library/knowledge-rows.ts';
import type { Library } from '../library/library.ts';
import type { GraphDependsOptions } from '../options/graph-options.ts';
import type { EntityDependsReport } from '../report/entity-graph-schema.ts';
import { renderEntityDepends } from '../report/entity-graph-text.ts';
import { reportEntities } from '../report/entity-graph-report.ts';
import { type OpenEntityGraph, reachedGraph } from '../session/open-entity-graph.ts';
import { requireEntityOptions } from '../session/half-of-name.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { CommandOutcome } from './command.ts';

const ALL_EDGES = 1;

/** Exit `no` if there is nothing. */
export function entityDepends(
  options: GraphDependsOptions,
  { settings }: CommandContext,
  library: Library,
  { id }: EntityRow,
): CommandOutcome<EntityDependsReport> {
  requireEntityOptions(options);
  const open = reachedGraph(library, id, { terms: options.terms, backwards: options.usedBy });
  const report = dependsReport(open, id, options, settings.linkConfidence);
  return {
    exit: report.entities.length === 0 ? 'no' : 'done',
    data: report,
    render: (style) => renderEntityDepends(report, style),
  };
}

/** `id`: of the entity. `least`: confidence of the shown links to declarations. */
export function dependsReport(
  open: OpenEntityGraph,
  id: number,
  { usedBy, hops, limit }: Pick<GraphDependsOptions, 'usedBy' | 'hops' | 'limit'>,
  least: number,
): EntityDependsReport {
  const { graph } = open;
  const node = graph.nodeOf(id)!;
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
