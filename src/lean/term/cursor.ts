/** A cursor over the text of one term: finds the next token by longest match in the notation table. */
import * as Char from '../characters.ts';
import { codeUnits, occursAt } from '../code-units.ts';
import type { Locals } from './context.ts';
import type { Name } from './names.ts';
import type { NotationTable } from './notation-table.ts';

export const END = 0;
export const IDENTIFIER = 1;
export const NUMERAL = 2;
export const STRING = 3;
export const SYMBOL = 4;

export interface Mark {
  readonly kind: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly spaced: boolean;
  readonly name: Name;
}

const NO_NAME: Name = {
  spelling: '',
  text: '',
  isSpecial: false,
  root: '',
  rest: '',
  isGreekLetter: false,
  beginsNotation: false,
  isNotation: false,
};
const CLOSING = new Set([')', ']', '}', '⟩', '⦄', '›', '⁻¹', 'ᶜ', '‖', '⌋', '⌉']);
const DOT = 0x2e;

export class Cursor {
  readonly text: string;
  /** The text's UTF-16 units, followed by zeros. */
  private readonly units: Uint16Array;
  readonly table: NotationTable;
  /** The current token. */
  kind = END;
  word = '';
  start = 0;
  end = 0;
  /** Hash of the name read by `nameEnd`. */
  private hash = 0;
  /** Whether white space precedes it. */
  spaced = true;
  /** Cached data of an identifier. */
  name: Name = NO_NAME;
  /** Bound names; such a name is not read as the start of a notation (`s(`). */
  protected bound: Locals | null = null;

  /** `units`: the units of `text`, if already available. The caller must not change them while the cursor is in use. */
  constructor(text: string, table: NotationTable, at = 0, units = codeUnits(text)) {
    this.text = text;
    this.units = units;
    this.table = table;
    this.end = at;
    this.advance();
  }

  mark(): Mark {
    return { kind: this.kind, word: this.word, start: this.start, end: this.end, spaced: this.spaced, name: this.name };
  }

  reset(mark: Mark): void {
    this.kind = mark.kind;
    this.word = mark.word;
    this.start = mark.start;
    this.end = mark.end;
    this.spaced = mark.spaced;
    this.name = mark.name;
  }

  advance(): void {
    const { units } = this;
    const from = this.end;
    const { length } = this.text;
    let at = from;
    let unit = 0;
    let bits = 0;
    for (; at < length; at++) {
      unit = units[at]!;
      bits = Char.CLASS[unit]!;
      if ((bits & Char.SPACE) === 0) break;
    }
    this.spaced = at > from || from === 0;
    this.start = at;
    if (at >= length) {
      this.kind = END;
      this.word = '';
      this.end = at;
      return;
    }
    if (bits & Char.IDENTIFIER_START || unit === 0xab || this.isMathematicalLetter(at)) this.readName(at);
    else if (bits & Char.DIGIT) this.readNumeral(at);
    else if (unit === 0x22) this.readString(at);
    else this.readSymbol(at, unit);
  }

  /** Whether a letter of two units (`𝓝`, `𝕜`, …) starts at `at`. */
  private isMathematicalLetter(at: number): boolean {
    return this.units[at] === Char.MATHEMATICAL_LETTER_HIGH && Char.isMathematicalLow(this.units[at + 1]!);
  }

  private take(kind: number, from: number, to: number): void {
    this.kind = kind;
    this.end = to;
    this.word = this.text.slice(from, to);
  }

  private readSymbol(at: number, unit: number): void {
    const tokens = this.table.tokens[unit];
    if (tokens !== undefined) {
      const excludesTight = unit === 0x5b && (this.spaced || !this.isAfterOperand());
      for (let index = 0; index < tokens.length; index++) {
        const token = tokens[index]!;
        if (!occursAt(token, this.units, at)) continue;
        if (excludesTight && this.table.tight.has(token) && !this.table.leading.has(token)) continue;
        this.kind = SYMBOL;
        this.end = at + token.length;
        this.word = token;
        return;
      }
    }
    this.take(SYMBOL, at, at + Char.characterWidth(unit, this.units[at + 1]!));
  }

  /** Whether a notation with the token is certainly in effect; then it precedes a bound name, as in Lean (`α>0`). */
  protected declaresHere(_token: string): boolean {
    return false;
  }

  private isAfterOperand(): boolean {
    return this.kind === IDENTIFIER || this.kind === NUMERAL || (this.kind === SYMBOL && CLOSING.has(this.word));
  }

  private readName(from: number): void {
    const { units } = this;
    const to = this.nameEnd(from);
    const name = this.table.names.find(this.text, units, from, to, this.hash);
    const tokens = this.table.tokens[units[from]!];
    if (tokens !== undefined) {
      for (const token of tokens) {
        if (token.length < to - from) break;
        if (!occursAt(token, units, from)) continue;
        if (token.length > to - from && this.bound?.has(name.text) && !this.declaresHere(token)) continue;
        this.take(SYMBOL, from, from + token.length);
        return;
      }
    }
    this.kind = IDENTIFIER;
    this.end = to;
    this.name = name;
    this.word = name.text;
    if (units[to] === DOT && units[to + 1] === 0x7b) {
      const close = this.text.indexOf('}', to);
      if (close > 0) this.end = close + 1;
    }
  }

  /** Also sets `hash`. */
  private nameEnd(from: number): number {
    const { units } = this;
    let at = from;
    let hash = 0;
    for (;;) {
      let unit = units[at]!;
      if (unit === 0xab) {
        const close = this.text.indexOf('»', at);
        const end = close < 0 ? this.text.length : close + 1;
        while (at < end) hash = (Math.imul(hash, 31) + units[at++]!) | 0;
        unit = units[at]!;
      } else {
        for (;;) {
          if (Char.CLASS[unit]! & Char.IDENTIFIER_REST) at++;
          else if (unit === Char.MATHEMATICAL_LETTER_HIGH && Char.isMathematicalLow(units[at + 1]!)) at += 2;
          else break;
          hash = (Math.imul(hash, 31) + unit) | 0;
          unit = units[at]!;
        }
      }
      this.hash = hash;
      if (unit !== DOT) return at;
      const next = units[at + 1]!;
      const continues = Char.CLASS[next]! & Char.IDENTIFIER_START || next === 0xab || this.isMathematicalLetter(at + 1);
      if (!continues) return at;
      hash = (Math.imul(hash, 31) + DOT) | 0;
      at++;
    }
  }

  private readNumeral(from: number): void {
    const { units } = this;
    let at = from;
    while (Char.CLASS[units[at]!]! & Char.DIGIT) at++;
    if (units[at] === DOT && Char.CLASS[units[at + 1]!]! & Char.DIGIT) {
      at++;
      while (Char.CLASS[units[at]!]! & Char.DIGIT) at++;
    } else if (at === from + 1 && units[from] === 0x30) {
      const radix = /^0[xXbBoO][0-9a-fA-F]+/.exec(this.text.slice(from, from + 40));
      if (radix) at = from + radix[0].length;
    }
    this.take(NUMERAL, from, at);
  }

  private readString(from: number): void {
    const { text, units } = this;
    let at = from + 1;
    while (at < text.length && units[at] !== 0x22) at += units[at] === 0x5c ? 2 : 1;
    this.kind = STRING;
    this.word = text.slice(from + 1, Math.min(at, text.length));
    this.end = Math.min(at + 1, text.length);
  }
}
