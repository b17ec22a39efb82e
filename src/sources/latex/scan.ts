/**
 * Scans the structure of a LaTeX source in one pass: braces, environments, paragraph breaks and some control words. The
 * parser of `tex-parser.ts` needs 7 s and 1.5 GB for a megabyte at once, but a quarter of that paragraph by paragraph.
 * The marks show where the source can be split into paragraphs, even if it has errors.
 */
import type { Placeholder } from './macros.ts';
import { VERBATIM_ENVIRONMENTS, WORDS, type WordUse } from './scanner-words.ts';

export interface Mark {
  /** `verbatim`: a full environment of literal text. `comment`: a full span that TeX skips. */
  kind: 'open' | 'close' | 'begin' | 'end' | 'par' | 'word' | 'verbatim' | 'comment';
  /** Name of the environment or control word. */
  name: string;
  /** Offsets of the mark; for a word without its arguments. */
  start: number;
  end: number;
}

export interface Scan {
  marks: Mark[];
  start: number;
  /** Offset after the last character that is read: `\endinput` ends a file. */
  end: number;
  /** Offsets of percent signs that do not start a comment, as in a URL. */
  percents: number[];
}

/** Definitions of the document so far that the scanner must resolve. */
export interface ScanNames {
  /** Whether an environment is skipped, as `\newenvironment{slogan}{\comment}{\endcomment}`. */
  isComment: (environment: string) => boolean;
  /** `\bthm` for `\begin{thm}`. */
  placeholder: (word: string) => Placeholder | null;
}

/** Scans from offset `from`. `untilDocument`: stop at `\\begin{document}`. */
export function scanLatex(text: string, names: ScanNames, from = 0, untilDocument = false): Scan {
  return new Scanner(text, names, from, untilDocument).scan();
}

const LETTERS = /[A-Za-z]+/y;
const ARGUMENT = /[ \t]*\n?[ \t]*\{([^{}\\%]{1,80})\}/y;
const BLANK_LINE = /[ \t\r]*(?:\n|$)/y;
const INTERESTING = /[\\{}%\n]/g;
const CONDITIONAL = /\\(if(?!thenelse\b|f\b)[a-zA-Z@]*|fi)(?![a-zA-Z@])/g;

class Scanner {
  readonly #text: string;
  readonly #names: ScanNames;
  readonly #marks: Mark[] = [];
  readonly #percents: number[] = [];
  readonly #untilDocument: boolean;
  #at: number;
  #end: number;

  constructor(text: string, names: ScanNames, from: number, untilDocument: boolean) {
    this.#text = text;
    this.#names = names;
    this.#at = from;
    this.#untilDocument = untilDocument;
    this.#end = text.length;
  }

  scan(): Scan {
    const start = this.#at;
    this.#paragraph();
    while (this.#at < this.#end) {
      INTERESTING.lastIndex = this.#at;
      const found = INTERESTING.exec(this.#text);
      if (found === null || found.index >= this.#end) break;
      this.#at = found.index + 1;
      this.#character(found[0], found.index);
    }
    return { marks: this.#marks, start, end: this.#end, percents: this.#percents };
  }

  #character(character: string, start: number): void {
    if (character === '{') this.#mark('open', '', start, this.#at);
    else if (character === '}') this.#mark('close', '', start, this.#at);
    else if (character === '%') this.#skipComment();
    else if (character === '\n') this.#paragraph();
    else this.#control(start);
  }

  #mark(kind: Mark['kind'], name: string, start: number, end: number): void {
    this.#marks.push({ kind, name, start, end });
    this.#at = end;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  /** Called at the start of a line: empty lines end a paragraph. */
  #paragraph(): void {
    const start = this.#at;
    let blank = this.#match(BLANK_LINE);
    while (blank !== null && blank[0] !== '') {
      this.#at += blank[0].length;
      blank = this.#match(BLANK_LINE);
    }
    if (this.#at > start) this.#mark('par', '', start, this.#at);
  }

  #skipComment(): void {
    const newline = this.#text.indexOf('\n', this.#at);
    this.#at = newline === -1 ? this.#text.length : newline + 1;
    this.#paragraph();
  }

  /** Called after a backslash. */
  #control(start: number): void {
    const word = this.#match(LETTERS)?.[0];
    if (word === undefined) {
      this.#at += 1;
      return;
    }
    this.#at += word.length;
    if (word === 'begin' || word === 'end') this.#environment(word, start);
    else this.#word(word, start);
  }

  #environment(kind: 'begin' | 'end', start: number): void {
    const found = this.#match(ARGUMENT);
    const name = found?.[1]?.trim();
    if (found === null || !name) return;
    if (this.#untilDocument && kind === 'begin' && name === 'document') {
      this.#end = start;
      return;
    }
    const end = this.#at + found[0].length;
    const isComment = this.#names.isComment(name);
    const close = kind === 'begin' && (isComment || VERBATIM_ENVIRONMENTS.has(name)) ? `\\end{${name}}` : null;
    const closing = close === null ? -1 : this.#text.indexOf(close, end);
    if (close === null || closing === -1) this.#mark(kind, name, start, end);
    else this.#mark(isComment ? 'comment' : 'verbatim', name, start, closing + close.length);
  }

  #word(word: string, start: number): void {
    const placeholder = this.#names.placeholder(word);
    if (placeholder === 'item') this.#mark('word', 'item', start, this.#at);
    else if (placeholder !== null) this.#mark(placeholder.kind, placeholder.name, start, this.#at);
    else {
      const use = WORDS.get(word);
      if (use !== undefined) this.#handle(use, word, start);
    }
  }

  #handle(use: WordUse, word: string, start: number): void {
    if (use === 'verb') this.#skipVerb();
    else if (use === 'url') this.#skipUrl();
    else if (use === 'skip') this.#skipConditional(start);
    else if (use === 'stop') this.#end = start;
    else this.#mark('word', word, start, this.#at);
  }

  /** Skips `\verb*|{|` up to the next occurrence of the delimiter on the same line. */
  #skipVerb(): void {
    let at = this.#at;
    if (this.#text[at] === '*') at += 1;
    const delimiter = this.#text[at];
    if (delimiter === undefined || /[\s{]/.test(delimiter)) return;
    const close = this.#text.indexOf(delimiter, at + 1);
    const newline = this.#text.indexOf('\n', at);
    if (close !== -1 && (newline === -1 || close < newline)) this.#at = close + 1;
  }

  #skipUrl(): void {
    if (this.#text[this.#at] !== '{') return;
    let depth = 0;
    const percents: number[] = [];
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text[at];
      if (character === '\n') return;
      if (character === '%' && this.#text[at - 1] !== '\\') percents.push(at);
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      if (depth > 0) continue;
      this.#percents.push(...percents);
      this.#at = at + 1;
      return;
    }
  }

  /** Skips from `\iffalse` to its `\fi`. */
  #skipConditional(start: number): void {
    let depth = 1;
    CONDITIONAL.lastIndex = this.#at;
    for (;;) {
      const found = CONDITIONAL.exec(this.#text);
      if (found === null) return;
      depth += found[1] === 'fi' ? -1 : 1;
      if (depth > 0) continue;
      this.#mark('comment', 'iffalse', start, CONDITIONAL.lastIndex);
      return;
    }
  }
}
