/** The `graph` reports as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { GraphDependsReport, GraphNodeReport, GraphPathReport, GraphStatsReport } from './graph-schema.ts';
import { countLines, joinBlocks, namesUpTo, noticeLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LEFT_OUT = 4;

/** A node as one line shows it. */
export type NodeLine = Pick<GraphNodeReport, 'name' | 'kind' | 'module'>;

interface DependsText {
  name: string;
  /** `depends on` or the like. */
  verb: string;
  /** Ends the sentence that there is nothing; may be empty. */
  bound: string;
  nodes: (NodeLine & { distance: number; facts: string })[];
  total: number;
  counts: readonly number[];
  notices: readonly string[];
}

export function renderGraphDepends(report: GraphDependsReport, style: TextStyle): string {
  return dependsText(
    {
      ...report,
      verb: report.used_by ? 'is used by' : 'depends on',
      bound: ' that the sources show',
      nodes: report.declarations.map((each) => ({ ...each, facts: each.in.join(', ') })),
    },
    style,
  );
}

export function dependsText(
  { name, verb, bound, nodes, total, counts, notices }: DependsText,
  style: TextStyle,
): string {
  const color = paint(style);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const summary =
    all === 0
      ? `${color.bold(name)} ${verb} nothing${bound}.`
      : `${color.bold(name)} ${verb} ${formatNumber(counts[0]!)} directly, ${formatNumber(all)} in all, over at most ${pluralize(counts.length, 'step')}.`;
  const groups = [...Map.groupBy(nodes, ({ distance }) => distance)].map(([distance, near]) => [
    color.underline(distance === 1 ? 'directly' : `in ${distance} steps`),
    ...near.map((node) => nodeLine('', node, node.facts, style)),
  ]);
  const more = total - nodes.length;
  const rest = more > 0 ? [color.dim(`and ${formatNumber(more)} more: --limit ${Math.min(total, 10_000)}`)] : [];
  return `${joinBlocks([noticeLines(notices, style), [summary], ...groups, rest])}\n`;
}

interface PathText {
  name: string;
  to: string | null;
  /** What a step is, in the singular. */
  thing: string;
  verb: string;
  bound: string;
  steps: (NodeLine & { needs: readonly number[]; leftOut: readonly string[] })[];
  total: number;
  circular: readonly (readonly number[])[];
  notices: readonly string[];
}

export function renderGraphPath(report: GraphPathReport, style: TextStyle): string {
  const text = { thing: 'declaration', verb: 'depends on', bound: ', as far as the sources show' };
  const steps = report.steps.map((step) => ({ ...step, leftOut: step.left_out }));
  return pathText({ ...report, ...text, steps }, style);
}

export function pathText(
  { name, to, thing, verb, bound, steps, total, circular, notices }: PathText,
  style: TextStyle,
): string {
  const color = paint(style);
  const width = String(steps.length).length;
  const lines = steps.flatMap((step, at) => {
    const needs = step.needs.length === 0 || to !== null ? '' : `needs ${step.needs.join(', ')}`;
    const leftOut = namesUpTo(MAX_LEFT_OUT, step.leftOut);
    const line = nodeLine(String(at + 1).padStart(width), step, needs, style);
    return leftOut === '' ? [line] : [line, color.dim(`${' '.repeat(width + 5)}also needs ${leftOut}`)];
  });
  const summary =
    to === null
      ? `To reach ${color.bold(name)}, ${pluralize(total, thing)} in an order in which each needs only earlier ones${total > steps.length ? `; the ${steps.length} most relevant are shown` : ''}.`
      : steps.length === 0
        ? `${color.bold(name)} does not ${verb.replace('s ', ' ')} ${color.bold(to)}${bound}.`
        : `${color.bold(name)} ${verb} ${color.bold(to)} in ${pluralize(steps.length - 1, 'step')}.`;
  const groups = circular.map((group) => `Steps ${group.join(', ')} depend on each other.`);
  return `${joinBlocks([noticeLines(notices, style), [summary], lines, groups])}\n`;
}

/** `12 circuits of at most 8 steps (8 of 2, 4 of 3)` */
export function circuitsText({
  longest,
  count,
  by_length: lengths,
  at_least: isCut,
}: GraphStatsReport['circuits']): string {
  const parts = lengths.flatMap((of, at) => (of === 0 ? [] : [`${formatNumber(of)} of ${at + 2}`]));
  const detail = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `  ${isCut ? 'at least ' : ''}${pluralize(count, 'circuit')} of at most ${longest} steps${detail}`;
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
      'cycle rank': report.cycle_rank,
      'longest path': report.depth,
    }),
    [
      `  direct dependencies: median ${needs.median}, nine in ten at most ${needs.p90}, most ${formatNumber(needs.max)}`,
      `  used by: median ${neededBy.median}, nine in ten at most ${neededBy.p90}, most ${formatNumber(neededBy.max)}`,
      ...(cycles.groups === 0
        ? []
        : [
            circuitsText(report.circuits),
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
const KIND_COLUMN = 10;

export function nodeLine(place: string, { name, kind, module }: NodeLine, facts: string, style: TextStyle): string {
  const color = paint(style);
  const head = `${place}  ${kind.padEnd(KIND_COLUMN)} ${name}`;
  const gap = ' '.repeat(Math.max(NAME_COLUMN - head.length, 2));
  const rest = [module, facts].filter((part) => part !== '').join('  ');
  return `${place}  ${color.dim(kind.padEnd(KIND_COLUMN))} ${color.bold(name)}${gap}${color.dim(rest)}`;
}
