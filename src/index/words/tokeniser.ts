/** Splits text of any kind (prose, LaTeX, Lean source, names) into stems: the tokeniser of documents and queries. */
import { CodeUnits } from '../../lean/code-units.ts';
import type { Notation } from '../../lean/declaration.ts';
import { NumberList } from '../number-list.ts';
import { SubstringNumbers } from '../substring-numbers.ts';
import { splitIdentifier } from './split-identifier.ts';
import { notationWords } from './notation-words.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { SYMBOLS } from './symbols.ts';

/** A run of letters, a number or a symbol, with its stems; stop words and single letters have none. */
export interface Atom {
  surface: string;
  isSymbol: boolean;
  stems: string[];
  /** Numbers of `stems` in the tokeniser's vocabulary. */
  ids: number[];
}

const NO_STEM = -1;

const NOTHING = 0;
const LETTER = 1;
const NUMBER = 2;
const SUBSCRIPT = 3;
const SYMBOL = 4;
const SURROGATE = 5;

/** Greek letters and the like that are symbols only if isolated. */
const LETTER_SYMBOLS = new Set(['π', 'λ', 'ω', 'Δ']);

const SPACE = 32;
const MINUS = 45;
const SLASH = 47;
const STAR = 42;
const QUOTE = 39;
const BANG = 33;
const BAR = 124;
const HASH = 35;
const OPENING = 40;
const CLOSING = 41;
const SQUARE = 91;
const SQUARE_END = 93;
const BRACE = 123;
const BRACE_END = 125;
const GREATER = 62;
const NEWLINE = 10;

/** Maximum number of letters of a word that includes a bracket. */
const MAX_CALL_LENGTH = 8;
/** How far back to search for an open bracket. */
const MAX_BRACKET_DISTANCE = 200;

interface LongSymbol {
  units: number[];
  atom: number;
}

export class Tokeniser {
  /** Stems in the order of their first occurrence. */
  readonly vocabulary: string[] = [];
  /** Numbers of the stems of atom `a`: `ids` from `idStarts[a]` to `idStarts[a + 1]`. */
  readonly ids = new NumberList();
  readonly idStarts = new NumberList();
  readonly #numbers = new Map<string, number>();
  /** Number of a word's stem, or `NO_STEM`. */
  readonly #stems = new Map<string, number>();
  readonly #text = new CodeUnits();
  /** Atoms of the last `scan`. */
  readonly #scanned = new NumberList();
  /** The atoms by their text: first the symbols, then words in the order of their first occurrence. */
  readonly #surfaces = new SubstringNumbers();
  readonly #symbolCount: number;
  /** Atoms that were returned. */
  readonly #atoms: (Atom | undefined)[] = [];
  /** Atoms of one ASCII letter or digit by its code, or -1: most of a formula's words are variables. */
  readonly #letters = new Int32Array(128).fill(-1);
  /** Atom + 1 of symbols of one code unit. */
  readonly #shortSymbols = new Uint16Array(0x10000);
  /** Symbols of several code units by their first unit, longest first. */
  readonly #longSymbols = new Map<number, LongSymbol[]>();
  /** Words that include a bracket, such as `C(`, and their atoms. */
  readonly #calls = new SubstringNumbers();
  readonly #callAtoms: number[] = [];
  readonly #classes = characterClasses();
  readonly #conditionAtom: number;

  /** `notations`: those of the library whose texts are read. */
  constructor(notations: readonly Notation[] = []) {
    this.idStarts.push(0);
    for (const [symbol, words] of SYMBOLS) this.#addSymbol(symbol, words);
    for (const [symbol, words] of notationWords(notations)) this.#addSymbol(symbol, words);
    this.#conditionAtom = this.#longSymbols.get(SQUARE)!.find(({ units }) => units[1] === BAR)!.atom;
    for (const list of this.#longSymbols.values()) list.sort((a, b) => b.units.length - a.units.length);
    this.#symbolCount = this.#surfaces.size;
  }

  #addSymbol(symbol: string, words: string): void {
    this.#text.read(symbol);
    const atom = this.#surfaces.numberOf(this.#text.units, 0, symbol.length);
    this.#addStems(words === '' ? [] : words.split(' '));
    const first = symbol.charCodeAt(0);
    if (this.#classes[first] === LETTER && symbol.length > 1 && /[([]$/.test(symbol)) {
      this.#callAtoms[this.#calls.numberOf(this.#text.units, 0, symbol.length)] = atom;
      return;
    }
    if (!LETTER_SYMBOLS.has(symbol)) this.#classes[first] = symbol.codePointAt(0)! > 0xffff ? SURROGATE : SYMBOL;
    if (symbol.length === 1) {
      this.#shortSymbols[first] = atom + 1;
      return;
    }
    const list = this.#longSymbols.get(first);
    const units = Array.from({ length: symbol.length }, (_, i) => symbol.charCodeAt(i));
    if (list) list.push({ units, atom });
    else this.#longSymbols.set(first, [{ units, atom }]);
  }

