/** How an entry is called for people: `Lemma 3.2 (Nakayama)`. Pure. */
import { groupedDigits } from '../base/grouped-digits.ts';
import type { Entry } from '../library/entry.ts';
import type { EntryLine } from '../library/entry-card.ts';
import { ellipsis } from './wrap.ts';

export function howManyEntries(count: number): string {
  return count === 1 ? '1 entry' : `${groupedDigits(count)} entries`;
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

const SHOWN_WORDS = 64;

/** One line that tells which it is: its id, its title or else how it begins, its key. */
export function entryLine(line: EntryLine): string {
  const { id, title, begins, key } = line;
  const name = entryTitle(line);
  const words = title === '' ? `${name}: ${begins}` : name;
  return `${String(id).padStart(6)}  ${ellipsis(words, SHOWN_WORDS)}  ${key}`;
}
