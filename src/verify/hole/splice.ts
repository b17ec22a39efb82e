/** Puts a candidate into a hole and nowhere else: every byte before and behind the hole stays as it is. */
import { candidateLines, isAtom, isSequence, type Candidate } from './candidate.ts';
import type { Hole } from './holes.ts';

/** `text` in place of the characters from `start` to before `end`. Offsets in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What stands in the hole's place when `candidate` fills it: indented, with `by`, `exact` and parentheses as needed. */
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

/** How the lines are framed, and the column of the first of them. */
interface Frame {
  opening: string;
  column: number;
  closing: string;
}

function inTactic(text: string, hole: Hole, candidate: Candidate): Frame {
  if (candidate.kind === 'term') return { opening: 'exact ', column: hole.column + 6, closing: '' };
  const isAmongOthers =
    !/^[ \t)\]}⟩]*(\r?\n|$)/.test(text.slice(hole.end)) || /(?:[;|]|(?<!=)>)[ \t]*$/.test(text.slice(0, hole.start));
  if (isAmongOthers && isSequence(candidate)) return { opening: '(', column: hole.column + 1, closing: ')' };
  return { opening: '', column: hole.column, closing: '' };
}

function inTerm(text: string, hole: Hole, candidate: Candidate): Frame {
  if (candidate.kind === 'term') {
    if (hole.standsAlone || isAtom(candidate)) return { opening: '', column: hole.column, closing: '' };
    return { opening: '(', column: hole.column + 1, closing: ')' };
  }
  if (!hole.standsAlone) return { opening: '(by ', column: hole.column + 4, closing: ')' };
  if (hole.isWholeValue && isSequence(candidate)) {
    const indent = indentAt(text, hole.start) ?? indentAt(text, hole.declaration?.start ?? hole.start) ?? 0;
    return { opening: 'by\n', column: indent + 2, closing: '' };
  }
  return { opening: 'by ', column: hole.column + 3, closing: '' };
}

/** Spaces before what is first on its line; null for what is not. */
function indentAt(text: string, offset: number): number | null {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^ *$/.test(before) ? before.length : null;
}

/** The line ending in use where the hole stands; in the last line, that of the line before. */
function newlineAt(text: string, hole: Hole): string {
  const below = text.indexOf('\n', hole.end);
  const newline = below >= 0 ? below : text.lastIndexOf('\n', hole.start);
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** Applies edits that do not overlap; they may come in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}
