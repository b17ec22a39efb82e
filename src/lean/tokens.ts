/** The tokens of one Lean file, stored in typed arrays, and the queries that all readers use. */
import { words } from '../base/words.ts';
import { lowerBound } from '../base/lower-bound.ts';

export const IDENTIFIER = 1;
export const NUMBER = 2;
export const STRING = 3;
export const CHARACTER = 4;
export const DOC = 5;
export const MODULE_DOC = 6;
export const SYMBOL = 7;

/** Flags: first token on its line; at column 0; an empty line before it; white space or a comment before it. */
export const LINE_FIRST = 1;
export const COLUMN_ZERO = 2;
export const AFTER_BLANK = 4;
export const SPACED = 8;

/** Token indices; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

export class Tokens {
  readonly text: string;
  count = 0;
  kinds: Uint8Array;
  flags: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** Indices of the docstrings and module docs. */
  readonly docs: number[] = [];
  #lineStarts: number[] | null = null;
  /** Offsets of code points with two units. */
  #pairs: number[] | null = null;

  constructor(text: string) {
    this.text = text;
    const capacity = (text.length >> 2) + 16;
    this.kinds = new Uint8Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  add(kind: number, start: number, end: number, flags: number): void {
    const at = this.count++;
    if (at >= this.kinds.length) this.#grow();
    this.kinds[at] = kind;
    this.flags[at] = flags;
    this.starts[at] = start;
    this.ends[at] = end;
    if (kind === DOC || kind === MODULE_DOC) this.docs.push(at);
  }

  #grow(): void {
    const capacity = this.kinds.length * 2;
    const widen = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.kinds = widen(this.kinds, new Uint8Array(capacity));
    this.flags = widen(this.flags, new Uint8Array(capacity));
    this.starts = widen(this.starts, new Int32Array(capacity));
    this.ends = widen(this.ends, new Int32Array(capacity));
  }

  kind(at: number): number {
    return at < this.count ? (this.kinds[at] ?? 0) : 0;
  }

  flag(at: number, bit: number): boolean {
    return at < this.count && ((this.flags[at] ?? 0) & bit) !== 0;
  }

  start(at: number): number {
    return at < this.count ? (this.starts[at] ?? 0) : this.text.length;
  }

  end(at: number): number {
    return at < this.count ? (this.ends[at] ?? 0) : this.text.length;
  }

  /** The token as written; empty past the last one. */
  word(at: number): string {
    return this.text.slice(this.start(at), this.end(at));
  }

  /** Whether the token is `word`; false for strings, characters and comments. */
  is(at: number, word: string): boolean {
    const kind = this.kind(at);
    if (kind !== IDENTIFIER && kind !== SYMBOL) return false;
    const start = this.start(at);
    return this.end(at) - start === word.length && this.text.startsWith(word, start);
  }

  /** First UTF-16 unit of the token. */
  unit(at: number): number {
    return at < this.count ? this.text.charCodeAt(this.starts[at] ?? 0) : 0;
  }

  /** 1-based line of an offset in the text. */
  lineAt(offset: number): number {
    const starts = this.#lines();
    return lowerBound(starts.length, (line) => starts[line]! > offset);
  }

  /** Offset at which a 1-based line begins. */
  lineStart(line: number): number {
    return this.#lines()[line - 1] ?? 0;
  }

  line(at: number): number {
    return this.lineAt(this.start(at));
  }

  /** 0-based, in code points, as in Lean. */
  column(at: number): number {
    const start = this.start(at);
    const begin = this.lineStart(this.lineAt(start));
    return start - begin - (this.#pairsBefore(start) - this.#pairsBefore(begin));
  }

  /** Number of code points with two units before `offset`. Binary search, because a line may be as long as the file. */
  #pairsBefore(offset: number): number {
    this.#pairs ??= Array.from(this.text.matchAll(/[\ud800-\udbff]/g), ({ index }) => index);
    const pairs = this.#pairs;
    return lowerBound(pairs.length, (at) => pairs[at]! >= offset);
  }

  #lines(): number[] {
    if (this.#lineStarts === null) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }

  /** Tokens `from` (inclusive) to `to` (exclusive) on one line: without comments and docstrings, white space folded. */
  fold(from: number, to: number, limit = Infinity): string {
    const last = Math.min(to, this.count);
    let out = '';
    let pieceStart = -1;
    let pieceEnd = -1;
    let mayBreak = false;
    for (let at = from; at < last && out.length < limit; at++) {
      const kind = this.kinds[at];
      if (kind === DOC || kind === MODULE_DOC) continue;
      if (kind === STRING) mayBreak = true;
      const start = this.starts[at] ?? 0;
      if (pieceStart < 0) {
        pieceStart = start;
      } else if (start !== pieceEnd && !(start === pieceEnd + 1 && this.text.charCodeAt(pieceEnd) === 0x20)) {
        out += this.text.slice(pieceStart, pieceEnd) + ' ';
        pieceStart = start;
      }
      pieceEnd = this.ends[at] ?? 0;
    }
    if (pieceStart >= 0) out += this.text.slice(pieceStart, pieceEnd);
    if (mayBreak && out.includes('\n')) out = out.replaceAll(/\s*\n\s*/g, ' ');
    return out.length > limit ? out.slice(0, limit) : out;
  }

  /** Index after the bracket that closes the one at `at`; `to` if it is not closed before. */
  afterBracket(at: number, to: number): number {
    let depth = 0;
    for (let index = at; index < to; index++) {
      depth += this.bracket(index);
      if (depth === 0) return index + 1;
    }
    return to;
  }

  /** Alternating start and end offsets of every dotted identifier in the code. */
  identifiers(): Int32Array {
    const places = new Int32Array(2 * this.count);
    let end = 0;
    for (let at = 0; at < this.count; at++) {
      if (this.kinds[at] !== IDENTIFIER) continue;
      places[end++] = this.starts[at]!;
      places[end++] = this.ends[at]!;
    }
    return places.subarray(0, end);
  }

  /** First token from `from` to `to` that is `word` and outside brackets; -1 if not found. */
  find(word: string, from: number, to: number): number {
    let depth = 0;
    for (let at = from; at < to; at++) {
      depth += this.bracket(at);
      if (depth <= 0 && this.is(at, word)) return at;
    }
    return -1;
  }

  /** The parts of a span between the commas outside brackets. */
  split({ from, to }: Span): Span[] {
    const parts: Span[] = [];
    let start = from;
    for (let comma = this.find(',', from, to); comma >= 0; comma = this.find(',', start, to)) {
      parts.push({ from: start, to: comma });
      start = comma + 1;
    }
    parts.push({ from: start, to });
    return parts;
  }

  /** 1 for an opening bracket (also `@[`), -1 for a closing one, otherwise 0. */
  bracket(at: number): number {
    if (this.kinds[at] !== SYMBOL) return 0;
    return BRACKETS[this.text.charCodeAt((this.ends[at] ?? 1) - 1)] ?? 0;
  }
}

/** Pairs of opening and closing bracket. */
export const BRACKET_PAIRS: readonly (readonly [string, string])[] = words('() [] {} ⟨⟩ ⦃⦄ ⟦⟧ ⟮⟯ ⁅⁆ ⟪⟫').map((pair) => [
  pair.charAt(0),
  pair.charAt(1),
]);

/** The closing bracket of each opening one. */
export const CLOSED_BY: ReadonlyMap<string, string> = new Map(BRACKET_PAIRS);

/** The opening bracket of each closing one. */
export const OPENED_BY: ReadonlyMap<string, string> = new Map(
  BRACKET_PAIRS.map(([opening, closing]) => [closing, opening]),
);

/** By UTF-16 unit. */
const BRACKETS = new Int8Array(0x10000);
for (const [opening, closing] of BRACKET_PAIRS) {
  BRACKETS[opening.charCodeAt(0)] = 1;
  BRACKETS[closing.charCodeAt(0)] = -1;
}
