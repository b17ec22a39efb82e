/** Puts a candidate into a hole. Every byte before and after the hole stays the same. */
import { candidateLines, isAtom, isOpenEnded, isSequence, type Candidate } from './candidate.ts';
import type { Hole } from './holes.ts';

/** Replaces the characters from `start` (inclusive) to `end` (exclusive) by `text`. Offsets in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The edit that fills `hole` with `candidate`: indented, with `by`, `exact` and parentheses as needed. */
export function fillingOf(text: string, hole: Hole, candidate: Candidate): Edit {
  const lines = candidateLines(candidate);
  const { opening, column, closing } =
    hole.position === 'tactic' ? inTactic(text, hole, candidate) : inTerm(text, hole, candidate);
  const newline = newlineAt(text, hole);
  const written = lines.map((line, at) => {
    if (line.indent === null || (at === 0 && !opening.endsWith('\n'))) return line.text;
    return line.text === '' ? '' : ' '.repeat(column + line.indent) + line.text;
  });
  const filling = opening + written.join('\n') + closing;
  return { start: hole.start, end: hole.end, text: filling.replaceAll('\n', newline) };
}

/** The text before and after the lines, and the column of the first line. */
interface Frame {
  opening: string;
  column: number;
  closing: string;
}

function inTactic(text: string, hole: Hole, candidate: Candidate): Frame {
  if (candidate.kind === 'term') return { opening: 'exact ', column: hole.column + 6, closing: '' };
  const after = text.slice(hole.end);
  const isAmongOthers =
    !/^[ \t)\]}⟩]*(\r?\n|$)/.test(after) || /(?:[;|]|(?<!=)>)[ \t]*$/.test(text.slice(0, hole.start));
  const continues = /^[ \t]*(?:<;>|;)/.test(after) && isOpenEnded(candidate);
  if (continues || (isAmongOthers && isSequence(candidate)))
    return { opening: '(', column: hole.column + 1, closing: ')' };
  return { opening: '', column: hole.column, closing: '' };
}

function inTerm(text: string, hole: Hole, candidate: Candidate): Frame {
  if (candidate.kind === 'term') {
    if (hole.isAlone || isAtom(candidate)) return { opening: '', column: hole.column, closing: '' };
    return { opening: '(', column: hole.column + 1, closing: ')' };
  }
  if (!hole.isAlone) return { opening: '(by ', column: hole.column + 4, closing: ')' };
  if (hole.isEntireValue && isSequence(candidate)) {
    const indent = indentAt(text, hole.start) ?? indentAt(text, hole.declaration?.start ?? hole.start) ?? 0;
    return { opening: 'by\n', column: indent + 2, closing: '' };
  }
  return { opening: 'by ', column: hole.column + 3, closing: '' };
}

/** The number of spaces before `offset` on its line; null if other characters come before it. */
function indentAt(text: string, offset: number): number | null {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^ *$/.test(before) ? before.length : null;
}

/** The line ending of the hole's line; on the last line, that of the previous line. */
function newlineAt(text: string, hole: Hole): string {
  const below = text.indexOf('\n', hole.end);
  const newline = below >= 0 ? below : text.lastIndexOf('\n', hole.start);
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}
