/** What a tool says: the same few facts as an object and as text, and how long things cut short may be. */
import { onOneLine } from '../../base/one-line.ts';
import { conclusionAt } from '../../report/type-lines.ts';
import { columns, ellipsis } from '../../report/wrap.ts';

export interface Said {
  /** As the tool's output schema has it, without `exit`; what is undefined is left out. */
  compact: Record<string, unknown>;
  /** The same for reading. */
  lines: string[];
}

/** A report with what its command warned of. */
export type Warned<Report> = Report & { warnings: readonly string[] };

/** A list with nothing in it is not said at all. */
export function unlessEmpty<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}

/** The first of them; the last then says how many more there are. */
export function firstOf(names: readonly string[], most: number): string[] {
  const more = names.length - most;
  return more <= 0 ? [...names] : [...names.slice(0, most), `… ${more} more`];
}

/** A type on one line; where it is too long, its conclusion is kept before its binders. */
export function shortType(type: string, most: number): string {
  const line = onOneLine(type).trim();
  if (columns(line) <= most) return line;
  const split = conclusionAt(line);
  const conclusion = line.slice(Math.max(split, 0));
  const room = most - columns(conclusion) - 1;
  if (split <= 0 || room < 10) return ellipsis(split <= 0 ? line : `… ${conclusion}`, most);
  return `${ellipsis(line.slice(0, split).trimEnd(), room)} ${conclusion}`;
}

/** A text of several lines, cut at a line where it can be. */
export function shortText(text: string, most: number): string {
  const whole = text.trim();
  if (columns(whole) <= most) return whole;
  const cut = [...whole].slice(0, most).join('');
  const end = cut.lastIndexOf('\n');
  return end > most / 2 ? `${cut.slice(0, end)}\n…` : `${cut.trimEnd()}…`;
}

/** `note: …` lines of what a command warned of. */
export function noteLines(notes: readonly string[]): string[] {
  return notes.map((note) => `note: ${note}`);
}

const MOST_NOTES = 4;
const MOST_NOTE = 300;

export function shortNotes(...lists: readonly (readonly string[])[]): string[] {
  const notes = lists.flat().map((note) => ellipsis(onOneLine(note), MOST_NOTE));
  return firstOf([...new Set(notes)], MOST_NOTES);
}
