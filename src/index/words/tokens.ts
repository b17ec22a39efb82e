/** From text of any kind (prose, LaTeX, Lean source, names) to stems: the one tokeniser of documents and queries. */
import { splitIdentifier } from './identifiers.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { SYMBOLS } from './symbols.ts';

/** A run of letters, a number or a symbol, with the stems it stands for; stop words and lone letters have none. */
export interface Atom {
  /** Its place among all atoms of one tokeniser. */
  index: number;
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

export class Tokeniser {
  /** Stems in the order in which they were first met. */
  readonly vocabulary: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #words = new Map<string, Atom>();
  /** Atoms of one ASCII letter or digit by its code: most of a formula's words are variables. */
  readonly #letters: (Atom | undefined)[] = Array.from({ length: 128 });
  readonly #symbols = new Map<string, Atom>();
  /** Symbols of several characters by their first code unit, longest first. */
  readonly #longSymbols = new Map<number, string[]>();
  readonly #classes = characterClasses();
  #atomCount = 0;

  constructor() {
    for (const [symbol, words] of Object.entries(SYMBOLS)) this.#addSymbol(symbol, words);
    for (const list of this.#longSymbols.values()) list.sort((a, b) => b.length - a.length);
  }

  #addSymbol(symbol: string, words: string): void {
    this.#symbols.set(symbol, this.#makeAtom(symbol, true, words === '' ? [] : words.split(' ')));
    const first = symbol.charCodeAt(0);
    if (!LETTERS_ALSO.has(symbol)) this.#classes[first] = symbol.codePointAt(0)! > 0xffff ? SURROGATE : SYMBOL;
    if (symbol.length === 1) return;
    const list = this.#longSymbols.get(first);
    if (list) list.push(symbol);
    else this.#longSymbols.set(first, [symbol]);
  }

  #makeAtom(surface: string, isSymbol: boolean, words: string[]): Atom {
    const stems = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem);
    return { index: this.#atomCount++, surface, isSymbol, stems, ids: stems.map((each) => this.#number(each)) };
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

  /** The atoms of `text` in order, those without stems too, appended to `out`. */
  scan(text: string, out: Atom[] = []): Atom[] {
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
      } else i = this.#scanSymbol(text, i, out);
    }
    return out;
  }

  #wordAtom(text: string, start: number, end: number): Atom {
    const code = text.charCodeAt(start);
    if (end - start > 1 || code >= 128) return this.#longWordAtom(text.slice(start, end));
    return (this.#letters[code] ??= this.#longWordAtom(text[start]!));
  }

  #longWordAtom(surface: string): Atom {
    let atom = this.#words.get(surface);
    if (atom === undefined) {
      atom = this.#symbols.get(surface) ?? this.#makeAtom(surface, false, splitIdentifier(surface));
      this.#words.set(surface, atom);
    }
    return atom;
  }

  /** One symbol at `at`, the longest that fits. Gives the place after it. */
  #scanSymbol(text: string, at: number, out: Atom[]): number {
    const code = text.charCodeAt(at);
    for (const symbol of this.#longSymbols.get(code) ?? []) {
      if (text.startsWith(symbol, at) && (code !== QUOTE || text.charCodeAt(at - 1) === SPACE)) {
        out.push(this.#symbols.get(symbol)!);
        return at + symbol.length;
      }
    }
    if (this.#classes[code] === SURROGATE) {
      out.push(this.#wordAtom(text, at, at + 2));
      return at + 2;
    }
    if (code < 128 && this.#isPunctuation(text, at, code)) return at + 1;
    const atom = this.#symbols.get(text[at]!);
    if (atom) out.push(atom);
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

function isWordPart(kind: number): boolean {
  return kind === LETTER || kind === NUMBER || kind === SUBSCRIPT;
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
