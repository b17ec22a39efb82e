/** From text of any kind (prose, LaTeX, Lean source, names) to stems: the one tokeniser of documents and queries. */
import { NumberList } from '../number-list.ts';
import { SubstringNumbers } from '../substring-numbers.ts';
import { splitIdentifier } from './identifiers.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { SYMBOLS } from './symbols.ts';

/** A run of letters, a number or a symbol, with the stems it stands for; stop words and lone letters have none. */
export interface Atom {
  surface: string;
  isSymbol: boolean;
  stems: string[];
  /** Numbers of `stems` in the tokeniser's vocabulary. */
  ids: number[];
}

const NOTHING = 0;
const LETTER = 1;
const NUMBER = 2;
const SUBSCRIPT = 3;
const SYMBOL = 4;
const SURROGATE = 5;

/** Greek letters and the like that are symbols only when they stand alone. */
const LETTERS_ALSO = new Set(['π', 'λ', 'ω', 'Δ']);

const SPACE = 32;
const MINUS = 45;
const SLASH = 47;
const STAR = 42;
const QUOTE = 39;
const BANG = 33;
const BAR = 124;

interface LongSymbol {
  text: string;
  atom: number;
}

export class Tokeniser {
  /** Stems in the order in which they were first met. */
  readonly vocabulary: string[] = [];
  /** Numbers of the stems of atom `a`: `ids` from `idStarts[a]` to `idStarts[a + 1]`. */
  readonly ids = new NumberList();
  readonly idStarts = new NumberList();
  readonly #numbers = new Map<string, number>();
  /** The atoms by what is written: first the symbols, then words as they are met. */
  readonly #surfaces = new SubstringNumbers();
  readonly #symbolCount: number;
  /** Atoms that were handed out. */
  readonly #atoms: (Atom | undefined)[] = [];
  /** Atoms of one ASCII letter or digit by its code, or -1: most of a formula's words are variables. */
  readonly #letters = new Int32Array(128).fill(-1);
  /** Atom + 1 of symbols of one code unit. */
  readonly #shortSymbols = new Uint16Array(0x10000);
  /** Symbols of several code units by their first, longest first. */
  readonly #longSymbols = new Map<number, LongSymbol[]>();
  readonly #classes = characterClasses();

  constructor() {
    this.idStarts.push(0);
    for (const [symbol, words] of Object.entries(SYMBOLS)) this.#addSymbol(symbol, words);
    for (const list of this.#longSymbols.values()) list.sort((a, b) => b.text.length - a.text.length);
    this.#symbolCount = this.#surfaces.size;
  }

  #addSymbol(symbol: string, words: string): void {
    const atom = this.#surfaces.numberOf(symbol, 0, symbol.length);
    this.#addStems(words === '' ? [] : words.split(' '));
    const first = symbol.charCodeAt(0);
    if (!LETTERS_ALSO.has(symbol)) this.#classes[first] = symbol.codePointAt(0)! > 0xffff ? SURROGATE : SYMBOL;
    if (symbol.length === 1) {
      this.#shortSymbols[first] = atom + 1;
      return;
    }
    const list = this.#longSymbols.get(first);
    if (list) list.push({ text: symbol, atom });
    else this.#longSymbols.set(first, [{ text: symbol, atom }]);
  }

