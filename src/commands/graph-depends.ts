/** `lemmahead graph depends`: what a declaration depends on, or what depends on it. */
import { dependencies } from '../graph/dependencies.ts';
import type { GraphDependsOptions } from '../options/graph-options.ts';
import { placesOf, reportNodes } from '../report/graph-report.ts';
import type { EntityDependsReport } from '../report/entity-graph-schema.ts';
import type { GraphDependsReport } from '../report/graph-schema.ts';
import { renderGraphDepends } from '../report/graph-text.ts';
import { withDependencyGraph } from '../session/command-graph.ts';
import { labelsIn, nodeNamed, rowsOfModule } from '../session/graph-names.ts';
import { onEntityOrDeclaration } from '../session/half-of-name.ts';
import type { Command, CommandOutcome } from './command.ts';

/** Lists what an entity of the library or a declaration of the index depends on. @throws {Failure} `name-of-both` */
export const graphDepends: Command<GraphDependsOptions, GraphDependsReport | EntityDependsReport> = async (
  options,
  context,
) =>
  onEntityOrDeclaration<CommandOutcome<GraphDependsReport | EntityDependsReport>>(options, context, {
    entity: async (...of) => (await import('./entity-depends.ts')).entityDepends(options, context, ...of),
    declaration: async () => declarationDepends(options, context),
  });

/** Exit `no` if there is nothing, or if no declaration has the name. */
const declarationDepends: Command<GraphDependsOptions, GraphDependsReport> = (options, context) =>
  withDependencyGraph(context, (open) => {
    const { index, graph } = open;
    const { usedBy, hops, limit, in: place, module } = options;
    const { node, notices } = nodeNamed(options.name, open);
    const [edges, back] = usedBy ? [graph.back, graph.edges] : [graph.edges, graph.back];
    const listed = rowsOfModule(index, module);
    const query = { start: node, hops, most: limit, labels: labelsIn(place), listed };
    const { nodes, found, counts } = dependencies(edges, back, query, !usedBy);
    const shown = reportNodes(index, [node, ...nodes.map((each) => each.node)]);
    const report: GraphDependsReport = {
      schema: 'lemmahead/graph-depends@1',
      name: shown.get(node)!.name,
      used_by: usedBy,
      in: place,
      hops,
      module,
      declarations: nodes.flatMap((each) => {
        const of = shown.get(each.node);
        return of === undefined ? [] : [{ ...of, distance: each.distance, in: placesOf(each.labels) }];
      }),
      total: found,
      counts,
      notices,
    };
    return {
      exit: nodes.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphDepends(report, style),
    };
  });
