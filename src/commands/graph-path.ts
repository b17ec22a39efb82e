/** `lemmahead graph path`: an order in which to learn what a declaration needs, or why it needs another one. */
import { Failure } from '../base/errors.ts';
import { shortestPath } from '../graph/kernels.ts';
import { learningPath } from '../graph/learning-path.ts';
import type { GraphPathOptions } from '../options/graph-options.ts';
import { reportNodes } from '../report/graph-report.ts';
import type { EntityPathReport } from '../report/entity-graph-schema.ts';
import type { GraphPathReport } from '../report/graph-schema.ts';
import { renderGraphPath } from '../report/graph-text.ts';
import { type OpenGraph, withDependencyGraph } from '../session/command-graph.ts';
import { labelsIn, nodeNamed, rowsOfModule } from '../session/graph-names.ts';
import { onEntityOrDeclaration } from '../session/half-of-name.ts';
import type { Command, CommandOutcome } from './command.ts';

/**
 * Finds a path of entities of the library or declarations of the index.
 * @throws {Failure} `path-of-two-kinds`, `name-of-both`
 */
export const graphPath: Command<GraphPathOptions, GraphPathReport | EntityPathReport> = async (options, context) => {
  if (options.to !== null && options.known.length > 0) {
    throw new Failure('usage', 'path-of-two-kinds', {
      message: 'A shortest chain to a name leaves out nothing that is known.',
      next: 'Leave out --to or --known.',
    });
  }
  return onEntityOrDeclaration<CommandOutcome<GraphPathReport | EntityPathReport>>(options, context, {
    entity: async (...of) => (await import('./entity-path.ts')).entityPath(options, context, ...of),
    declaration: async () => declarationPath(options, context),
  });
};

/** Exit `no` if there is no path, or if no declaration has a name. */
const declarationPath: Command<GraphPathOptions, GraphPathReport> = (options, context) =>
  withDependencyGraph(context, (open) => {
    const report = options.to === null ? learn(options, open) : chain(options, options.to, open);
    return {
      exit: report.steps.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphPath(report, style),
    };
  });

function learn({ name, known: names, limit, in: place, module }: GraphPathOptions, open: OpenGraph): GraphPathReport {
  const { index, graph } = open;
  const goal = nodeNamed(name, open);
  const known = names.map((each) => nodeNamed(each, open));
  const knownNodes = new Set(known.map(({ node }) => node));
  const listed = rowsOfModule(index, module);
  const { steps, needed, circular } = learningPath(graph.edges, {
    goal: goal.node,
    most: limit,
    isKnown: (node) => knownNodes.has(node) || !(listed?.has(node) ?? true),
    labels: labelsIn(place),
  });
  const shown = reportNodes(index, [goal.node, ...steps.flatMap(({ node, cut }) => [node, ...cut])]);
  return {
    schema: 'lemmahead/graph-path@1',
    name: shown.get(goal.node)!.name,
    to: null,
    steps: steps.map(({ node, level, needs, cut }) => ({
      ...shown.get(node)!,
      level,
      needs: needs.map((at) => at + 1),
      left_out: cut.map((each) => shown.get(each)!.name),
    })),
    total: needed,
    circular: circular.map((group) => group.map((at) => at + 1)),
    notices: [goal, ...known].flatMap(({ notices }) => notices),
  };
}

function chain({ name, in: place }: GraphPathOptions, to: string, open: OpenGraph): GraphPathReport {
  const [start, end] = [nodeNamed(name, open), nodeNamed(to, open)];
  const path = shortestPath(open.graph.edges, start.node, end.node, labelsIn(place)) ?? [];
  const shown = reportNodes(open.index, [start.node, end.node, ...path]);
  return {
    schema: 'lemmahead/graph-path@1',
    name: shown.get(start.node)!.name,
    to: shown.get(end.node)!.name,
    steps: path.map((node, at) => ({
      ...shown.get(node)!,
      level: path.length - 1 - at,
      needs: at + 1 < path.length ? [at + 2] : [],
      left_out: [],
    })),
    total: path.length,
    circular: [],
    notices: [...start.notices, ...end.notices],
  };
}
