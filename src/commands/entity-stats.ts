/** `lemmahead graph stats --entities`: counts of the graph of the library's entities. */
import { libraryPathFor } from '../config/paths.ts';
import { neighboursOf } from '../graph/adjacency.ts';
import { communitiesOf, undirectedGraph } from '../graph/communities.ts';
import { graphStats } from '../graph/graph-stats.ts';
import { MAX_PICTURE_NODES } from '../graph/picture-graph.ts';
import { formalizationLinks, namesInForce } from '../library/formalization-links.ts';
import { referenceRoles } from '../library/reference-roles.ts';
import type { GraphStatsOptions } from '../options/graph-options.ts';
import type { EntityStatsReport } from '../report/entity-graph-schema.ts';
import { renderEntityStats } from '../report/entity-graph-text.ts';
import { reportCircuits } from '../report/graph-report.ts';
import { noEntities } from '../session/no-entities.ts';
import { reportEntities } from '../report/entity-graph-report.ts';
import { type OpenEntityGraph, withEntityGraph } from '../session/open-entity-graph.ts';
import type { Command } from './command.ts';

/** @throws {Failure} `source-unknown`, `entities-missing` */
export const entityStats: Command<GraphStatsOptions, EntityStatsReport> = ({ source, terms, limit }, context) => {
  const sources = source === null ? [] : [source];
  return withEntityGraph(context, { sources, terms }, async (open) => {
    const { graph, heads } = open;
    const { entities, edges, back, leftOut } = graph;
    if (entities.length === 0) throw noEntities();
    const least = context.settings.linkConfidence;
    const stats = graphStats(edges, back, [...entities.keys()], limit);
    const shown = reportEntities(
      open,
      stats.top.map(({ node }) => node),
      least,
    );
    const { groups, nodes: inCycles, largest } = stats.cycles;
    const report: EntityStatsReport = {
      schema: 'lemmahead/graph-stats-entities@1',
      library: libraryPathFor(context.settings),
      sources,
      entities: stats.nodes,
      references: stats.edges,
      uncertain: heads.filter(({ type }) => type === 'other').length,
      left_out: { to_problems: leftOut.toProblems, uncertain: leftOut.uncertain },
      by_type: countBy(entities, ({ type }) => type),
      by_source: Object.fromEntries(
        [...Map.groupBy(heads, (head) => head.source)].map(([name, own]) => [name, countBy(own, ({ type }) => type)]),
      ),
      fields: countBy(entities, ({ field }) => (field === '' ? 'unknown' : field)),
      roles: countRoles(open),
      formalized: countFormalized(open, least),
      heads: stats.fundamental,
      leaves: stats.unused,
      isolated: stats.isolated,
      mutual: stats.mutual,
      cycles: { groups, entities: inCycles, largest },
      circuits: reportCircuits(stats.circuits),
      cycle_rank: stats.cycleRank,
      depth: stats.depth,
      refers_to: stats.needs,
      referred_to_by: stats.neededBy,
      communities: await communities(open),
      central: stats.top.map(({ node, rank }) => ({ ...shown.get(node)!, rank })),
    };
    return { exit: 'done', data: report, render: (style) => renderEntityStats(report, style) };
  });
};

/** Most frequent first. */
function countBy<T>(all: Iterable<T>, keyOf: (each: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

function countRoles({ library, graph: { entities, edges } }: OpenEntityGraph): Record<string, number> {
  const roles = referenceRoles(library.database);
  const all = entities.flatMap(({ id }, node) =>
    neighboursOf(edges, node).map((other) => roles.get(`${id} ${entities[other]!.id}`) ?? 'unknown'),
  );
  return countBy(all, (role) => role);
}

function countFormalized({ library, graph: { entities } }: OpenEntityGraph, least: number): number {
  const bySource = Map.groupBy(entities, ({ source }) => source);
  return [...bySource].reduce((sum, [source, own]) => {
    const links = Map.groupBy(formalizationLinks(library.database, source), ({ entry }) => entry);
    return sum + own.filter(({ id }) => namesInForce(links.get(id) ?? [], { given: [], least }).length > 0).length;
  }, 0);
}

/** Isolated entities are in none. */
async function communities({
  graph: { entities, edges, back },
}: OpenEntityGraph): Promise<EntityStatsReport['communities']> {
  if (entities.length > MAX_PICTURE_NODES) return null;
  const connected = [...entities.keys()].filter(
    (node) => neighboursOf(edges, node).length + neighboursOf(back, node).length > 0,
  );
  const { of, count, modularity } = await communitiesOf(await undirectedGraph(edges, connected), entities.length);
  const sizes = Object.values(countBy(connected, (node) => String(of[node])));
  return { count, largest: sizes[0] ?? 0, modularity };
}
