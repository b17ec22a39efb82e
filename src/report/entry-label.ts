/** How an entry is called for people: `Lemma 3.2 (Nakayama)`. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { Entry } from '../library/entry.ts';
import type { EntryLine } from '../library/entry-card.ts';
import type { PiecePlace } from '../sources/document.ts';
import type { EntryResult } from './entry-search-report.ts';
import { columns, ellipsis } from './wrap.ts';

export function pluralizeEntries(count: number): string {
  return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
}

/** By what its document calls it, else by its kind; text by its title alone. */
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

/** Where in its file an entry begins, as it stands behind the path: of a PDF its page. */
export function placeSuffix({ line, page }: Pick<PiecePlace, 'line' | 'page'>): string {
  if (page !== null) return `, page ${page}`;
  return line === null ? '' : `:${line}`;
}

/** Where else it stands, by keys, which `library show` takes: two editions may share the file that a text stands in. */
export function copyNames({ also_in: copies, source }: Pick<EntryResult, 'also_in' | 'source'>): string[] {
  return copies.map((each) => collapseWhitespace(each.source === source ? each.key : `${each.source} / ${each.key}`));
}

const MOST_WORDS = 64;
const FEWEST_WORDS = 24;

/** One line that tells which it is: its id, its title or else how it begins, its key. `width`: of the terminal. */
export function entryLine(line: EntryLine, width: number): string {
  const { id, title, begins, key } = line;
  const name = entryTitle(line);
  const words = title === '' ? `${name}: ${begins}` : name;
  const room = Math.min(MOST_WORDS, Math.max(FEWEST_WORDS, width - columns(key) - 10));
  return `${String(id).padStart(6)}  ${ellipsis(words, room)}  ${key}`;
}
