/**
 * Reads the operands left and right of an operator in a statement's text as sets of names. Does not parse, to be fast
 * enough for thousands of statements. Names are stored as hashes; colliding names are treated as equal.
 */
import { CLASS, DIGIT, IDENTIFIER_REST, IDENTIFIER_START, SPACE } from '../lean/characters.ts';
import type { NotationTable } from '../lean/term/notation-table.ts';

/** One side of an operator. */
export interface Operand {
  /** Names that may belong to the operand, within its maximum extent. */
  reach: readonly number[];
  /** Names that certainly belong to it; null if unknown. */
  core: readonly number[] | null;
}

export interface Operation {
  left: Operand;
  right: Operand;
}

/** Whether two operands may be the same term. */
export function mayBeSame(a: Operand, b: Operand): boolean {
  return isWithin(a.core, b.reach) && isWithin(b.core, a.reach);
}

function isWithin(core: readonly number[] | null, reach: readonly number[]): boolean {
  return core === null || core.every((name) => reach.includes(name));
}

const BINDING_WORDS = /^(?:fun|if|let|have|match|by|do|show|Π|Σ)$/u;
const MAX_BINDING_WORD_LENGTH = 5;
/** Tokens that end any operand before them. */
const SEPARATORS = [',', ';', ':', ':=', '=>', '↦', '→', '->'];

const OPENING = 1;
const CLOSING = 2;
const BRACKETS = new Uint8Array(0x10000);
for (const [open, close] of ['()', '[]', '{}', '⟨⟩', '⦃⦄', '⟪⟫', '⌊⌋', '⌈⌉', '⟦⟧']) {
  BRACKETS[open!.charCodeAt(0)] = OPENING;
  BRACKETS[close!.charCodeAt(0)] = CLOSING;
}
const BLANK = 0x20;
const COLON = 0x3a;
const COMMA = 0x2c;
const DOT = 0x2e;
/** First half of the mathematical letters. */
const HIGH_SURROGATE = 0xd835;

/** Reader states for the certain part of an operand. */
const AHEAD = 0;
const READING = 1;
const DONE = 2;
const UNKNOWN = 3;

export class OperandReader {
  /** Tokens that end an operand of a stronger operator, with their precedence. */
  readonly #weaker: ReadonlyMap<string, number>;
  /** First code units of binders. Names after them may be renamed. */
  readonly #isBinding = new Uint8Array(0x10000);

  constructor(table: NotationTable) {
    const weaker = new Map(SEPARATORS.map((token) => [token, 0]));
    for (const [token, rules] of table.trailing) {
      const infix = rules.find(({ head, parts }) => head !== null && parts.length === 1);
      // `-` may also be a prefix sign, which binds stronger.
      if (infix !== undefined && token !== '-') weaker.set(token, infix.precedence);
    }
    this.#weaker = weaker;
    for (const token of [...table.binders.keys(), '{', '·', 'λ']) this.#isBinding[token.charCodeAt(0)] = 1;
  }

  /** All occurrences of the operator in the text, with their operands. */
  operations(text: string, operator: string, precedence: number): Operation[] {
    const found: Operation[] = [];
    for (let at = text.indexOf(operator); at >= 0; at = text.indexOf(operator, at + 1))
      found.push({
        left: this.#leftOf(text, at, precedence),
        right: this.#rightOf(text, at + operator.length, precedence),
      });
    return found;
  }

