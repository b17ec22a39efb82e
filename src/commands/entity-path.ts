/** `lemmahead graph path` of an entity of the library: in which order to learn what it needs, or why it needs another. */
import { shortestPath } from '../graph/kernels.ts';
import { learningPath } from '../graph/learning-path.ts';
import { referenceRoles } from '../library/reference-roles.ts';
import type { GraphPathOptions } from '../options/graph-options.ts';
import type { EntityPathReport } from '../report/entity-graph-schema.ts';
import { renderEntityPath } from '../report/entity-graph-text.ts';
import { reportEntities } from '../report/entity-graph-report.ts';
import { entityNode, type OpenEntityGraph, withEntityGraph } from '../session/open-entity-graph.ts';
import { requireEntityOptions } from '../session/half-of-name.ts';
import type { Command } from './command.ts';

/** Exit `no` if there is no path, or if no entity has a name. */
export const entityPath: Command<GraphPathOptions, EntityPathReport> = (options, context) =>
  withEntityGraph(context, { sources: [], terms: options.terms }, (open) => {
    requireEntityOptions(options);
    const least = context.settings.linkConfidence;
    const report = options.to === null ? learn(options, open, least) : chain(options, options.to, open, least);
    return {
      exit: report.steps.length === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderEntityPath(report, style),
    };
  });

function learn(
  { name, source, known: names, limit }: GraphPathOptions,
  open: OpenEntityGraph,
  least: number,
): EntityPathReport {
  const goal = entityNode(open, name, source);
  const known = new Set(names.map((each) => entityNode(open, each, source)));
  const { steps, needed, circular } = learningPath(open.graph.edges, {
    goal,
    most: limit,
    isKnown: (node) => known.has(node),
  });
  const shown = reportEntities(open, [...new Set([goal, ...steps.flatMap(({ node, cut }) => [node, ...cut])])], least);
  const roleOf = rolesAmong(
    open,
    steps.map(({ node }) => node),
  );
  return {
    schema: 'lemmahead/graph-path-entities@1',
    entity: shown.get(goal)!,
    to: null,
    steps: steps.map(({ node, level, needs, cut }) => ({
      ...shown.get(node)!,
      level,
      needs: needs.map((at) => ({ step: at + 1, role: roleOf(node, steps[at]!.node) })),
      left_out: cut.map((each) => {
        const { id, label, title } = shown.get(each)!;
        return { id, label, title };
      }),
    })),
    total: needed,
    circular: circular.map((group) => group.map((at) => at + 1)),
    notices: [],
  };
}

function chain({ name, source }: GraphPathOptions, to: string, open: OpenEntityGraph, least: number): EntityPathReport {
  const [start, end] = [entityNode(open, name, source), entityNode(open, to, source)];
  const path = shortestPath(open.graph.edges, start, end) ?? [];
  const shown = reportEntities(open, [...new Set([start, end, ...path])], least);
  const roleOf = rolesAmong(open, path);
  return {
    schema: 'lemmahead/graph-path-entities@1',
    entity: shown.get(start)!,
    to: shown.get(end)!,
    steps: path.map((node, at) => ({
      ...shown.get(node)!,
      level: path.length - 1 - at,
      needs: at + 1 < path.length ? [{ step: at + 2, role: roleOf(node, path[at + 1]!) }] : [],
      left_out: [],
    })),
    total: path.length,
    circular: [],
    notices: [],
  };
}

type Role = EntityPathReport['steps'][number]['needs'][number]['role'];

function rolesAmong(
  { library, graph: { entities } }: OpenEntityGraph,
  nodes: readonly number[],
): (from: number, to: number) => Role {
  const idOf = (node: number): number => entities[node]!.id;
  const roles = referenceRoles(library.database, nodes.map(idOf));
  return (from, to) => roles.get(`${idOf(from)} ${idOf(to)}`) ?? null;
}
