/** `lemmahead graph path` of an entity of the library: in which order to learn what it needs, or why it needs another. */
import { shortestPath } from '../graph/kernels.ts';
import { learningPath } from '../graph/learning-path.ts';
import type { EntityRow } from '../library/knowledge-rows.ts';
import type { Library } from '../library/library.ts';
import { referenceRoles } from '../library/reference-roles.ts';
import type { GraphPathOptions } from '../options/graph-options.ts';
import type { EntityPathReport } from '../report/entity-graph-schema.ts';
import { renderEntityPath } from '../report/entity-graph-text.ts';
import { reportEntities } from '../report/entity-graph-report.ts';
import { type OpenEntityGraph, reachedGraph } from '../session/open-entity-graph.ts';
import { requireEntityOptions } from '../session/half-of-name.ts';
import type { CommandContext } from '../session/command-context.ts';
import { entityNamed } from '../session/entity-named.ts';
import type { CommandOutcome } from './command.ts';

/** Exit `no` if there is no path. @throws {Failure} `entity-unknown`, `entity-ambiguous` */
export function entityPath(
  options: GraphPathOptions,
  { settings }: CommandContext,
  library: Library,
  { id }: EntityRow,
): CommandOutcome<EntityPathReport> {
  requireEntityOptions(options);
  const { to, known, terms, source } = options;
  const also = (to === null ? known : [to]).map((name) => entityNamed(library, name, source).id);
  const open = reachedGraph(library, id, { also, terms, backwards: false });
  const [goal, ...others] = [id, ...also].map((each) => open.graph.nodeOf(each)!) as [number, ...number[]];
  const least = settings.linkConfidence;
  const report =
    to === null ? learn(goal, { ...options, known: others }, open, least) : chain(goal, others[0]!, open, least);
  return {
    exit: report.steps.length === 0 ? 'no' : 'done',
    data: report,
    render: (style) => renderEntityPath(report, style),
  };
}

/** `goal`, `known`: nodes. */
function learn(
  goal: number,
  { known: nodes, limit }: { known: readonly number[]; limit: number },
  open: OpenEntityGraph,
  least: number,
): EntityPathReport {
  const known = new Set(nodes);
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

/** `start`, `end`: nodes. */
function chain(start: number, end: number, open: OpenEntityGraph, least: number): EntityPathReport {
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
