/** Lays out a statement as in Lean code: on one line if it fits, otherwise its binders, then its conclusion. */
import { columns } from '../base/columns.ts';
import { hasType, isInferred } from '../lean/whole-statement.ts';
import type { StatementReport } from './search-schema.ts';
import { wrap, wordsOf, type Wrapping } from './wrap.ts';

/** Text that stays on one line if it fits: a binder with its brackets, or the conclusion. */
export interface Piece {
  text: string;
  /** Shown dimmed. */
  isDim?: boolean;
  /** A name before the binders, which stays first if they are folded. */
  isName?: boolean;
}

export interface StatementPieces {
  binders: readonly Piece[];
  /** Without the colon before it. Null if the statement has none. */
  conclusion: string | null;
}

/** Colours the text of a piece, or of a part of it. Must not change its width. */
export type PaintPiece = (text: string, isDim: boolean) => string;

const CONTINUATION_INDENT = 2;
/** More lines of binders are folded. */
const MAX_IN_ORDER = 2;

/** The binders that Lean infers and that are no hypotheses are dimmed. */
export function statementPieces(statement: StatementReport): StatementPieces {
  // Without control characters, which untrusted source text may contain.
  const binders: Piece[] = statement.binders.map((binder) => ({
    text: wordsOf(binder.text).join(' '),
    isDim: isInferred(binder),
  }));
  const type = wordsOf(statement.type).join(' ');
  if (hasType(statement)) return { binders, conclusion: type };
  return { binders: type === '' ? binders : [...binders, { text: type }], conclusion: null };
}

/**
 * Lines of at most `width` columns. If there are many binders, the dimmed ones share the first line, so hypotheses
 * always have space. A binder is broken only if it does not fit on a line of its own.
 */
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
  const lines = foldedLines(binders, Math.max(maxLines - stated.length, 1), room).map((line) => painted(line, indent));
  if (conclusion !== null && lines.length > 0) lines.push(`${lines.pop()}${ends}`);
  return [...lines, ...stated.map((line) => line.replace(/\S.*$/u, (text) => paintPiece(text, false)))];
}

function oneLine({ binders, conclusion }: StatementPieces): Piece[] {
  return conclusion === null ? [...binders] : [...binders, { text: `: ${conclusion}` }];
}

/** The binders in order, or the dimmed ones on the first line if they would take more lines. */
function foldedLines(binders: readonly Piece[], maxLines: number, room: number): Piece[][] {
  const inOrder = binderLines(binders, room);
  const inferred = binders.filter(({ isDim }) => isDim === true);
  if (inOrder.length <= Math.min(maxLines, MAX_IN_ORDER) || inferred.length === 0) return cut(inOrder, maxLines, room);
  const name = binders.filter(({ isName }) => isName === true);
  const others = binders.filter(({ isDim, isName }) => isDim !== true && isName !== true);
  const first = cut(binderLines([...name, ...inferred], room), 1, room);
  return [...first, ...cut(binderLines(others, room), Math.max(maxLines - 1, 1), room)];
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
