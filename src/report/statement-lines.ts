/** Lays out a statement as in Lean code: on one line if it fits, otherwise its binders, then its conclusion. */
import { columns } from '../base/columns.ts';
import { wrap, wordsOf, type Wrapping } from './wrap.ts';

/** Text that stays on one line if it fits: a binder with its brackets, or the conclusion. */
export interface Piece {
  text: string;
  /** Shown dimmed. */
  isDim?: boolean;
}

export interface StatementPieces {
  binders: readonly Piece[];
  /** Without the colon before it. Null if the statement has none. */
  conclusion: string | null;
}

/** Colours the text of a piece, or of a part of it. Must not change its width. */
export type PaintPiece = (text: string, isDim: boolean) => string;

const CONTINUATION_INDENT = 2;
const OPENING = new Set('([{⟨⦃');
const CLOSING = new Set(')]}⟩⦄');

/** Splits the part of a signature after the name. Text outside of brackets, as in `extends Foo`, counts as a binder. */
export function statementPieces(type: string): StatementPieces {
  const text = wordsOf(type).join(' ');
  const split = conclusionAt(text);
  const head = split < 0 ? text : text.slice(0, split);
  return { binders: bracketGroups(head), conclusion: split < 0 ? null : text.slice(split + 1).trim() };
}

/** Offset of the first colon outside of all brackets; -1 without one. */
export function conclusionAt(type: string): number {
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    depth += depthChange(type[at]!);
    if (depth === 0 && type[at] === ':' && type[at + 1] !== '=') return at;
  }
  return -1;
}

function bracketGroups(text: string): Piece[] {
  const groups: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const change = at < text.length ? depthChange(text[at]!) : 0;
    const isStart = at === text.length || (change > 0 && depth === 0);
    depth += change;
    const isEnd = change < 0 && depth === 0;
    if (!isStart && !isEnd) continue;
    groups.push(text.slice(from, isEnd ? at + 1 : at));
    from = isEnd ? at + 1 : at;
  }
  return groups.flatMap((group) => (group.trim() === '' ? [] : [{ text: group.trim() }]));
}

function depthChange(char: string): number {
  return OPENING.has(char) ? 1 : CLOSING.has(char) ? -1 : 0;
}

/** Lines of at most `width` columns. A binder is broken only if it does not fit on a line of its own. */
export function statementLines(pieces: StatementPieces, within: Wrapping, paintPiece: PaintPiece): string[] {
  const { width, indent, maxLines = Infinity } = within;
  const { binders, conclusion } = pieces;
  const inOneLine = oneLine(pieces);
  const isShort = inOneLine.reduce((sum, { text }) => sum + columns(text) + 1, indent - 1) <= width;
  const painted = (line: readonly Piece[], by: number): string =>
    ' '.repeat(by) + line.map(({ text, isDim = false }) => paintPiece(text, isDim)).join(' ');
  if (isShort) return inOneLine.length === 0 ? [] : [painted(inOneLine, indent)];
  const ends = binders.length === 0 ? '' : ' :';
  const stated =
    conclusion === null
      ? []
      : wrap(binders.length === 0 ? `: ${conclusion}` : conclusion, {
          width,
          indent: indent + (binders.length === 0 ? 0 : CONTINUATION_INDENT),
          // If space is short, the conclusion has priority; the binders keep one line.
          maxLines: Math.max(maxLines - (binders.length === 0 ? 0 : 1), 1),
        });
  const room = Math.max(width - indent - ends.length, 20);
  const lines = cut(binderLines(binders, room), Math.max(maxLines - stated.length, 1), room).map((line) =>
    painted(line, indent),
  );
  if (conclusion !== null && lines.length > 0) lines.push(`${lines.pop()}${ends}`);
  return [...lines, ...stated.map((line) => line.replace(/\S.*$/u, (text) => paintPiece(text, false)))];
}

function oneLine({ binders, conclusion }: StatementPieces): Piece[] {
  return conclusion === null ? [...binders] : [...binders, { text: `: ${conclusion}` }];
}

/** Fills each line with as many binders as fit. */
function binderLines(binders: readonly Piece[], room: number): Piece[][] {
  const lines: Piece[][] = [];
  let left = 0;
  for (const binder of binders) {
    const size = columns(binder.text);
    if (size + 1 <= left) {
      lines.at(-1)!.push(binder);
      left -= size + 1;
    } else {
      const parts = size <= room ? [binder.text] : wrap(binder.text, { width: room - CONTINUATION_INDENT, indent: 0 });
      for (const [at, text] of parts.entries())
        lines.push([{ ...binder, text: at === 0 ? text : ' '.repeat(CONTINUATION_INDENT) + text }]);
      left = room - columns(lines.at(-1)![0]!.text);
    }
  }
  return lines;
}

/** The first lines, with `…` if there are more. */
function cut(lines: readonly Piece[][], maxLines: number, room: number): Piece[][] {
  if (lines.length <= maxLines) return [...lines];
  const kept = lines.slice(0, maxLines);
  const last = [...kept.pop()!];
  const size = (): number => last.reduce((sum, { text }) => sum + columns(text) + 1, 1);
  while (last.length > 1 && size() > room) last.pop();
  return [...kept, [...last, { text: '…' }]];
}