  /** Adds the stems of the new atom. */
  #addStems(words: string[]): void {
    for (const word of words) {
      const number = this.#stems.get(word) ?? this.#stemOf(word);
      if (number !== NO_STEM) this.ids.push(number);
    }
    this.idStarts.push(this.ids.length);
  }

  #stemOf(word: string): number {
    const number = word.length > 1 && !STOP_WORDS.has(word) ? this.#number(stem(word)) : NO_STEM;
    this.#stems.set(word, number);
    return number;
  }

  #number(stemmed: string): number {
    let number = this.#numbers.get(stemmed);
    if (number === undefined) {
      number = this.vocabulary.length;
      this.vocabulary.push(stemmed);
      this.#numbers.set(stemmed, number);
    }
    return number;
  }

  /** The atoms of `text` in order, including those without stems. */
  scan(text: string): Atom[] {
    const found = this.#scanned;
    found.clear();
    this.collect(text, found);
    return Array.from(found.items.subarray(0, found.length), (index) => this.#atom(index));
  }

  #atom(index: number): Atom {
    let atom = this.#atoms[index];
    if (atom === undefined) {
      const ids = [...this.ids.items.subarray(this.idStarts.items[index], this.idStarts.items[index + 1])];
      const stems = ids.map((id) => this.vocabulary[id]!);
      atom = { surface: this.#surfaces.text(index), isSymbol: index < this.#symbolCount, stems, ids };
      this.#atoms[index] = atom;
    }
    return atom;
  }

  /** Appends the atoms of `text` to `out`, as numbers. */
  collect(text: string, out: NumberList): void {
    this.#text.read(text);
    const { units, length } = this.#text;
    const classes = this.#classes;
    let i = 0;
    while (i < length) {
      const kind = classes[units[i]!]!;
      if (kind === NOTHING || kind === SUBSCRIPT) i++;
      else if (kind === LETTER) {
        const start = i++;
        while (isWordPart(classes[units[i]!]!)) i++;
        out.push(this.#wordAtom(units, start, i));
        if (units[i] === OPENING || units[i] === SQUARE) i = this.#collectCall(units, start, i, out);
      } else if (kind === NUMBER) {
        const start = i++;
        while (classes[units[i]!] === NUMBER) i++;
        out.push(this.#wordAtom(units, start, i));
      } else i = this.#collectSymbol(units, i, out);
    }
  }

  #wordAtom(units: Uint16Array, start: number, end: number): number {
    const code = units[start]!;
    if (end - start > 1 || code >= 128) return this.#longWordAtom(units, start, end);
    const known = this.#letters[code]!;
    return known >= 0 ? known : (this.#letters[code] = this.#longWordAtom(units, start, end));
  }

  #longWordAtom(units: Uint16Array, start: number, end: number): number {
    const count = this.#surfaces.size;
    const atom = this.#surfaces.numberOf(units, start, end);
    if (atom === count) this.#addStems(splitIdentifier(this.#surfaces.text(atom)));
    return atom;
  }

  /** Adds the atom of a word with its bracket, at `end`, if a notation has it. Returns the position after it. */
  #collectCall(units: Uint16Array, start: number, end: number, out: NumberList): number {
    if (this.#calls.size === 0 || end - start > MAX_CALL_LENGTH) return end;
    const call = this.#calls.find(units, start, end + 1);
    if (call < 0) return end;
    out.push(this.#callAtoms[call]!);
    return end + 1;
  }

  /** Adds the longest symbol at `at`. Returns the position after it. */
  #collectSymbol(units: Uint16Array, at: number, out: NumberList): number {
    const code = units[at]!;
    const longer = units[at + 1] === SPACE ? undefined : this.#longSymbols.get(code);
    if (longer !== undefined && (code !== QUOTE || units[at - 1] === SPACE)) {
      for (const symbol of longer) {
        if (!isAt(symbol.units, units, at)) continue;
        out.push(symbol.atom);
        return at + symbol.units.length;
      }
    }
    if (this.#classes[code] === SURROGATE) {
      out.push(this.#wordAtom(units, at, Math.min(at + 2, this.#text.length)));
      return at + 2;
    }
    if (code < 128 && this.#isPunctuation(units, at, code)) {
      if (code === BAR && isInSquare(units, at)) out.push(this.#conditionAtom);
      return at + 1;
    }
    const atom = this.#shortSymbols[code]! - 1;
    if (atom >= 0) out.push(atom);
    return at + 1;
  }

  /** Whether `-`, `/`, `*`, `!`, `|`, `#` is a hyphen, a bullet, a bar or punctuation here, and not an operation. */
  #isPunctuation(units: Uint16Array, at: number, code: number): boolean {
    if (code === MINUS || code === SLASH) {
      if (isBullet(units, at)) return true;
      if (units[at - 1] === SPACE || !this.#isLetter(units, at + 1)) return false;
      return this.#isLetter(units, at + 2) || (this.#isLetter(units, at - 1) && this.#isLetter(units, at - 2));
    }
    if (code === STAR) return isBullet(units, at);
    if (code === HASH) return !this.#isLetter(units, at + 1) && units[at + 1] !== OPENING && units[at + 1] !== BRACE;
    if (code === QUOTE) return true;
    if (code === BANG) return this.#isLetter(units, at - 1) && this.#isLetter(units, at - 2);
    return code === BAR && !isOpening(units, at);
  }

  #isLetter(units: Uint16Array, at: number): boolean {
    return at >= 0 && this.#classes[units[at]!] === LETTER;
  }
}

/** Whether `symbol`, whose first code unit is known to match, is here. */
function isAt(symbol: readonly number[], units: Uint16Array, at: number): boolean {
  for (let i = 1; i < symbol.length; i++) if (units[at + i] !== symbol[i]) return false;
  return true;
}

function isWordPart(kind: number): boolean {
  return kind >= LETTER && kind <= SUBSCRIPT;
}

/** `|x|` opens an absolute value; `{x | p x}`, `μ[f|m]` and `| 0 => 1` do not. */
function isOpening(units: Uint16Array, at: number): boolean {
  const before = at === 0 ? SPACE : units[at - 1];
  const after = units[at + 1]!;
  return (
    (before === SPACE || before === OPENING) && after !== 0 && after !== SPACE && after !== BAR && after !== GREATER
  );
}

/** Whether the enclosing bracket is square, as in `μ[f | m]`. */
function isInSquare(units: Uint16Array, at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0 && i >= at - MAX_BRACKET_DISTANCE; i--) {
    const code = units[i]!;
    if (code === CLOSING || code === SQUARE_END || code === BRACE_END) depth++;
    else if ((code === OPENING || code === SQUARE || code === BRACE) && depth-- === 0) return code === SQUARE;
  }
  return false;
}

function isBullet(units: Uint16Array, at: number): boolean {
  return at === 0 || units[at - 1] === NEWLINE;
}

let sharedClasses: Uint8Array | null = null;

/** Class of every UTF-16 code unit; the tokeniser marks symbols. */
function characterClasses(): Uint8Array {
  if (sharedClasses === null) {
    sharedClasses = new Uint8Array(0x10000);
    // Finds runs of letters in a text of all code units. Testing each alone takes ten times as long, in every process.
    const units = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
    const all = Buffer.from(units.buffer).toString('utf16le');
    for (const { 0: letters, index } of all.matchAll(/\p{L}+/gu))
      sharedClasses.fill(LETTER, index, index + letters.length);
    sharedClasses.fill(NUMBER, 48, 58);
    sharedClasses.fill(SUBSCRIPT, 0x2080, 0x208a);
    sharedClasses.fill(SURROGATE, 0xd800, 0xdc00);
  }
  return sharedClasses.slice();
}
