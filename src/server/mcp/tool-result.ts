/** The output of a tool: the same data as an object and as text, and helpers that shorten it. */
import { columns, ellipsis } from '../../base/columns.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import { hasType, isInferred, shortStatement } from '../../lean/whole-statement.ts';
import type { StatementReport } from '../../report/search-schema.ts';

export interface ToolOutput {
  /** An object of the tool's output schema, without `exit`. Undefined fields are left out. */
  compact: Record<string, unknown>;
  /** The same data as text. */
  lines: string[];
}

/** A report with the warnings of its command. */
export type Warned<Report> = Report & { warnings: readonly string[] };

/** Undefined for an empty list, which is then omitted from the output. */
export function unlessEmpty<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list];
}

/** The first `limit` names; if there are more, the last element is their number. */
export function firstOf(names: readonly string[], limit: number): string[] {
  const more = names.length - limit;
  return more <= 0 ? [...names] : [...names.slice(0, limit), `… ${more} more`];
}

/** A type on one line. */
export function shortType(type: string, maxLength: number): string {
  return ellipsis(collapseWhitespace(type).trim(), maxLength);
}

/**
 * A statement on one line: beyond `maxLength` without what Lean infers, beyond `cutLength` with the first hypotheses
 * that fit and a conclusion that is whole if it fits. A hypothesis is never cut.
 */
export function shortened(statement: StatementReport, maxLength: number, cutLength: number = maxLength): string {
  const text = shortType(shortStatement(statement, maxLength), Infinity);
  if (columns(text) <= cutLength || statement.binders.length === 0) return ellipsis(text, cutLength);
  const conclusion = shortType(hasType(statement) ? `: ${statement.type}` : statement.type, cutLength - 2);
  const parts = ['…', conclusion];
  let room = cutLength - columns(parts.join(' '));
  for (const binder of statement.binders.filter((one) => !isInferred(one))) {
    const shown = shortType(binder.text, Infinity);
    room -= columns(shown) + 1;
    if (room < 0) break;
    parts.splice(-2, 0, shown);
  }
  return parts.join(' ');
}

/** A text of several lines, cut at the end of a line if possible. */
export function shortText(text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (columns(trimmed) <= maxLength) return trimmed;
  const cut = [...trimmed].slice(0, maxLength).join('');
  const end = cut.lastIndexOf('\n');
  return end > maxLength / 2 ? `${cut.slice(0, end)}\n…` : `${cut.trimEnd()}…`;
}

/** The warnings of a command as `note: …` lines. */
export function noteLines(notes: readonly string[]): string[] {
  return notes.map((note) => `note: ${note}`);
}

const MAX_NOTES = 4;
const MAX_NOTE_LENGTH = 300;

export function shortNotes(...lists: readonly (readonly string[])[]): string[] {
  const notes = lists.flat().map((note) => ellipsis(collapseWhitespace(note), MAX_NOTE_LENGTH));
  return firstOf([...new Set(notes)], MAX_NOTES);
}
