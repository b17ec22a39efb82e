/** Excerpt of the file for a prompt: header, scopes in force at the hole, definitions, the declaration. */
import { readCommands, type Command } from '../lean/commands.ts';
import { tokenise } from '../lean/lexer.ts';
import type { Tokens } from '../lean/tokens.ts';
import { sliceChars, sliceCharsFromEnd } from './fitting.ts';

/** A range of offsets in a text. */
interface TextRange {
  start: number;
  end: number;
}

/** Replaces the hole to distinguish it from other holes. */
export const HOLE_MARK = 'sorry /- the hole -/';

const OMISSION = '-- …';

const HEADER = new Set(['import', 'module', 'prelude']);
const OPENING = new Set(['namespace', 'section', 'mutual']);
const SCOPE = new Set(['open', 'variable', 'variables', 'universe', 'universes', 'set_option', 'include', 'omit']);
/** Omitted: statements come from retrieval, and module docs (empty keyword) are for people. */
const OMITTED = new Set(['theorem', 'lemma', 'example', '']);

interface Piece {
  keyword: string;
  text: string;
  isIncluded: boolean;
  /** The command that opened the surrounding namespace or section. */
  parent: Piece | null;
  /** For an opening command: its `end`, if that comes before the hole. */
  closedBy: Piece | null;
}

/**
 * Returns at most `maxChars` characters, without anything below the hole's declaration. Space goes to the declaration
 * first, then to the header, the scopes in force at the hole, and definitions, nearest first. Each part is included in
 * full or not at all, except the declaration, which is cut around the hole if it is too long.
 */
export function fileExcerpt(text: string, hole: TextRange, maxChars: number): string {
  const tokens = tokenise(text, []);
  const commands = readCommands(tokens, true);
  const declarationIndex = commands.findIndex(({ to }) => tokens.end(to - 1) > hole.start);
  const declaration = commands[declarationIndex];
  if (declaration === undefined) return marked(text, hole, maxChars);
  const declarationText = cutAround(textOf(tokens, declaration), hole, tokens.start(declaration.from), maxChars);
  // A mark for omitted pieces may follow the last included piece.
  const left = maxChars - declarationText.length - (OMISSION.length + 1);
  const pieces = left < 0 ? [] : commands.slice(0, declarationIndex).map((command) => pieceOf(tokens, command));
  linkScopes(pieces);
  selectPieces(pieces, left);
  return [...excerptLines(pieces), declarationText].join('\n').replaceAll('\r\n', '\n');
}

function textOf(tokens: Tokens, command: Command): string {
  return tokens.text.slice(tokens.start(command.from), tokens.end(command.to - 1));
}

function pieceOf(tokens: Tokens, command: Command): Piece {
  return { keyword: command.keyword, text: textOf(tokens, command), isIncluded: false, parent: null, closedBy: null };
}

function linkScopes(pieces: readonly Piece[]): void {
  const open: Piece[] = [];
  for (const piece of pieces) {
    const opened = piece.keyword === 'end' ? open.pop() : undefined;
    if (opened !== undefined) opened.closedBy = piece;
    piece.parent = open.at(-1) ?? null;
    if (OPENING.has(piece.keyword)) open.push(piece);
  }
}

function selectPieces(pieces: readonly Piece[], maxChars: number): void {
  let left = maxChars;
  const include = (piece: Piece | undefined): void => {
    // A mark for omitted pieces may precede it.
    const cost = (piece?.text.length ?? 0) + OMISSION.length + 2;
    if (piece === undefined || piece.isIncluded || cost > left) return;
    left -= cost;
    piece.isIncluded = true;
  };
  for (const piece of pieces) if (HEADER.has(piece.keyword)) include(piece);
  const nearestFirst = pieces.toReversed();
  for (const piece of nearestFirst) {
    if ((OPENING.has(piece.keyword) || SCOPE.has(piece.keyword)) && isInForce(piece)) include(piece);
  }
  for (const piece of nearestFirst) {
    if (HEADER.has(piece.keyword) || OPENING.has(piece.keyword) || SCOPE.has(piece.keyword)) continue;
    if (piece.keyword === 'end' || OMITTED.has(piece.keyword) || piece.keyword.startsWith('#')) continue;
    include(piece);
    if (!piece.isIncluded) continue;
    for (let outer = piece.parent; outer !== null; outer = outer.parent) {
      include(outer);
      include(outer.closedBy ?? undefined);
    }
  }
}

/** Whether neither the piece nor a scope around it ended before the hole. */
function isInForce(piece: Piece): boolean {
  for (let at: Piece | null = piece; at !== null; at = at.parent) if (at.closedBy !== null) return false;
  return true;
}

function excerptLines(pieces: readonly Piece[]): string[] {
  const lines: string[] = [];
  for (const { isIncluded, text, keyword } of pieces) {
    if (isIncluded) lines.push(text);
    else if (keyword !== '' && lines.at(-1) !== OMISSION) lines.push(OMISSION);
  }
  return lines;
}

/** `declaration` begins at `offset` of the file; the offsets of `hole` refer to the file. */
function cutAround(declaration: string, hole: TextRange, offset: number, maxChars: number): string {
  return marked(declaration, { start: hole.start - offset, end: hole.end - offset }, maxChars);
}

/** The text with the hole marked; if it is too long, only its beginning and the surroundings of the hole. */
function marked(text: string, hole: TextRange, maxChars: number): string {
  const before = text.slice(0, hole.start);
  const after = text.slice(hole.end);
  const available = Math.max(0, maxChars - HOLE_MARK.length - 2 * (OMISSION.length + 2));
  if (before.length + after.length <= available) return before + HOLE_MARK + after;
  const shownAfter =
    after.length <= available / 4 ? after : `${sliceChars(after, Math.floor(available / 4))}\n${OMISSION}`;
  const left = available - Math.min(after.length, Math.floor(available / 4));
  if (before.length <= left) return before + HOLE_MARK + shownAfter;
  const head = sliceChars(before, Math.floor(left / 2));
  return `${head}\n${OMISSION}\n${sliceCharsFromEnd(before, Math.floor(left / 2))}${HOLE_MARK}${shownAfter}`;
}
