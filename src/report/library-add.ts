/** What became of documents that were added to the library, and the progress meanwhile, for people. Pure. */
import { basename, dirname, join } from 'node:path';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { FailureDetail } from '../base/errors.ts';
import type { FoundDocument } from '../library/find-documents.ts';
import type { Ingested } from '../library/ingest.ts';
import { clickablePath } from './clickable-path.ts';
import { pluralizeEntries, placeSuffix } from './entry-label.ts';
import { formatSpending } from './format-spending.ts';
import { paint, type TextStyle } from './style.ts';

const MOST_DOCUMENTS = 30;
const MOST_PROBLEMS = 10;
const MOST_LEFT_OUT = 5;

/** By a model; null: none was asked. `cost` in US dollars, null: nobody knows. */
export type Spent = { tokens: number; cost: number | null } | null;

export interface LibraryAddReport {
  path: string;
  documents: readonly Ingested[];
  failed: readonly ({ path: string } & FailureDetail)[];
  leftOut: readonly { path: string; why: string }[];
  notBegun: number;
  /** Why the rest was not begun; null: all were. */
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
    upTo(
      MOST_DOCUMENTS,
      news.map((each) => documentLines(each, style, cwd)),
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
          '  next: type the same command again; what is finished is not read again.',
        ],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headLine({ documents, path, seconds, spent }: LibraryAddReport, style: TextStyle): string {
  const paid = spent === null ? '' : formatSpending(spent);
  const money = paid === '' ? '' : `, ${paid}`;
  return `${changeSummary(documents, style)} in ${seconds.toFixed(1)} s${money}  ${paint(style).dim(path)}`;
}

/** How many documents came or changed, and how many entries they have. */
export function changeSummary(
  documents: readonly Pick<Ingested, 'change' | 'added' | 'changed' | 'unchanged'>[],
  style: TextStyle,
): string {
  const count = (change: Ingested['change']): number => documents.filter((each) => each.change === change).length;
  const entries = documents.reduce((sum, each) => sum + each.added + each.changed + each.unchanged, 0);
  const words = (['added', 'changed', 'unchanged'] as const)
    .filter((change) => count(change) > 0)
    .map((change) => `${pluralize(count(change), 'document')} ${change}`);
  return `${paint(style).bold(words.length === 0 ? 'Nothing added' : words.join(', '))}, ${pluralizeEntries(entries)}`;
}

/** At most `most`, each of some lines; then how many more there are. */
function upTo(most: number, items: readonly string[][], what: string, style: TextStyle): string[] {
  const more = items.length - most;
  const rest = more > 0 ? [paint(style).dim(`  … and ${pluralize(more, `more ${what}`)}; --json has all`)] : [];
  return [...items.slice(0, most).flat(), ...rest];
}

function documentLines(document: Ingested, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  const { source, name, title, change, movedFrom, copies, namesake, path } = document;
  const painted = change === 'copy' ? color.yellow('not added') : color.green(change);
  const shown = (other: string): string => color.cyan(clickablePath(other, cwd));
  const remarks = [
    ...(change === 'copy' ? [`it says the same as ${copies.map(shown).join(', ')}`] : []),
    ...(change !== 'copy' && copies.length > 0
      ? [`the same text is in the library from ${copies.map(shown).join(', ')}`]
      : []),
    ...(movedFrom === null ? [] : [`it was at ${shown(movedFrom)}`]),
    ...(namesake === null ? [] : [`${shown(namesake)} has its name in this source; it is called ${color.bold(name)}`]),
  ];
  const head = `${painted} ${color.bold(`${source} / ${name}`)}  ${title === name ? '' : `${title}  `}${changeWords(document)}`;
  return [
    head,
    ...(change === 'copy' ? [`  ${shown(path)}`] : []),
    ...remarks.map((remark) => `  ${color.yellow('note')} ${remark}`),
  ];
}

function changeWords({ change, added, changed, unchanged, removed }: Ingested): string {
  if (change === 'added') return pluralizeEntries(added);
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'gone'],
    [unchanged, 'as before'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');
}

/** What is wrong with a file that several documents share is said once. */
function problemLines({ documents }: LibraryAddReport, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  const times = new Map<string, Ingested[]>();
  for (const document of documents) {
    const { problems, path } = document;
    for (const { message, place } of problems) {
      const file = place === null ? path : join(dirname(path), place.file);
      const where = place === null ? '' : placeSuffix(place);
      const line = `  ${color.cyan(`${clickablePath(file, cwd)}${where}`)}  ${message}`;
      const among = times.get(line);
      if (among === undefined) times.set(line, [document]);
      else among.push(document);
    }
  }
  if (times.size === 0) return [];
  const lines = Array.from(times, ([line, among]) => {
    if (among.length === 1) return [line];
    const count = new Set(among).size;
    const often = count > 1 ? `in ${pluralize(count, 'document')}` : pluralize(among.length, 'time');
    return [`${line} ${color.dim(`(${often})`)}`];
  });
  return [`${pluralize(times.size, 'problem')}; the rest was read:`, ...upTo(MOST_PROBLEMS, lines, 'problem', style)];
}

function leftOutLines({ leftOut }: LibraryAddReport, style: TextStyle, cwd: string): string[] {
  const color = paint(style);
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ path, why }) => [color.dim(`  ${clickablePath(path, cwd)}: ${why}`)]);
  return [
    color.dim(`${pluralize(leftOut.length, 'file')} left aside; name one to add it all the same:`),
    ...upTo(MOST_LEFT_OUT, lines, 'file', style),
  ];
}
