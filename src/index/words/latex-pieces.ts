/** Parses a LaTeX formula into pieces, with their scripts above and below, and with brackets around pieces. */
import { numberByWord, wordSet, wordTable } from '../../base/words.ts';
import { ARROWS, BIG, FUNCTIONS, LETTERS, OPERATIONS, RELATIONS, SILENT } from './latex-commands.ts';

/**
 * 'word': a name or text, spelled out. 'function': a name followed by an argument. 'big': over a family.
 * 'command': with `parts` for its arguments. 'bracket': with `parts[0]` inside. 'sign': any other sign.
 */
export type Role =
  | 'letter'
  | 'number'
  | 'word'
  | 'function'
  | 'big'
  | 'command'
  | 'group'
  | 'bracket'
  | 'bar'
  | 'relation'
  | 'sign'
  | 'comma';

export interface Piece {
  role: Role;
  /** As written: a command without its backslash, a bracket's opening sign. */
  source: string;
  parts: Piece[][];
  /** The closing sign of a bracket; '' if absent. */
  close: string;
  below: Piece[];
  above: Piece[];
  primes: number;
}

/** Number of arguments, for commands that have arguments. */
const ARGUMENTS = numberByWord({
  1: `sqrt overline bar hat widehat tilde widetilde vec dot underline mathbb mathbf mathcal mathfrak mathscr boldsymbol
    bm xrightarrow pmod underbrace overbrace substack`,
  2: 'frac dfrac tfrac cfrac binom tbinom dbinom',
});

/** Commands whose argument is text. */
const TEXT = wordSet('mathrm operatorname text mathsf mathop textbf textit emph mathit texttt');

const OPENING = wordTable(
  '( (, [ [, \\{ {, \\langle ⟨, \\lfloor ⌊, \\lceil ⌈, \\lvert |, \\lVert ‖, \\lbrack [, \\lbrace {',
);
const CLOSING = wordTable(
  ') ), ] ], \\} }, \\rangle ⟩, \\rfloor ⌋, \\rceil ⌉, \\rvert |, \\rVert ‖, \\rbrack ], \\rbrace }',
);

const TOKEN = /\\[A-Za-z]+|\\.|\|\||\s+|./gsu;
/** Deeper groups are ignored. */
const MAX_DEPTH = 40;
/** More letters in a row than this are a word; fewer are adjacent variables. */
const MAX_VARIABLES = 3;

/** The pieces of a formula, without the dollars. A malformed formula is read to its end. */
export function readPieces(formula: string): Piece[] {
  return new PieceReader(formula).all();
}

