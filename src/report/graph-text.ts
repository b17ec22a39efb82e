/** The `graph` reports as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { GraphDependsReport, GraphNodeReport, GraphPathReport, GraphStatsReport } from './graph-schema.ts';
import { countLines, joinBlocks, namesUpTo, noticeLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LEFT_OUT = 4;

export function renderGraphDepends(report: GraphDependsReport, style: TextStyle): string {
  const { name, used_by: usedBy, declarations, total, counts, notices } = report;
  const color = paint(style);
  const verb = usedBy ? 'is used by' : 'depends on';
  const all = counts.reduce((sum, count) => sum + count, 0);
  const summary =
    all === 0
      ? `${color.bold(name)} ${usedBy ? 'is used by nothing' : 'depends on nothing'} that the sources show.`
      : `${color.bold(name)} ${verb} ${formatNumber(counts[0]!)} directly, ${formatNumber(all)} in all, over at most ${pluralize(counts.length, 'step')}.`;
  const groups = [...Map.groupBy(declarations, ({ distance }) => distance)].map(([distance, nodes]) => [
    color.underline(distance === 1 ? 'directly' : `in ${distance} steps`),
    ...nodes.map((node) => nodeLine('', node, node.in.join(', '), style)),
  ]);
  const more = total - declarations.length;
  const rest = more > 0 ? [color.dim(`and ${formatNumber(more)} more: --limit ${Math.min(total, 10_000)}`)] : [];
  return `${joinBlocks([noticeLines(notices, style), [summary], ...groups, rest])}\n`;
}

export function renderGraphPath(report: GraphPathReport, style: TextStyle): string {
  const { name, to, steps, total, circular, notices } = report;
  const color = paint(style);
  const width = String(steps.length).length;
  const lines = steps.flatMap((step, at) => {
    const needs = step.needs.length === 0 || to !== null ? '' : `needs ${step.needs.join(', ')}`;
    const leftOut = namesUpTo(MAX_LEFT_OUT, step.left_out);
    const line = nodeLine(String(at + 1).padStart(width), step, needs, style);
    return leftOut === '' ? [line] : [line, color.dim(`${' '.repeat(width + 5)}also needs ${leftOut}`)];
  });
  const summary =
    to === null
      ? `To reach ${color.bold(name)}, ${pluralize(total, 'declaration')} in an order in which each needs only earlier ones${total > steps.length ? `; the ${steps.length} most relevant are shown` : ''}.`
      : steps.length === 0
        ? `${color.bold(name)} does not depend on ${color.bold(to)}, as far as the sources show.`
        : `${color.bold(name)} depends on ${color.bold(to)} in ${pluralize(steps.length - 1, 'step')}.`;
  const groups = circular.map((group) => `Steps ${group.join(', ')} depend on each other.`);
  return `${joinBlocks([noticeLines(notices, style), [summary], lines, groups])}\n`;
}

export function renderGraphStats(report: GraphStatsReport, style: TextStyle): string {
  const { needs, needed_by: neededBy, cycles } = report;
  const color = paint(style);
  return `${joinBlocks([
    [color.bold(report.index)],
    countLines('', {
      declarations: report.declarations,
      dependencies: report.dependencies,
      '  named in a statement': report.in_statements,
      '  named in a proof or body': report.in_values,
      '  made by an attribute': report.from_origins,
      'depend on others, used by none': report.unused,
      'depend on none, used by others': report.fundamental,
      isolated: report.isolated,
      'pairs that depend on each other': report.mutual,
      'longest path': report.depth,
    }),
    [
      `  direct dependencies: median ${needs.median}, nine in ten at most ${needs.p90}, most ${formatNumber(needs.max)}`,
      `  used by: median ${neededBy.median}, nine in ten at most ${neededBy.p90}, most ${formatNumber(neededBy.max)}`,
      ...(cycles.groups === 0
        ? []
        : [
            `  ${pluralize(cycles.groups, 'group')} of declarations that depend on each other, the largest with ${cycles.largest}: names that the sources leave open`,
          ]),
    ],
    [
      color.underline('central declarations, by PageRank'),
      ...report.central.map((node) => nodeLine('', node, node.rank.toFixed(5), style)),
    ],
  ])}\n`;
}

const NAME_COLUMN = 60;

function nodeLine(place: string, { name, kind, module }: GraphNodeReport, facts: string, style: TextStyle): string {
  const color = paint(style);
  const head = `${place}  ${kind.padEnd(9)} ${name}`;
  const gap = ' '.repeat(Math.max(NAME_COLUMN - head.length, 2));
  const rest = [module, facts].filter((part) => part !== '').join('  ');
  return `${place}  ${color.dim(kind.padEnd(9))} ${color.bold(name)}${gap}${color.dim(rest)}`;
}
