/** Text report and progress of `library add`. Pure. */
import { basename, dirname, join } from 'node:path';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { FailureDetail } from '../base/errors.ts';
import { getOrAdd } from '../base/memoize.ts';
import type { FoundDocument } from '../library/find-documents.ts';
import type { IngestResult } from '../library/ingest.ts';
import { clickablePath } from './clickable-path.ts';
import { pluralizeEntries, placeSuffix } from './entry-label.ts';
import { formatSpending } from './format-spending.ts';
import { joinBlocks, upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_DOCUMENTS = 30;
const MAX_PROBLEMS = 10;
const MAX_LEFT_OUT = 5;

/** Spending of the model; null if none was used. `cost` in US dollars; null if unknown. */
export type Spent = { tokens: number; cost: number | null } | null;

export interface LibraryAddReport {
  path: string;
  documents: readonly IngestResult[];
  failed: readonly ({ path: string } & FailureDetail)[];
  leftOut: readonly { path: string; why: string }[];
  notBegun: number;
  /** Why the remaining documents were not read; null if all were. */
  stopped: string | null;
  spent: Spent;
  seconds: number;
}

export function addProgressText(done: number, total: number, { path }: FoundDocument): string {
  return total === 1 ? basename(path) : `${done + 1} of ${total} documents, ${basename(path)}`;
}

/** `cwd`: paths below it are shown relative to it. */
export function renderLibraryAdd(report: LibraryAddReport, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const news = report.documents.filter(({ change }) => change !== 'unchanged');
  const parts = [
    [headLine(report, style)],
    itemsUpTo(
      MAX_DOCUMENTS,
      news.map((each) => documentLines(each, style, cwd).join('\n')),
      'document',
      style,
    ),
    problemLines(report, style, cwd),
    report.failed.flatMap(({ path, message, reason, next }) => [
      `${color.red('not read')} ${color.cyan(clickablePath(path, cwd))}: ${message}`,
      ...(reason === undefined ? [] : [`  why: ${reason}`]),
      ...(next === undefined ? [] : [`  next: ${next}`]),
    ]),
    leftOutLines(report, style, cwd),
    report.stopped === null
      ? []
      : [
          `${color.yellow(report.stopped)} ${pluralize(report.notBegun, 'document')} left.`,
          '  next: repeat the same command; finished documents are not read again.',
        ],
  ];
  return `${joinBlocks(parts)}\n`;
}

function headLine({ documents, path, seconds, spent }: LibraryAddReport, style: TextStyle): string {
  const paid = spent === null ? '' : formatSpending(spent);
  const money = paid === '' ? '' : `, ${paid}`;
  return `${changeSummary(documents, style)} in ${seconds.toFixed(1)} s${money}  ${paint(style).dim(path)}`;
}

/** Number of documents by change, and of their entries. */
export function changeSummary(
  documents: readonly Pick<IngestResult, 'change' | 'added' | 'changed' | 'unchanged'>[],
  style: TextStyle,
): string {
  const count = (change: IngestResult['change']): number => documents.filter((each) => each.change === change).length;
  const entries = documents.reduce((sum, each) => sum + each.added + each.changed + each.unchanged, 0);
  const parts = (['added', 'changed', 'unchanged'] as const)
    .filter((change) => count(change) > 0)
    .map((change) => `${pluralize(count(change), 'document')} ${change}`);
  return `${paint(style).bold(parts.length === 0 ? 'Nothing added' : parts.join(', '))}, ${pluralizeEntries(entries)}`;
}

/** At most `max` items; if there are more, then their number. */
function itemsUpTo(max: number, items: readonly string[], what: string, style: TextStyle): string[] {
  return upTo(max, items, (more) => paint(style).dim(`  … and ${pluralize(more, `more ${what}`)}; --json lists all`));
}

function documentLines(document: IngestResult, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  const { source, name, title, change, movedFrom, copies, namesake, path } = document;
  const painted = change === 'copy' ? color.yellow('not added') : color.green(change);
  const shown = (other: string): string => color.cyan(clickablePath(other, cwd));
  const remarks = [
    ...(change === 'copy' ? [`it has the same text as ${copies.map(shown).join(', ')}`] : []),
    ...(change !== 'copy' && copies.length > 0
      ? [`the library already has the same text from ${copies.map(shown).join(', ')}`]
      : []),
    ...(movedFrom === null ? [] : [`it was at ${shown(movedFrom)}`]),
    ...(namesake === null
      ? []
      : [`${shown(namesake)} has the same name in this source, so this document is named ${color.bold(name)}`]),
  ];
  const head = `${painted} ${color.bold(`${source} / ${name}`)}  ${title === name ? '' : `${title}  `}${changeText(document)}`;
  return [
    head,
    ...(change === 'copy' ? [`  ${shown(path)}`] : []),
    ...remarks.map((remark) => `  ${color.yellow('note')} ${remark}`),
  ];
}

function changeText({ change, added, changed, unchanged, removed }: IngestResult): string {
  if (change === 'added') return pluralizeEntries(added);
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'removed'],
    [unchanged, 'unchanged'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');
}

/** A problem in a file that several documents share is listed once. */
function problemLines({ documents }: LibraryAddReport, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  const occurrences = new Map<string, IngestResult[]>();
  for (const document of documents) {
    const { problems, path } = document;
    for (const { message, place } of problems) {
      const file = place === null ? path : join(dirname(path), place.file);
      const where = place === null ? '' : placeSuffix(place);
      const line = `  ${color.cyan(`${clickablePath(file, cwd)}${where}`)}  ${message}`;
      getOrAdd(occurrences, line, () => []).push(document);
    }
  }
  if (occurrences.size === 0) return [];
  const lines = Array.from(occurrences, ([line, affected]) => {
    if (affected.length === 1) return line;
    const count = new Set(affected).size;
    const frequency = count > 1 ? `in ${pluralize(count, 'document')}` : pluralize(affected.length, 'time');
    return `${line} ${color.dim(`(${frequency})`)}`;
  });
  return [
    `${pluralize(occurrences.size, 'problem')}; the rest was read:`,
    ...itemsUpTo(MAX_PROBLEMS, lines, 'problem', style),
  ];
}

function leftOutLines({ leftOut }: LibraryAddReport, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ path, why }) => color.dim(`  ${clickablePath(path, cwd)}: ${why}`));
  return [
    color.dim(`${pluralize(leftOut.length, 'file')} skipped; to add one anyway, name it explicitly:`),
    ...itemsUpTo(MAX_LEFT_OUT, lines, 'file', style),
  ];
}