class PieceReader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(formula: string) {
    this.#tokens = formula.match(TOKEN) ?? [];
  }

  all(): Piece[] {
    const pieces: Piece[] = [];
    while (this.#at < this.#tokens.length) {
      pieces.push(...this.#pieces());
      this.#at++; // Skips a closing token without an opening one.
    }
    return pieces;
  }

  /** Reads up to a closing token, which is not consumed. */
  #pieces(): Piece[] {
    const pieces: Piece[] = [];
    for (let token = this.#token(); token !== '' && !isClosing(token); token = this.#token()) {
      const piece = this.#scripted(pieces);
      if (piece !== null) pieces.push(piece);
    }
    return pieces;
  }

  /** The token here, after spaces; '' at the end. */
  #token(): string {
    while (this.#at < this.#tokens.length && isBlank(this.#tokens[this.#at]!)) this.#at++;
    return this.#tokens[this.#at] ?? '';
  }

  /** One piece with its scripts, or null if it has no meaning. Scripts without a base belong to the previous piece. */
  #scripted(before: readonly Piece[]): Piece | null {
    const isScript = /^[_^']$/.test(this.#token());
    const piece = isScript ? (before.at(-1) ?? newPiece('sign', '')) : this.#piece();
    if (piece === null) return null;
    for (let token = this.#token(); ; token = this.#token()) {
      if (token === "'" || token === '\\prime') {
        this.#at++;
        piece.primes++;
      } else if (token === '_' || token === '^') {
        this.#at++;
        const script = this.#argument();
        if (script.length === 1 && script[0]!.source === 'prime') piece.primes++;
        else (token === '_' ? piece.below : piece.above).push(...script);
      } else if (token !== '\\limits' && token !== '\\nolimits') break;
      else this.#at++;
    }
    return isScript && before.length > 0 ? null : piece;
  }

  /** Reads one argument or script: a group, or a single token. */
  #argument(): Piece[] {
    const token = this.#token();
    if (token === '' || isClosing(token)) return [];
    if (token === '{') return this.#group();
    if (/^\d$/.test(token)) {
      this.#at++;
      return [newPiece('number', token)];
    }
    if (/^\p{L}$/u.test(token)) {
      this.#at++;
      return [newPiece('letter', token)];
    }
    const piece = this.#piece();
    return piece === null ? [] : [piece];
  }

  #group(): Piece[] {
    this.#at++;
    if (this.#depth >= MAX_DEPTH) return [];
    this.#depth++;
    const pieces = this.#pieces();
    // A bracket that is closed here was opened elsewhere.
    while (this.#token() !== '' && this.#token() !== '}') {
      this.#at++;
      pieces.push(...this.#pieces());
    }
    this.#at++;
    this.#depth--;
    return pieces;
  }

  #piece(): Piece | null {
    if (this.#depth >= MAX_DEPTH) {
      this.#at++;
      return null;
    }
    this.#depth++;
    const piece = this.#anyPiece();
    this.#depth--;
    return piece;
  }

  #anyPiece(): Piece | null {
    const token = this.#token();
    if (token === '{') return { ...newPiece('group', ''), parts: [this.#group()] };
    if (OPENING.has(token)) return this.#bracket(OPENING.get(token)!);
    if (token.startsWith('\\') && token.length > 1) return this.#command(token.slice(1));
    if (/^\p{L}/u.test(token)) return this.#letters();
    if (/^\d$/.test(token)) return this.#number();
    this.#at++;
    if (token === '|' || token === '||') return newPiece('bar', token === '|' ? '|' : '‖');
    if (token === ',' || token === ';' || token === '&') return newPiece('comma', token);
    if (token === '~') return null;
    return newPiece(/^[=<>≤≥≠∈⊆:∣↔]$/u.test(token) ? 'relation' : 'sign', token);
  }

  #bracket(open: string): Piece {
    this.#at++;
    const bracket = { ...newPiece('bracket', open), parts: [this.#pieces()] };
    const token = this.#token();
    if (token !== '}' && token !== '') {
      bracket.close = CLOSING.get(token) ?? '';
      this.#at++;
    }
    return bracket;
  }

  #number(): Piece {
    let digits = '';
    while (/^\d$/.test(this.#tokens[this.#at] ?? '')) digits += this.#tokens[this.#at++];
    return newPiece('number', digits);
  }

  /** A function, a word, or the first of several adjacent variables. */
  #letters(): Piece {
    const start = this.#at;
    let run = '';
    while (/^[A-Za-z]$/.test(this.#tokens[this.#at] ?? '')) run += this.#tokens[this.#at++];
    if (FUNCTIONS.has(run)) return newPiece('function', run);
    if (run.length > MAX_VARIABLES) return newPiece('word', run);
    this.#at = start + 1;
    return newPiece('letter', this.#tokens[start]!);
  }

  #command(name: string): Piece | null {
    this.#at++;
    if (TEXT.has(name)) return this.#text();
    if (name === 'begin' || name === 'end') {
      const environment = this.#rawArgument();
      return environment.includes('matrix') ? newPiece('word', name === 'begin' ? 'matrix' : '') : null;
    }
    if (name === 'not') return this.#negated();
    if (name === ' ' || name === '\\' || name === 'quad' || name === 'qquad') return newPiece('comma', name);
    if (name === '|') return newPiece('bar', '‖');
    if (name === 'vert' || name === 'Vert') return newPiece('bar', name === 'vert' ? '|' : '‖');
    if (ARGUMENTS.has(name)) return this.#withArguments(name);
    if (BIG.has(name)) return newPiece('big', name);
    if (FUNCTIONS.has(name)) return newPiece('function', name);
    if (RELATIONS.has(name)) return newPiece('relation', name);
    if (OPERATIONS.has(name)) return newPiece('sign', name);
    if (ARROWS.has(name)) return newPiece('relation', name);
    if (name.endsWith('dots')) return newPiece('sign', name);
    if (SILENT.has(name) || !/^[A-Za-z]/.test(name)) return null;
    return LETTERS.has(name) ? newPiece('letter', name) : newPiece('command', name);
  }

  #withArguments(name: string): Piece {
    const piece = newPiece('command', name);
    if (name === 'sqrt' && this.#token() === '[') piece.below.push(...(this.#bracket('[').parts[0] ?? []));
    for (let i = 0; i < ARGUMENTS.get(name)!; i++) piece.parts.push(this.#argument());
    return piece;
  }

  /** `\mathrm{lcm}`: a function if it is a known one, a letter in `\mathrm{L}^p`, otherwise a word. */
  #text(): Piece {
    if (this.#tokens[this.#at] === '*') this.#at++;
    const text = this.#rawArgument().trim();
    if (/^[A-Z]$/.test(text)) return newPiece('letter', text);
    return newPiece(FUNCTIONS.has(text) ? 'function' : 'word', text);
  }

  /** As written, without the braces. */
  #rawArgument(): string {
    if (this.#token() !== '{') return this.#tokens[this.#at++] ?? '';
    let text = '';
    let depth = 0;
    do {
      const token = this.#tokens[this.#at++]!;
      if (token === '{') depth++;
      else if (token === '}') depth--;
      else text += token.replace(/^\\(?:[,;:! ]|quad|qquad)$/, ' ');
    } while (depth > 0 && this.#at < this.#tokens.length);
    return text.replaceAll('\\', '');
  }

  #negated(): Piece | null {
    const piece = this.#piece();
    if (piece === null) return null;
    const known: Record<string, string> = { in: 'notin', '=': 'ne', mid: 'nmid' };
    return { ...piece, source: known[piece.source] ?? piece.source };
  }
}

export function newPiece(role: Role, source: string): Piece {
  return { role, source, parts: [], close: '', below: [], above: [], primes: 0 };
}

function isClosing(token: string): boolean {
  return token === '}' || CLOSING.has(token);
}

/** Spaces, and commands of one character that are spaces; `\\` ends a line. */
function isBlank(token: string): boolean {
  return /^(?:\s+|\\[,;:!>'"]|\\(?:left|right|middle|[bB]igg?[lrm]?))$/.test(token);
}