  #leftOf(text: string, to: number, precedence: number): Operand {
    let from = to - 1;
    for (let depth = 0; from >= 0; from--) {
      const unit = text.charCodeAt(from);
      const bracket = BRACKETS[unit];
      if (bracket === CLOSING) depth++;
      else if (bracket === OPENING && depth-- === 0) break;
      else if (depth === 0 && this.#isWeaker(text, from, unit, precedence)) break;
    }
    const reach: number[] = [];
    this.#read(text, from + 1, to, reach, null);
    return { reach, core: this.#lastCore(text, from + 1, to, reach) };
  }

  #rightOf(text: string, from: number, precedence: number): Operand {
    let to = from;
    for (let depth = 0; to < text.length; to++) {
      const unit = text.charCodeAt(to);
      const bracket = BRACKETS[unit];
      if (bracket === OPENING) depth++;
      else if (bracket === CLOSING && depth-- === 0) break;
      else if (depth === 0 && this.#isWeaker(text, to, unit, precedence)) break;
    }
    const reach: number[] = [];
    const core: number[] = [];
    return { reach, core: this.#read(text, from, to, reach, core) ? core : null };
  }

  /** Whether a comma, or a weaker operator or separator between spaces, starts at `at`. */
  #isWeaker(text: string, at: number, unit: number, precedence: number): boolean {
    if (unit === COMMA) return true;
    if (text.charCodeAt(at - 1) !== BLANK || CLASS[unit]! & (IDENTIFIER_REST | SPACE)) return false;
    const end = text.indexOf(' ', at);
    if (end < 0 || end - at > 3) return false;
    return (this.#weaker.get(text.slice(at, end)) ?? Infinity) < precedence;
  }

  /** The last name before an operator; null after a bracket, which may close a term with other names. */
  #lastCore(text: string, from: number, to: number, reach: readonly number[]): number[] | null {
    let at = to - 1;
    while (at >= from && (CLASS[text.charCodeAt(at)]! & IDENTIFIER_REST) === 0) {
      if (BRACKETS[text.charCodeAt(at)] === CLOSING) return null;
      at--;
    }
    const last = reach.at(-1);
    return at < from || last === undefined ? null : [last];
  }

  /**
   * Collects the names of a range of text in `reach`, and in `core` the names of the application that it starts with:
   * application binds stronger than any operator. Returns whether `core` is certain.
   */
  #read(text: string, from: number, to: number, reach: number[], core: number[] | null): boolean {
    let state = AHEAD;
    let depth = 0;
    /** Depth + 1 at which an ascribed type started; 0: outside of one. */
    let typed = 0;
    for (let at = from; at < to;) {
      const unit = text.charCodeAt(at);
      const bits = CLASS[unit]!;
      if (bits & SPACE || unit === DOT) {
        at++;
        continue;
      }
      if (this.#isBinding[unit] === 1 && state <= READING) state = UNKNOWN;
      if (bits & (IDENTIFIER_START | DIGIT) || unit === HIGH_SURROGATE) {
        if (state === AHEAD) state = READING;
        const before = reach.length;
        const start = at;
        at = readName(text, at, to, reach);
        if (state !== READING || core === null || typed > 0) continue;
        if (at - start <= MAX_BINDING_WORD_LENGTH && BINDING_WORDS.test(text.slice(start, at))) state = UNKNOWN;
        // `Nat.succ` may be written `succ` if `Nat` is open.
        const isQualified = isCapital(text.charCodeAt(start));
        for (let name = isQualified ? reach.length - 1 : before; name < reach.length; name++) core.push(reach[name]!);
        continue;
      }
      const bracket = BRACKETS[unit];
      if (bracket === OPENING) {
        depth++;
        if (state === AHEAD) state = READING;
      } else if (bracket === CLOSING) {
        depth--;
        if (typed > depth + 1) typed = 0;
      } else if (depth === 0) {
        if (state === READING) state = DONE;
      } else if (unit === COLON && typed === 0) typed = depth + 1;
      at++;
    }
    return state === READING || state === DONE;
  }
}

/** Adds the hashes of the parts between dots. Returns the position after the name. */
function readName(text: string, from: number, to: number, into: number[]): number {
  let at = from;
  for (;;) {
    let hash = 0;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      if ((CLASS[unit]! & IDENTIFIER_REST) === 0 && (unit < 0xd800 || unit > 0xdfff)) break;
      hash = (Math.imul(hash, 31) + unit) | 0;
    }
    into.push(hash);
    if (text.charCodeAt(at) !== DOT || ((CLASS[text.charCodeAt(at + 1)] ?? 0) & IDENTIFIER_REST) === 0) return at;
    at++;
    if (at >= to) return at;
  }
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}
