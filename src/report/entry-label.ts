/** Labels of entries for people: `Lemma 3.2 (Nakayama)`. Pure. */
import { columns, ellipsis } from '../base/columns.ts';
import { formatNumber } from '../base/format-number.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { Entry } from '../library/entry.ts';
import type { EntryLine } from '../library/entry-card.ts';
import type { PiecePlace } from '../sources/document.ts';
import type { EntryResult } from './entry-search-schema.ts';

export function pluralizeEntries(count: number): string {
  return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
}

/** Name in its document (otherwise its kind), number and title; for plain text, only the title. */
export function entryTitle({
  kind,
  called,
  number,
  title,
}: Pick<Entry, 'kind' | 'called' | 'number' | 'title'>): string {
  const name = [called === '' ? kind : called, number].filter((word) => word !== null).join(' ');
  if (title === '') return name;
  return called === '' && number === null ? title : `${name} (${title})`;
}

/** The position of an entry as a suffix to its path: line, or page for a PDF. */
export function placeSuffix({ line, page }: Pick<PiecePlace, 'line' | 'page'>): string {
  if (page !== null) return `, page ${page}`;
  return line === null ? '' : `:${line}`;
}

/** The other places of an entry, as keys for `library show`. Not as paths: two editions may share a file. */
export function copyNames({ also_in: copies, source }: Pick<EntryResult, 'also_in' | 'source'>): string[] {
  return copies.map((each) => collapseWhitespace(each.source === source ? each.key : `${each.source} / ${each.key}`));
}

const MAX_LABEL = 64;
const MIN_LABEL = 24;

/** One line with its id, its title or first words, and its key. `width`: columns of the terminal. */
export function entryLine(line: EntryLine, width: number): string {
  const { id, title, begins, key } = line;
  const name = entryTitle(line);
  const words = title === '' ? `${name}: ${begins}` : name;
  const room = Math.min(MAX_LABEL, Math.max(MIN_LABEL, width - columns(key) - 10));
  return `${String(id).padStart(6)}  ${ellipsis(words, room)}  ${key}`;
}
