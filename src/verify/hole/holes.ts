/** The holes of a Lean file: every `sorry` and `admit` outside comments, strings and quoted names, and whose it is. */
import { type Command, DECLARATION_KEYWORDS, readCommands } from '../../lean/commands.ts';
import { fullName } from '../../lean/full-name.ts';
import { interpolatedTerms } from '../../lean/interpolation.ts';
import { tokenise } from '../../lean/lexer.ts';
import { openOrClose } from '../../lean/scope-commands.ts';
import { Scopes } from '../../lean/scopes.ts';
import { readStatement } from '../../lean/signature.ts';
import { LINE_FIRST, SPACED, STRING, type Tokens } from '../../lean/tokens.ts';
import { TacticPositions } from './position.ts';

export interface HoleDeclaration {
  /** `theorem`, `lemma`, `example`, `def`, … */
  keyword: string;
  /** As written, without the namespace around it; null for `example` and anonymous instances. */
  name: string | null;
  /** With the namespace around it and without guillemets. Lean's own name of a private one is another. */
  fullName: string | null;
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
  /** What its line begins with: spaces and tabs. */
  indentation: string;
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

const PROOFS = new Set(['theorem', 'lemma', 'example']);

/** All holes in order of the text. */
export function findHoles(text: string): Hole[] {
  const tokens = tokenise(text, []);
  const found: Found[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (isHole(tokens, at)) found.push({ at, start: tokens.start(at), end: tokens.end(at), isInString: false });
    else if (tokens.kind(at) === STRING) for (const hole of holesInString(tokens, at)) found.push(hole);
  }
  if (found.length === 0) return [];
  const holes: Hole[] = [];
  const scopes = new Scopes();
  const columns = new Columns(tokens);
  let next = 0;
  for (const command of readCommands(tokens, true)) {
    openOrClose(scopes, tokens, command);
    let owner: Owner | null = null;
    for (let hole = found[next]; hole !== undefined && hole.at < command.to; hole = found[++next]) {
      owner ??= ownerOf(tokens, command, scopes.namespace);
      holes.push(holeAt(tokens, hole, owner, columns));
    }
  }
  return holes;
}

/** A hole's place in the text, and the token that it is or stands in. */
interface Found {
  at: number;
  start: number;
  end: number;
  isInString: boolean;
}

function holesInString(tokens: Tokens, at: number): Found[] {
  return interpolatedTerms(tokens, at).flatMap((term) => {
    const inside = tokenise(term.text, []);
    const found: Found[] = [];
    for (let k = 0; k < inside.count; k++) {
      if (!isHole(inside, k)) continue;
      found.push({ at, start: term.start + inside.start(k), end: term.start + inside.end(k), isInString: true });
    }
    return found;
  });
}

/** `.sorry` is a name of somebody's own. */
function isHole(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at, 'sorry') && !tokens.is(at, 'admit')) return false;
  return !tokens.is(at - 1, '.') || tokens.flag(at, SPACED);
}

/** A command that holes stand in. `valueAt`: token with which the value of a declaration begins (`:=`, `where`, `|`). */
interface Owner {
  valueAt: number;
  declaration: HoleDeclaration | null;
  /** Which of its tokens begin a tactic. */
  tactics: TacticPositions;
}

function ownerOf(tokens: Tokens, command: Command, namespace: string): Owner {
  const { keyword, keywordAt, to } = command;
  if (!DECLARATION_KEYWORDS.has(keyword))
    return { valueAt: to, declaration: null, tactics: new TacticPositions(tokens, command.from) };
  const { declared, span } = readStatement(tokens, command, keyword.endsWith('inductive'));
  const name = declared === '' || keyword === 'example' ? null : declared;
  const prefix = command.prefixes.at(-1);
  const first = prefix === undefined ? command.from : prefix.to + 1;
  return {
    valueAt: span.to,
    tactics: new TacticPositions(tokens, keywordAt),
    declaration: {
      keyword,
      name,
      fullName: name === null ? null : fullName(namespace, name),
      start: tokens.start(first),
      line: tokens.line(first),
      endLine: tokens.lineAt(tokens.end(to - 1)),
      statement: tokens.fold(span.from, span.to),
    },
  };
}

/** Columns in code points of rising offsets, counted on from the one before: a line may be as long as the file. */
class Columns {
  readonly #tokens: Tokens;
  #line = 0;
  #offset = 0;
  #column = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  of(offset: number): number {
    const line = this.#tokens.lineAt(offset);
    if (line !== this.#line) [this.#line, this.#offset, this.#column] = [line, this.#tokens.lineStart(line), 0];
    this.#column += [...this.#tokens.text.slice(this.#offset, offset)].length;
    this.#offset = offset;
    return this.#column;
  }
}

function holeAt(tokens: Tokens, found: Found, owner: Owner, columns: Columns): Hole {
  const { valueAt, declaration, tactics } = owner;
  const { at, start, end, isInString } = found;
  const line = tokens.lineAt(start);
  const nextIsBelow = at + 1 >= tokens.count || tokens.flag(at + 1, LINE_FIRST);
  const isAlone = !isInString && tokens.is(at - 1, ':=') && nextIsBelow;
  const isTactic = tokens.is(at, 'admit') || tactics.has(at);
  return {
    start,
    end,
    line,
    column: columns.of(start),
    indentation: indentationAt(tokens.text, tokens.lineStart(line)),
    position: isTactic && !isInString ? 'tactic' : 'term',
    declaration,
    // What a string is made of is no proof, wherever it stands.
    isProof: !isInString && declaration !== null && at > valueAt && PROOFS.has(declaration.keyword),
    standsAlone: isAlone,
    isWholeValue: isAlone && valueAt === at - 1,
  };
}

const INDENTATION = /[ \t]*/y;

function indentationAt(text: string, lineStart: number): string {
  INDENTATION.lastIndex = lineStart;
  return INDENTATION.exec(text)?.[0] ?? '';
}
