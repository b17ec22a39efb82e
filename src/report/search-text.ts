/** Search hits as text for a terminal: name, statement, position. Pure. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { filePlace } from './file-place.ts';
import { namesUpTo, noticeLines, scoreLines } from './layout.ts';
import { originLabel } from './origin-label.ts';
import { paintLean, paintMatches } from './paint-lean.ts';
import type { ResultReport, SearchReport } from './search-schema.ts';
import { statementLines, statementPieces } from './statement-lines.ts';
import { hyperlink, paint, type TextStyle } from './style.ts';
import { docParagraphs, wrap } from './wrap.ts';

const INDENT = 4;
const MAX_TYPE_LINES = 8;
const MAX_VARIANTS = 6;

export interface SearchTextOptions {
  /** Paths are shown relative to it. */
  cwd: string;
  /** Whether to show whole docstrings, not only their beginning. */
  docs: boolean;
}

export function renderSearch(report: SearchReport, style: TextStyle, options: SearchTextOptions): string {
  const notices = noticeLines(report.notices, style);
  if (report.results.length === 0 && report.offset === 0)
    return [...notices, renderNothing(report, style), ''].join('\n');
  const hits = report.results.map((result) => renderHit(result, style, options).join('\n'));
  return `${[...notices, ...hits, ...pageLine(report, style)].join('\n\n')}\n`;
}

/** `10 of 814; next page: --offset 10`. Nothing if all hits are shown. */
function pageLine({ offset, results, total, next_offset: next }: SearchReport, style: TextStyle): string[] {
  // A notice says that the offset is too large.
  if (next === null && (offset === 0 || results.length === 0)) return [];
  const shown = offset === 0 ? `${results.length}` : `${offset + 1} to ${offset + results.length}`;
  const of = total === null ? ' shown' : ` of ${total.bound === 'exact' ? '' : 'at most '}${total.count}`;
  return [paint(style).dim(`${shown}${of}${next === null ? '' : `; next page: --offset ${next}`}`)];
}

function renderNothing({ query, shape, nearest }: SearchReport, style: TextStyle): string {
  const color = paint(style);
  const shown = color.bold(ellipsis(collapseWhitespace(query), Math.max(style.width - 30, 20)));
  // Without a query the notices tell why the list is empty.
  const lines = query === '' ? [] : [`Nothing found for the ${shape} ${shown}.`];
  if (nearest.length > 0) lines.push('Similar names:', ...nearest.map((name) => `  ${color.bold(name)}`));
  return lines.join('\n');
}

function renderHit(result: ResultReport, style: TextStyle, { cwd, docs }: SearchTextOptions): string[] {
  const color = paint(style);
  const within = { width: style.width, indent: INDENT };
  const matched = new Set(result.matched);
  const { documentation, source } = result.links;
  const painted = paintMatches(result.name, style, matched, (part) => color.bold(part));
  const name = hyperlink(painted, documentation ?? source, style);
  const lines = [`${color.dim(result.kind)} ${name}${marks(result, style)}`];
  lines.push(
    ...statementLines(statementPieces(result.statement), { ...within, maxLines: MAX_TYPE_LINES }, (text, isDim) =>
      paintLean(text, style, matched, isDim),
    ),
  );
  if (result.value !== null)
    lines.push(...wrap(valueText(result.value), { ...within, maxLines: 2 }).map((line) => color.dim(line)));
  const doc = docs ? docParagraphs(result.doc, within) : wrap(result.doc ?? '', { ...within, maxLines: 1 });
  lines.push(...doc.map((line) => paintMatches(line, style, matched, (part) => color.italic.dim(part))));
  const { replacement } = result.deprecated ?? {};
  if (replacement) lines.push(`${' '.repeat(INDENT)}${color.yellow('use instead')} ${color.bold(replacement)}`);
  if (result.variants.length > 0)
    lines.push(...wrap(`also ${namesUpTo(MAX_VARIANTS, result.variants)}`, within).map((line) => color.dim(line)));
  lines.push(`${' '.repeat(INDENT)}${place(result, style, cwd)}`);
  return [...lines, ...scoreLines(result, style)];
}

/** Alternatives follow a definition without `:=`. */
const valueText = (value: string): string => (value.startsWith('|') ? value : `:= ${value}`);

/** What a user should know before using it: `deprecated`, `private`, the origin of a generated name. */
function marks(result: ResultReport, style: TextStyle): string {
  const color = paint(style);
  const words: string[] = [];
  if (result.deprecated !== null)
    words.push(
      color.yellow(result.deprecated.since === null ? 'deprecated' : `deprecated since ${result.deprecated.since}`),
    );
  if (result.private) words.push(color.red('private'));
  const origin = originLabel(result.origin, result.generated_from);
  if (origin !== null) words.push(color.dim(origin));
  if (result.approximate)
    words.push(
      color.dim(result.type === '' ? 'its statement is not in the sources' : 'its name or statement is inferred'),
    );
  return words.length === 0 ? '' : `  ${words.join(color.dim(' · '))}`;
}

function place(result: ResultReport, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const path = filePlace(result, style, cwd);
  if (result.write_as === undefined) return path;
  if (result.write_as === null) return `${path}  ${color.red('cannot be written there')}`;
  const needed = result.imported === true ? color.green('imported') : color.yellow(`needs ${result.import}`);
  return `${path}  write ${color.bold(result.write_as)}  ${needed}`;
}
