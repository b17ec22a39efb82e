/** What a model is shown of the file under proof: header, what is in force at the hole, definitions, the declaration. */
import { readCommands, type Command } from '../lean/commands.ts';
import { tokenise } from '../lean/lexer.ts';
import type { Tokens } from '../lean/tokens.ts';
import { sliceChars, sliceCharsFromEnd } from './fitting.ts';

/** A hole, or anything else between two offsets of a text. */
interface Stretch {
  start: number;
  end: number;
}

/** Stands in the place of the hole, so that it can be told from others. */
export const HOLE_MARK = 'sorry /- the hole -/';

const LEFT_OUT = '-- …';

const HEADER = new Set(['import', 'module', 'prelude']);
const OPENING = new Set(['namespace', 'section', 'mutual']);
const SCOPE = new Set(['open', 'variable', 'variables', 'universe', 'universes', 'set_option', 'include', 'omit']);
/** Statements come by retrieval; what a module doc says is for people. */
const PROVED = new Set(['theorem', 'lemma', 'example', '']);

interface Piece {
  keyword: string;
  text: string;
  isKept: boolean;
  /** The command that opened the namespace or section that it stands in. */
  within: Piece | null;
  /** Of an opening command, the `end` that comes before the hole. */
  closedBy: Piece | null;
}

/**
 * At most `mostChars` characters, and nothing of what stands below the hole's declaration. The declaration comes first,
 * then header, then what is in force at the hole, then definitions, the nearest first; each whole or not at all but for
 * the declaration, which is cut around the hole where it is too long.
 */
export function fileExcerpt(text: string, hole: Stretch, mostChars: number): string {
  const tokens = tokenise(text, []);
  const commands = readCommands(tokens, true);
  const ownAt = commands.findIndex(({ to }) => tokens.end(to - 1) > hole.start);
  const own = commands[ownAt];
  if (own === undefined) return marked(text, hole, mostChars);
  const ownText = cutAround(textOf(tokens, own), hole, tokens.start(own.from), mostChars);
  // Behind the last piece that is kept, a mark may stand for those that are not.
  const left = mostChars - ownText.length - (LEFT_OUT.length + 1);
  const pieces = left < 0 ? [] : commands.slice(0, ownAt).map((command) => pieceOf(tokens, command));
  nest(pieces);
  keepWhatFits(pieces, left);
  return [...written(pieces), ownText].join('\n').replaceAll('\r\n', '\n');
}

function textOf(tokens: Tokens, command: Command): string {
  return tokens.text.slice(tokens.start(command.from), tokens.end(command.to - 1));
}

function pieceOf(tokens: Tokens, command: Command): Piece {
  return { keyword: command.keyword, text: textOf(tokens, command), isKept: false, within: null, closedBy: null };
}

function nest(pieces: readonly Piece[]): void {
  const open: Piece[] = [];
  for (const piece of pieces) {
    const ended = piece.keyword === 'end' ? open.pop() : undefined;
    if (ended !== undefined) ended.closedBy = piece;
    piece.within = open.at(-1) ?? null;
    if (OPENING.has(piece.keyword)) open.push(piece);
  }
}

function keepWhatFits(pieces: readonly Piece[], mostChars: number): void {
  let left = mostChars;
  const keep = (piece: Piece | undefined): void => {
    // A mark for what is left out may have to stand before it.
    const cost = (piece?.text.length ?? 0) + LEFT_OUT.length + 2;
    if (piece === undefined || piece.isKept || cost > left) return;
    left -= cost;
    piece.isKept = true;
  };
  for (const piece of pieces) if (HEADER.has(piece.keyword)) keep(piece);
  const nearestFirst = pieces.toReversed();
  for (const piece of nearestFirst) {
    if ((OPENING.has(piece.keyword) || SCOPE.has(piece.keyword)) && isInForce(piece)) keep(piece);
  }
  for (const piece of nearestFirst) {
    if (HEADER.has(piece.keyword) || OPENING.has(piece.keyword) || SCOPE.has(piece.keyword)) continue;
    if (piece.keyword === 'end' || PROVED.has(piece.keyword) || piece.keyword.startsWith('#')) continue;
    keep(piece);
    if (!piece.isKept) continue;
    for (let outer = piece.within; outer !== null; outer = outer.within) {
      keep(outer);
      keep(outer.closedBy ?? undefined);
    }
  }
}

/** Neither it nor what it stands in ended before the hole. */
function isInForce(piece: Piece): boolean {
  for (let at: Piece | null = piece; at !== null; at = at.within) if (at.closedBy !== null) return false;
  return true;
}

function written(pieces: readonly Piece[]): string[] {
  const lines: string[] = [];
  for (const { isKept, text, keyword } of pieces) {
    if (isKept) lines.push(text);
    else if (keyword !== '' && lines.at(-1) !== LEFT_OUT) lines.push(LEFT_OUT);
  }
  return lines;
}

/** `own` begins at `offset` of the file that `hole` is counted in. */
function cutAround(own: string, hole: Stretch, offset: number, mostChars: number): string {
  return marked(own, { start: hole.start - offset, end: hole.end - offset }, mostChars);
}

/** The text with the hole marked; where it is too long, its begin and what stands around the hole. */
function marked(text: string, hole: Stretch, mostChars: number): string {
  const before = text.slice(0, hole.start);
  const behind = text.slice(hole.end);
  const room = Math.max(0, mostChars - HOLE_MARK.length - 2 * (LEFT_OUT.length + 2));
  if (before.length + behind.length <= room) return before + HOLE_MARK + behind;
  const kept = behind.length <= room / 4 ? behind : `${sliceChars(behind, Math.floor(room / 4))}\n${LEFT_OUT}`;
  const left = room - Math.min(behind.length, Math.floor(room / 4));
  if (before.length <= left) return before + HOLE_MARK + kept;
  const head = sliceChars(before, Math.floor(left / 2));
  return `${head}\n${LEFT_OUT}\n${sliceCharsFromEnd(before, Math.floor(left / 2))}${HOLE_MARK}${kept}`;
}
