/** A place in a Lean text, as an editor's cursor. */
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { findHoles, type Hole } from '../hole/holes.ts';

export interface Place {
  /** 1-based. */
  line: number;
  /** 0-based, in code points, as Lean counts; null for the place that the line suggests. */
  column: number | null;
}

/** A line of a text. Offsets in UTF-16 units. */
export interface TextLine {
  start: number;
  /** Offset of its first character that is not white space. */
  first: number;
  /** Without the line ending. */
  text: string;
  /** Offset after its last character that is not white space. */
  end: number;
}

/** @throws {Failure} `place-outside` if the text has no such line */
export function lineAt(text: string, line: number): TextLine {
  const lines = text.split('\n');
  const found = lines[line - 1];
  if (found === undefined) {
    throw outside(`The text has ${pluralize(lines.length, 'line')}, so there is no line ${line}.`);
  }
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return {
    start,
    first: start + (found.length - found.trimStart().length),
    text: found.replace(/\r$/u, ''),
    end: start + found.trimEnd().length,
  };
}

/**
 * The offset of a place; without a column, of the first character of the line that is not white space.
 * @throws {Failure} `place-outside`
 */
function offsetOf(text: string, { line, column }: Place): number {
  const { start, first, text: words } = lineAt(text, line);
  if (column === null) return first;
  const characters = [...words];
  if (column > characters.length) {
    throw outside(
      `Line ${line} has ${pluralize(characters.length, 'character')}, so there is no column ${column + 1}.`,
    );
  }
  return start + characters.slice(0, column).join('').length;
}

/** The offset of a place, and the `sorry` there. Without a column: the first `sorry` of the line, or else its start. */
export function resolvePlace(text: string, place: Place): { offset: number; hole: Hole | null } {
  const offset = offsetOf(text, place);
  const { start: lineStart, end: lineEnd } = lineAt(text, place.line);
  const hole = findHoles(text).find(({ start, end }) =>
    place.column === null ? start >= lineStart && end <= lineEnd : start <= offset && offset <= end,
  );
  return { offset: place.column === null ? (hole?.start ?? offset) : offset, hole: hole ?? null };
}

function outside(message: string): Failure {
  return new Failure('usage', 'place-outside', { message, next: 'Give a line and a column of the text.' });
}
