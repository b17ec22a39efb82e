/** The reports of the `graph` commands on entities, as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { pluralize } from '../base/pluralize.ts';
import type { Entity, EntityText, Tactic } from '../sources/entity.ts';
import type { GraphBuildReport, GraphRunsReport, GraphShowReport, GraphUndoReport } from './entity-schema.ts';
import { joinBlocks, upTo } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LINES = 20;

export function renderGraphBuild(
  { entities, attributes, names, run, path, seconds }: GraphBuildReport,
  style: TextStyle,
): string {
  const color = paint(style);
  const values = Object.entries(attributes).map(([name, count]) => `${name} ${count}`);
  const head =
    entities.changed === 0
      ? `Nothing changed: ${formatNumber(entities.read)} entities are up to date.`
      : `${formatNumber(entities.changed)} of ${formatNumber(entities.read)} entities read in ${seconds.toFixed(1)} s.`;
  return `${joinBlocks([
    [
      head,
      ...(names.read === 0
        ? []
        : [
            `${pluralize(names.found, 'reference')} without marks found in ${formatNumber(names.read)} texts; with --terms, graph depends, path, stats and picture follow them.`,
          ]),
      ...(values.length === 0 ? [] : [`  ${color.dim(`values: ${values.join(', ')}`)}`]),
    ],
    [color.dim(run === null ? path : withLibraryFlag(`${path}; to undo: lemmahead graph undo ${run}`, style))],
  ])}\n`;
}

/** `all`: with all values of each attribute. */
export function renderGraphShow(report: GraphShowReport, { all }: { all: boolean }, style: TextStyle): string {
  const entity = report.entity!;
  const color = paint(style);
  const { title, label, type, field, source, id } = entity;
  const about = [field, report.subfield].filter((each) => each !== null).join(', ');
  const isSolved = type === 'problem';
  const others = isSolved ? entity.solutions : entity.proofs;
  return `${joinBlocks([
    [
      `${color.dim(type)} ${color.bold(collapseWhitespace(title === '' ? label : title))}`,
      ...(about === '' ? [] : [about]),
      color.dim(`id ${id}, label ${collapseWhitespace(label)}, source ${source}`),
    ],
    textLines(entity, style),
    ...others.map((text, at) => {
      const name = `${isSolved ? 'solution' : 'proof'}${others.length > 1 ? ` ${at + 1}` : ''}`;
      return [color.underline(name), ...textLines(text, style)];
    }),
    ...completions(report, style),
    references('refers to', entity.in_refs, style),
    unresolved(entity, style),
    references('referred to by', entity.out_refs, style),
    list(
      'Lean',
      report.links.map(({ name, kind, maker }) => `  ${kind} ${color.bold(name)}  ${color.dim(maker)}`),
      style,
    ),
    all
      ? list(
          'values',
          report.values.map(({ part, name, value, maker }) => {
            const where = part === 0 ? '' : ` of ${isSolved ? 'solution' : 'proof'} ${part}`;
            return `  ${name}${where}  ${shortJson(value)}  ${color.dim(maker)}`;
          }),
          style,
        )
      : [],
  ])}\n`;
}

function textLines({ contents, bodylist }: EntityText, style: TextStyle): string[] {
  const color = paint(style);
  if (bodylist.length === 0) return contents;
  const width = Math.max(...bodylist.map(({ action }) => action.length));
  return bodylist.map(({ action, description }) => {
    const [first, ...rest] = description.split('\n');
    return [
      `${color.dim(action.padEnd(width))}  ${first}`,
      ...rest.map((line) => `${' '.repeat(width)}  ${line}`),
    ].join('\n');
  });
}

interface CompletionValue {
  kind: string;
  text: string;
  verdict: string;
  declarations?: string[];
}

/** Proofs and solutions that a model wrote: apart from those of the document. */
function completions({ values }: GraphShowReport, style: TextStyle): string[][] {
  const color = paint(style);
  return values
    .filter(({ name, maker }) => name === 'completion' && maker === 'model')
    .map(({ value, evidence }) => {
      const { kind, text, verdict, declarations = [] } = value as CompletionValue;
      const { model } = evidence as { model: string };
      const state =
        verdict === 'failed'
          ? ', which violates its own principles'
          : declarations.length > 0
            ? `; the theorem is proved in Lean: ${declarations.join(', ')}`
            : '';
      return [color.underline(`${kind} by ${model}, not checked by Lean or a person${state}`), ...text.split('\n')];
    });
}

function references(heading: string, roles: Record<string, Tactic>, style: TextStyle): string[] {
  const lines = Object.entries(roles).map(
    ([label, role]) => `  ${collapseWhitespace(label)}  ${paint(style).dim(role)}`,
  );
  return list(heading, lines, style);
}

/** References that are no edges: their target is unknown, or a problem, or of uncertain type. */
function unresolved(entity: Entity, style: TextStyle): string[] {
  const texts = [entity, ...entity.proofs, ...entity.solutions];
  const labels = new Set(texts.flatMap(({ refs }) => refs).filter((label) => !(label in entity.in_refs)));
  return list(
    'names without an edge',
    Array.from(labels, (label) => `  ${collapseWhitespace(label)}`),
    style,
  );
}

function list(heading: string, lines: readonly string[], style: TextStyle): string[] {
  if (lines.length === 0) return [];
  const color = paint(style);
  return [color.underline(heading), ...upTo(MAX_LINES, lines, (more) => color.dim(`  and ${more} more: --json`))];
}

const MAX_JSON = 60;

function shortJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > MAX_JSON ? `${json.slice(0, MAX_JSON - 1)}…` : json;
}

export function renderGraphRuns({ runs }: GraphRunsReport, style: TextStyle): string {
  const color = paint(style);
  if (runs.length === 0)
    return withLibraryFlag('The library has no runs. The first one: lemmahead graph build\n', style);
  const lines = runs.map(({ id, command, started_at: started, ended_at: ended, undone_at: undone, counts }) => {
    const what = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
    const state =
      undone !== null ? color.dim('undone') : ended === null ? color.yellow('not finished') : what.join(', ');
    return `${String(id).padStart(4)}  ${started.slice(0, 16).replace('T', ' ')}  ${color.bold(command)}  ${state}`;
  });
  return `${lines.join('\n')}\n`;
}

export function renderGraphUndo({ runs }: GraphUndoReport): string {
  return runs
    .map(({ run, removed, restored, kept }) => {
      const later = kept === 0 ? '' : `, ${kept} replaced by a later run kept`;
      return `Run ${run} is undone: ${pluralize(removed, 'unit')} removed, ${restored} restored${later}.\n`;
    })
    .join('');
}
