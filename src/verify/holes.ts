/** The holes of a Lean file: every `sorry` and `admit` outside comments, strings and quoted names, and whose it is. */
import { tokenise } from '../lean/lexer.ts';
import { COLUMN_ZERO, DOC, IDENTIFIER, LINE_FIRST, SPACED, type Tokens } from '../lean/tokens.ts';
import { isTacticPosition } from './position.ts';

interface HoleDeclaration {
  /** `theorem`, `lemma`, `example`, `def`, … */
  keyword: string;
  /** As written, without the namespace around it; null for `example` and anonymous instances. */
  name: string | null;
  /** Offset of its first byte: docstring, attributes and modifiers belong to it. */
  start: number;
  /** 1-based, both included. */
  line: number;
  endLine: number;
  /** Binders and `: type`, on one line: the statement without keyword, name and value. */
  statement: string;
}

/** One `sorry` or `admit`. Offsets are in UTF-16 units of the text. */
export interface Hole {
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  /** 0-based, in code points, as Lean counts. */
  column: number;
  position: 'term' | 'tactic';
  declaration: HoleDeclaration | null;
  /**
   * Whether it stands in the proof of a statement. One in a definition, an instance or a type is no proof to be found:
   * anything of the right type would do, and mean something else.
   */
  isProof: boolean;
  /** Nothing but white space between it and `:=` before, and the line's end behind. */
  standsAlone: boolean;
  /** It is all of its declaration's value. */
  isWholeValue: boolean;
}

const DECLARATIONS = new Set([
  'theorem',
  'lemma',
  'example',
  'def',
  'abbrev',
  'instance',
  'structure',
  'class',
  'inductive',
  'axiom',
  'opaque',
]);
const PROOFS = new Set(['theorem', 'lemma', 'example']);
const MODIFIERS = new Set([
  'private',
  'protected',
  'noncomputable',
  'unsafe',
  'partial',
  'nonrec',
  'public',
  'meta',
  'local',
  'scoped',
]);

/** All holes in order of the text. */
export function findHoles(text: string): Hole[] {
  const tokens = tokenise(text, []);
  const holes: Hole[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (isHole(tokens, at)) holes.push(holeAt(tokens, at));
  }
  return holes;
}

/** `.sorry` is a name of somebody's own. */
function isHole(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at, 'sorry') && !tokens.is(at, 'admit')) return false;
  return !tokens.is(at - 1, '.') || tokens.flag(at, SPACED);
}

function holeAt(tokens: Tokens, at: number): Hole {
  const keyword = keywordBefore(tokens, at);
  const value = keyword < 0 ? -1 : valueAt(tokens, keyword, at);
  const start = tokens.start(at);
  const lineStart = start - tokens.column(at);
  const declaration = keyword < 0 ? null : declarationAt(tokens, keyword, at, value);
  const nextIsBelow = at + 1 >= tokens.count || tokens.flag(at + 1, LINE_FIRST);
  return {
    start,
    end: tokens.end(at),
    line: tokens.line(at),
    column: [...tokens.text.slice(lineStart, start)].length,
    position: tokens.is(at, 'admit') || isTacticPosition(tokens, at, Math.max(0, keyword)) ? 'tactic' : 'term',
    declaration,
    isProof: value >= 0 && declaration !== null && PROOFS.has(declaration.keyword),
    standsAlone: tokens.is(at - 1, ':=') && nextIsBelow,
    isWholeValue: value === at - 1 && tokens.is(value, ':=') && nextIsBelow,
  };
}

/** The declaration keyword that `at` stands under; -1 without one. Those inside attributes are none. */
function keywordBefore(tokens: Tokens, at: number): number {
  let depth = 0;
  for (let k = at - 1; k >= 0; k--) {
    depth = Math.max(0, depth - tokens.bracket(k));
    if (depth === 0 && tokens.kind(k) === IDENTIFIER && DECLARATIONS.has(tokens.word(k))) return k;
  }
  return -1;
}

/** Where the value begins (`:=`, `where` or the first `|`), if it does so before `at`; else -1. */
function valueAt(tokens: Tokens, keyword: number, at: number): number {
  let depth = 0;
  for (let k = keyword + 1; k < at; k++) {
    depth += tokens.bracket(k);
    if (depth !== 0) continue;
    if (tokens.is(k, ':=') || tokens.is(k, 'where')) return k;
    if (tokens.is(k, '|') && tokens.flag(k, LINE_FIRST)) return k;
  }
  return -1;
}

function declarationAt(tokens: Tokens, keyword: number, at: number, value: number): HoleDeclaration {
  const named = tokens.kind(keyword + 1) === IDENTIFIER && tokens.word(keyword) !== 'example';
  const first = firstOfDeclaration(tokens, keyword);
  let next = at + 1;
  while (next < tokens.count && !beginsCommand(tokens, next)) next++;
  return {
    keyword: tokens.word(keyword),
    name: named ? tokens.word(keyword + 1) : null,
    start: tokens.start(first),
    line: tokens.line(first),
    endLine: tokens.lineAt(tokens.end(next - 1)),
    statement: tokens.fold(keyword + (named ? 2 : 1), value < 0 ? at : value),
  };
}

function firstOfDeclaration(tokens: Tokens, keyword: number): number {
  let first = keyword;
  for (;;) {
    const before = first - 1;
    if (before < 0) return first;
    if (MODIFIERS.has(tokens.word(before)) || tokens.kind(before) === DOC) first = before;
    else if (tokens.is(before, ']')) {
      const attribute = openingBracket(tokens, before);
      if (!tokens.is(attribute, '@[')) return first;
      first = attribute;
    } else return first;
  }
}

function openingBracket(tokens: Tokens, closing: number): number {
  let depth = 0;
  for (let k = closing; k >= 0; k--) {
    depth += tokens.bracket(k);
    if (depth === 0) return k;
  }
  return -1;
}

function beginsCommand(tokens: Tokens, at: number): boolean {
  if (!tokens.flag(at, LINE_FIRST)) return false;
  if (tokens.kind(at) === IDENTIFIER && DECLARATIONS.has(tokens.word(at))) return true;
  return tokens.flag(at, COLUMN_ZERO) && !tokens.is(at, '|') && tokens.bracket(at) >= 0;
}
