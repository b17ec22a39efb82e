/** One declaration in full, as text for a terminal. Pure. */
import { ellipsis } from '../base/columns.ts';
import { clickablePath } from './clickable-path.ts';
import { filePlace } from './file-place.ts';
import { joinBlocks, noticeLines, upTo, withoutControls } from './layout.ts';
import { wholeStatement } from '../lean/whole-statement.ts';
import { reportStatement } from './search-report.ts';
import { originLabel } from './origin-label.ts';
import type { MemberReport, NeighbourReport, ShowReport } from './search-schema.ts';
import { paintLean } from './paint-lean.ts';
import { statementLines, statementPieces } from './statement-lines.ts';
import { paint, type TextStyle } from './style.ts';
import { docParagraphs, wrap } from './wrap.ts';

const INDENT = 4;
const MAX_SOURCE_LINES = 60;
const MAX_GENERATED = 12;

/** `cwd`: paths below it are shown relative to it. */
export function renderShow(report: ShowReport, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const { declaration: shown } = report;
  const attributes = shown.attributes.length === 0 ? '' : color.dim(`@[${shown.attributes.join(', ')}] `);
  const parts: string[][] = [
    noticeLines(report.notices, style),
    [
      `${attributes}${color.dim([...shown.modifiers, shown.kind].join(' '))} ${color.bold(shown.name)}`,
      ...statementLines(statementPieces(shown.statement), { width: style.width, indent: INDENT }, (text, isDim) =>
        paintLean(text, style, undefined, isDim),
      ),
    ],
    statusLines(report, style),
    docParagraphs(shown.doc, { width: style.width, indent: 0 }),
    section('parents', members(report.parents, style), style),
    section('fields', members(report.fields, style), style),
    section('inherited fields', inheritedLines(report, style), style),
    section('constructors', members(report.constructors, style), style),
    section('generates', generated(report, style), style),
    section(
      instancesTitle(report),
      report.instances.top.map((row) => neighbour(row, style)),
      style,
    ),
    section(
      usersTitle(report),
      report.users.top.map(
        (user) =>
          `${' '.repeat(INDENT)}${String(user.count).padStart(3)}×  ${user.name}  ${color.dim(`${user.file_path}:${user.line_start}`)}`,
      ),
      style,
    ),
    section(
      'also declared at',
      report.same_name.map(
        (row) => `${' '.repeat(INDENT)}${color.cyan(`${clickablePath(row.path, cwd)}:${row.line_start}`)}`,
      ),
      style,
    ),
    section('source', source(report, style), style),
    [filePlace(shown, style, cwd), ...Object.values(shown.links).filter((url) => url !== null)],
  ];
  return `${joinBlocks(parts)}\n`;
}

function section(title: string, lines: string[], style: TextStyle): string[] {
  return lines.length === 0 ? [] : [paint(style).underline(title), ...lines];
}

/** Deprecated, private, generated: what decides whether to use it. */
function statusLines({ declaration: shown, generated_from }: ShowReport, style: TextStyle): string[] {
  const color = paint(style);
  const lines: string[] = [];
  if (shown.deprecated !== null) {
    const { replacement, since, note } = shown.deprecated;
    const date = since === null ? '' : ` since ${since}`;
    lines.push(
      `${color.yellow(`deprecated${date}`)}${replacement === null ? '' : `, use ${color.bold(replacement)}`}${note === null ? '' : `: ${note}`}`,
    );
  }
  if (shown.private) lines.push(color.red('private: it cannot be used outside its file'));
  const origin = originLabel(shown.origin, shown.generated_from);
  if (origin !== null) lines.push(origin);
  if (generated_from !== null) {
    const pieces = statementPieces(reportStatement(wholeStatement(generated_from.type, [])));
    // The statement of an alias is often the whole one of its target.
    const isShown = pieces.conclusion === statementPieces(shown.statement).conclusion;
    const within = { width: style.width, indent: INDENT };
    if (!isShown)
      lines.push(...statementLines(pieces, within, (text, isDim) => paintLean(text, style, undefined, isDim)));
  }
  if (shown.approximate) lines.push(color.dim('The name or statement is inferred from the sources.'));
  return lines;
}

function members(rows: MemberReport[], style: TextStyle): string[] {
  const color = paint(style);
  return rows.flatMap(({ name, type, doc }) => {
    const { binders, conclusion } = statementPieces(reportStatement(wholeStatement(type, [])));
    const pieces = { binders: [{ text: lastOf(name), isName: true }, ...binders], conclusion };
    const [first = '', ...rest] = statementLines(pieces, { width: style.width, indent: INDENT }, (text) => text);
    const documented = wrap(doc ?? '', { width: style.width, indent: INDENT * 2, maxLines: 2 });
    const shown = [first.replace(lastOf(name), () => color.bold(lastOf(name))), ...rest];
    return [...shown, ...documented.map((line) => color.dim(line))];
  });
}

/** One line per structure that has them. */
function inheritedLines({ inherited }: ShowReport, style: TextStyle): string[] {
  const color = paint(style);
  const names = new Map<string, string[]>();
  for (const { name, from } of inherited) names.set(from, [...(names.get(from) ?? []), lastOf(name)]);
  return [...names].flatMap(([from, fields]) =>
    wrap(`${fields.join(', ')} from ${from}`, { width: style.width, indent: INDENT }).map((line) =>
      line.replace(from, () => color.dim(from)),
    ),
  );
}

function neighbour({ name, type }: NeighbourReport, style: TextStyle): string {
  const line = `${' '.repeat(INDENT)}${name}`;
  return `${line} ${paint(style).dim(ellipsis(type, Math.max(style.width - line.length - 1, 20)))}`;
}

function generated({ generates }: ShowReport, style: TextStyle): string[] {
  const lines = generates.map((row) => `${' '.repeat(INDENT)}${row.name}  ${paint(style).dim(row.origin)}`);
  return upTo(MAX_GENERATED, lines, (more) => `${' '.repeat(INDENT)}and ${more} more`);
}

function instancesTitle({ instances }: ShowReport): string {
  const { count, top } = instances;
  return count > top.length ? `instances, ${top.length} of ${count}` : 'instances';
}

function usersTitle({ users }: ShowReport): string {
  return users.files > users.files_read
    ? `used most by, in ${users.files_read} of ${users.files} files that may mention it`
    : 'used most by';
}

function source({ source: text }: ShowReport, style: TextStyle): string[] {
  if (text === null) return [];
  const lines = text.text.split('\n');
  const digits = String(text.line + lines.length).length;
  const numbered = lines.map(
    (line, i) => `${paint(style).dim(`${String(text.line + i).padStart(digits)} │`)} ${withoutControls(line)}`,
  );
  return upTo(MAX_SOURCE_LINES, numbered, (more) => paint(style).dim(`and ${more} more lines`));
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