  /** Of the atom that is new. */
  #addStems(words: string[]): void {
    for (const word of words) if (word.length > 1 && !STOP_WORDS.has(word)) this.ids.push(this.#number(stem(word)));
    this.idStarts.push(this.ids.length);
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

  /** The atoms of `text` in order, those without stems too. */
  scan(text: string): Atom[] {
    const found = new NumberList();
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
    const classes = this.#classes;
    const end = text.length;
    let i = 0;
    while (i < end) {
      const kind = classes[text.charCodeAt(i)]!;
      if (kind === NOTHING || kind === SUBSCRIPT) i++;
      else if (kind === LETTER) {
        const start = i++;
        while (i < end && isWordPart(classes[text.charCodeAt(i)]!)) i++;
        out.push(this.#wordAtom(text, start, i));
      } else if (kind === NUMBER) {
        const start = i++;
        while (i < end && classes[text.charCodeAt(i)] === NUMBER) i++;
        out.push(this.#wordAtom(text, start, i));
      } else i = this.#collectSymbol(text, i, out);
    }
  }

  #wordAtom(text: string, start: number, end: number): number {
    const code = text.charCodeAt(start);
    if (end - start > 1 || code >= 128) return this.#longWordAtom(text, start, end);
    const known = this.#letters[code]!;
    return known >= 0 ? known : (this.#letters[code] = this.#longWordAtom(text, start, end));
  }

  #longWordAtom(text: string, start: number, end: number): number {
    const count = this.#surfaces.size;
    const atom = this.#surfaces.numberOf(text, start, end);
    if (atom === count) this.#addStems(splitIdentifier(text.slice(start, end)));
    return atom;
  }

  /** One symbol at `at`, the longest that fits. Gives the place after it. */
  #collectSymbol(text: string, at: number, out: NumberList): number {
    const code = text.charCodeAt(at);
    const longer = this.#longSymbols.get(code);
    if (longer !== undefined && (code !== QUOTE || text.charCodeAt(at - 1) === SPACE)) {
      for (const symbol of longer) {
        if (!isAt(symbol.text, text, at)) continue;
        out.push(symbol.atom);
        return at + symbol.text.length;
      }
    }
    if (this.#classes[code] === SURROGATE) {
      out.push(this.#wordAtom(text, at, Math.min(at + 2, text.length)));
      return at + 2;
    }
    if (code < 128 && this.#isPunctuation(text, at, code)) return at + 1;
    const atom = this.#shortSymbols[code]! - 1;
    if (atom >= 0) out.push(atom);
    return at + 1;
  }

  /** Whether `-`, `/`, `*`, `!`, `|` is here a hyphen, a bullet, a bar or a mark of prose, and no operation. */
  #isPunctuation(text: string, at: number, code: number): boolean {
    if (code === MINUS || code === SLASH) {
      if (isBullet(text, at)) return true;
      if (text.charCodeAt(at - 1) === SPACE || !this.#isLetter(text, at + 1)) return false;
      return this.#isLetter(text, at + 2) || (this.#isLetter(text, at - 1) && this.#isLetter(text, at - 2));
    }
    if (code === STAR) return isBullet(text, at);
    if (code === QUOTE) return true;
    if (code === BANG) return this.#isLetter(text, at - 1) && this.#isLetter(text, at - 2);
    return code === BAR && !isOpening(text, at);
  }

  #isLetter(text: string, at: number): boolean {
    return at >= 0 && at < text.length && this.#classes[text.charCodeAt(at)] === LETTER;
  }
}

/** Whether `symbol`, of which the first code unit is known to fit, stands there. */
function isAt(symbol: string, text: string, at: number): boolean {
  for (let i = 1; i < symbol.length; i++) if (text.charCodeAt(at + i) !== symbol.charCodeAt(i)) return false;
  return true;
}

function isWordPart(kind: number): boolean {
  return kind >= LETTER && kind <= SUBSCRIPT;
}

/** `|x|` opens an absolute value; `{x | p x}`, `μ[f|m]` and `| 0 => 1` do not. */
function isOpening(text: string, at: number): boolean {
  const before = at === 0 ? ' ' : text[at - 1]!;
  const after = text[at + 1] ?? ' ';
  return (before === ' ' || before === '(') && after !== ' ' && after !== '|' && after !== '>';
}

function isBullet(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 10;
}

let sharedClasses: Uint8Array | null = null;

/** Class of every UTF-16 code unit; symbols are marked by the tokeniser. */
function characterClasses(): Uint8Array {
  if (sharedClasses === null) {
    sharedClasses = new Uint8Array(0x10000);
    const letter = /\p{L}/u;
    for (let code = 0; code < 0x10000; code++) {
      if (code >= 48 && code <= 57) sharedClasses[code] = NUMBER;
      else if (code >= 0x2080 && code <= 0x2089) sharedClasses[code] = SUBSCRIPT;
      else if (code >= 0xd800 && code <= 0xdbff) sharedClasses[code] = SURROGATE;
      else if (letter.test(String.fromCharCode(code))) sharedClasses[code] = LETTER;
    }
  }
  return sharedClasses.slice();
}
