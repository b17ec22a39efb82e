/** The holes of a Lean file: every `sorry` and `admit` outside comments, strings and quoted names, with its declaration. */
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
  /** As written, without the enclosing namespace; null for `example` and anonymous instances. */
  name: string | null;
  /** With the enclosing namespace and without guillemets. Lean uses a different internal name for a private declaration. */
  fullName: string | null;
  /** Offset of its first character, including docstring, attributes and modifiers. */
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
  /** 0-based, in code points, as in Lean. */
  column: number;
  /** The spaces and tabs at the beginning of its line. */
  indentation: string;
  position: 'term' | 'tactic';
  declaration: HoleDeclaration | null;
  /**
   * Whether it is in the proof of a statement. A hole in a definition, an instance or a type does not ask for a proof:
   * any term of the right type would fit, and each would have a different meaning.
   */
  isProof: boolean;
  /** Whether `:=` comes directly before it, and the end of the line directly after it (ignoring white space). */
  isAlone: boolean;
  /** Whether it is the complete value of its declaration. */
  isEntireValue: boolean;
}

const PROOFS = new Set(['theorem', 'lemma', 'example']);

/** All holes in text order. */
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

/** The position of a hole in the text. `at`: the token that is or contains the hole. */
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

/** `.sorry` is not a hole but a user-defined name. */
function isHole(tokens: Tokens, at: number): boolean {
  if (!tokens.is(at, 'sorry') && !tokens.is(at, 'admit')) return false;
  return !tokens.is(at - 1, '.') || tokens.flag(at, SPACED);
}

/** A command that contains holes. `valueAt`: the token that begins the value of a declaration (`:=`, `where`, `|`). */
interface Owner {
  valueAt: number;
  declaration: HoleDeclaration | null;
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

/** Columns in code points for ascending offsets. Each is counted from the previous one: a line may be as long as the file. */
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
    // A term in an interpolated string is not a proof.
    isProof: !isInString && declaration !== null && at > valueAt && PROOFS.has(declaration.keyword),
    isAlone,
    isEntireValue: isAlone && valueAt === at - 1,
  };
}

const INDENTATION = /[ \t]*/y;

function indentationAt(text: string, lineStart: number): string {
  INDENTATION.lastIndex = lineStart;
  return INDENTATION.exec(text)?.[0] ?? '';
}
