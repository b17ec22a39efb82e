/** The reports of `graph depends`, `graph path` and `graph stats` on entities as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { pluralize } from '../base/pluralize.ts';
import type {
  EntityDependsReport,
  EntityNodeReport,
  EntityPathReport,
  EntityStatsReport,
} from './entity-graph-schema.ts';
import { circuitsText, dependsText, type NodeLine, nodeLine, pathText } from './graph-text.ts';
import { countLines, joinBlocks, namesUpTo, upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_NAMES = 2;
const MAX_SOURCES = 20;

const nameOf = ({ title, label }: { title: string; label: string }): string =>
  collapseWhitespace(title === '' ? label : title);

/** An entity is shown as a declaration is, with its label and its declarations in place of the module. */
function lineOf({ type, label, title, declarations }: EntityNodeReport): NodeLine {
  const lean = declarations.length === 0 ? '' : `= ${namesUpTo(MAX_NAMES, declarations)}`;
  return {
    name: nameOf({ title, label }),
    kind: type,
    module: [title === '' ? '' : collapseWhitespace(label), lean].filter((part) => part !== '').join('  '),
  };
}

export function renderEntityDepends(report: EntityDependsReport, style: TextStyle): string {
  const { entity, used_by: usedBy, entities, edges } = report;
  const roles = new Map(edges.map(({ from, to, role }) => [usedBy ? `${to} ${from}` : `${from} ${to}`, role]));
  return dependsText(
    {
      ...report,
      name: nameOf(entity),
      verb: usedBy ? 'is referred to by' : 'refers to',
      bound: '',
      nodes: entities.map((each) => ({
        ...lineOf(each),
        distance: each.distance,
        facts: roles.get(`${entity.id} ${each.id}`) ?? '',
      })),
    },
    style,
  );
}

export function renderEntityPath(report: EntityPathReport, style: TextStyle): string {
  const { entity, to, steps } = report;
  return pathText(
    {
      ...report,
      name: nameOf(entity),
      to: to && nameOf(to),
      thing: 'step',
      verb: 'refers to',
      bound: '',
      steps: steps.map((step) => ({
        ...lineOf(step),
        needs: step.needs.map((each) => each.step),
        leftOut: step.left_out.map(nameOf),
      })),
    },
    style,
  );
}

export function renderEntityStats(report: EntityStatsReport, style: TextStyle): string {
  const { by_type: types, left_out: leftOut, cycles, communities, refers_to: out, referred_to_by: into } = report;
  const color = paint(style);
  const left = leftOut.to_problems + leftOut.uncertain;
  return `${joinBlocks([
    [color.bold(report.library)],
    countLines('', {
      entities: report.entities,
      ...Object.fromEntries(Object.entries(types).map(([type, count]) => [`  ${type}`, count])),
      'of uncertain type, not counted': report.uncertain,
      'with a Lean declaration': report.formalized,
      references: report.references,
      ...Object.fromEntries(Object.entries(report.roles).map(([role, count]) => [`  as ${role}`, count])),
      'refer to nothing, others refer to them (heads)': report.heads,
      'refer to others, nothing refers to them (leaves)': report.leaves,
      isolated: report.isolated,
      'pairs that refer to each other': report.mutual,
      'cycle rank': report.cycle_rank,
      'longest path': report.depth,
    }),
    [
      `  refer to: median ${out.median}, nine in ten at most ${out.p90}, most ${formatNumber(out.max)}`,
      `  referred to by: median ${into.median}, nine in ten at most ${into.p90}, most ${formatNumber(into.max)}`,
      ...(cycles.groups === 0
        ? []
        : [
            `  ${pluralize(cycles.groups, 'group')} of entities that need each other, with ${formatNumber(cycles.entities)} entities, the largest with ${formatNumber(cycles.largest)}`,
          ]),
      circuitsText(report.circuits),
      ...(communities === null
        ? []
        : [
            `  ${communities.count === 1 ? '1 community' : `${formatNumber(communities.count)} communities`}, the largest with ${formatNumber(communities.largest)}; modularity ${communities.modularity.toFixed(3)}`,
          ]),
      ...(left === 0
        ? []
        : [
            `  ${pluralize(left, 'reference')} left out: ${formatNumber(leftOut.to_problems)} to problems, ${formatNumber(leftOut.uncertain)} from or to entities of uncertain type`,
          ]),
    ],
    tableOf('sources', sourceCounts(report), style),
    tableOf('fields', report.fields, style),
    [
      color.underline('central entities, by PageRank'),
      ...report.central.map((node) => nodeLine('', lineOf(node), node.rank.toFixed(5), style)),
    ],
  ])}\n`;
}

function sourceCounts({ by_source: sources }: EntityStatsReport): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, types]) => [name, Object.values(types).reduce((sum, count) => sum + count, 0)]),
  );
}

function tableOf(heading: string, counts: Readonly<Record<string, number>>, style: TextStyle): string[] {
  const color = paint(style);
  return [
    color.underline(heading),
    ...upTo(MAX_SOURCES, countLines('', counts), (more) => color.dim(`  and ${more} more: --json`)),
  ];
}
