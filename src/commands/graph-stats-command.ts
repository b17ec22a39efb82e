/** `lemmahead graph stats`: counts of the dependency graph of the index. */
import { DEPENDENCY } from '../graph/dependency-graph.ts';
import { graphStats } from '../graph/graph-stats.ts';
import { NO_ROW } from '../index/library-index.ts';
import type { GraphStatsOptions } from '../options/graph-options.ts';
import { reportCircuits, reportNodes } from '../report/graph-report.ts';
import type { EntityStatsReport } from '../report/entity-graph-schema.ts';
import type { GraphStatsReport } from '../report/graph-schema.ts';
import { renderGraphStats } from '../report/graph-text.ts';
import { withDependencyGraph } from '../session/command-graph.ts';
import type { Command } from './command.ts';

/**
 * Reports on the library with `--entities`, `--source` or `--terms`, which only entities have, otherwise on the index.
 */
export const graphStatsCommand: Command<GraphStatsOptions, GraphStatsReport | EntityStatsReport> = async (
  options,
  context,
) =>
  options.entities || options.terms || options.source !== null
    ? (await import('./entity-stats.ts')).entityStats(options, context)
    : declarationStats(options, context);

const declarationStats: Command<GraphStatsOptions, GraphStatsReport> = ({ limit }, context) =>
  withDependencyGraph(context, ({ index, graph }) => {
    const { kind } = index.columns;
    const nodes = [...graph.owner.keys()].filter((id) => kind[id] !== NO_ROW && graph.owner[id] === id);
    const stats = graphStats(graph.edges, graph.back, nodes, limit);
    const labelled = (bit: number): number => graph.edges.labels.filter((labels) => (labels & bit) !== 0).length;
    const shown = reportNodes(
      index,
      stats.top.map(({ node }) => node),
    );
    const { groups, nodes: inCycles, largest } = stats.cycles;
    const report: GraphStatsReport = {
      schema: 'lemmahead/graph-stats@1',
      index: index.path,
      declarations: stats.nodes,
      dependencies: stats.edges,
      in_statements: labelled(DEPENDENCY.statement),
      in_values: labelled(DEPENDENCY.value),
      from_origins: labelled(DEPENDENCY.origin),
      unused: stats.unused,
      fundamental: stats.fundamental,
      isolated: stats.isolated,
      mutual: stats.mutual,
      cycles: { groups, declarations: inCycles, largest },
      circuits: reportCircuits(stats.circuits),
      cycle_rank: stats.cycleRank,
      depth: stats.depth,
      needs: stats.needs,
      needed_by: stats.neededBy,
      central: stats.top.map(({ node, rank }) => ({ ...shown.get(node)!, rank })),
    };
    return { exit: 'done', data: report, render: (style) => renderGraphStats(report, style) };
  });
