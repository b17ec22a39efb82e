/** Hits of a library search as text for a terminal. Pure. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { clickablePath } from './clickable-path.ts';
import type { EntryResult, EntrySearchReport } from './entry-search-schema.ts';
import { copyNames, entryTitle, placeSuffix } from './entry-label.ts';
import { namesUpTo, noticeLines, scoreLines } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

const INDENT = 4;
const MAX_LINES = 4;
const MAX_COPIES = 4;

/** `cwd`: paths below it are shown relative to it. */
export function renderEntrySearch(report: EntrySearchReport, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const notices = noticeLines(report.notices, style);
  if (report.results.length === 0) {
    const query = color.bold(ellipsis(collapseWhitespace(report.query), Math.max(style.width - 30, 20)));
    return `${[...notices, `Nothing found in the library for ${query}.`].join('\n')}\n`;
  }
  const hits = report.results.map((result) => renderHit(result, style, cwd).join('\n'));
  return `${[...notices, ...hits].join('\n\n')}\n`;
}

function renderHit(result: EntryResult, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  const within = { width: style.width, indent: INDENT };
  const where = [result.source, ...result.headings].map(collapseWhitespace).join(' › ');
  const title = collapseWhitespace(entryTitle(result));
  const lines = [
    title === result.kind ? color.bold(title) : `${color.dim(result.kind)} ${color.bold(title)}`,
    ...wrap(result.snippet, { ...within, maxLines: MAX_LINES }),
    ...wrap(where, { ...within, maxLines: 1 }).map((line) => color.italic.dim(line)),
    ...wrap(copiesText(result), within).map((line) => color.dim(line)),
    `${' '.repeat(INDENT)}${placeOf(result, style, cwd)}${color.dim(withLibraryFlag(`lemmahead library show ${result.id}`, style))}`,
  ];
  return [...lines, ...scoreLines(result, style)];
}

function copiesText(result: EntryResult): string {
  const names = copyNames(result);
  return names.length === 0 ? '' : `also in ${namesUpTo(MAX_COPIES, names)}`;
}

function placeOf(result: EntryResult, style: TextStyle, cwd: string): string {
  if (result.path === null) return '';
  return `${paint(style).cyan(`${clickablePath(result.path, cwd)}${placeSuffix(result)}`)}  `;
}
