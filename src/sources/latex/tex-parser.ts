/**
 * Parses a paragraph of LaTeX into nodes: what it is made of, not what its macros mean. The grammar is that of
 * unified-latex, with which a test compares it: that parser remembers every rule at every character, which needs thousands of bytes for each.
 */
import { memoizeByValue } from '../../base/memoize.ts';
import { spaceNode, TexNodes, textNode, type TexNode, type TexToken } from './tex-node.ts';

/** Groups, formulas and environments within each other; TeX itself stops at 255 groups. */
const MAX_DEPTH = 500;

/** Returns null if the paragraph is too deeply nested. */
export function parseTex(text: string): TexNode[] | null {
  try {
    return new TexReader(text).document();
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

/** How a part of the text is read, and where it ends. */
interface Part {
  isMath: boolean;
  /** What begins such a part, if it has no name: without an end of its own, one within it takes that of the outer. */
  opening: string;
  closing: string;
}

const GROUP: Part = { isMath: false, opening: '{', closing: '}' };
const BRACKET: Part = { isMath: false, opening: '', closing: ']' };
const DOLLAR: Part = { isMath: true, opening: '', closing: '$' };
const DOLLARS: Part = { isMath: true, opening: '', closing: '$$' };
const DISPLAY: Part = { isMath: true, opening: '\\[', closing: '\\]' };
const INLINE: Part = { isMath: true, opening: '\\(', closing: '\\)' };

const MATH_ENVIRONMENTS = new Set(
  ['equation', 'align', 'gather', 'multline', 'flalign'].flatMap((name) => [name, `${name}*`]),
);
for (const name of ['split', 'math', 'displaymath']) MATH_ENVIRONMENTS.add(name);
const VERBATIM_ENVIRONMENTS = new Set(['verbatim', 'verbatim*', 'filecontents', 'filecontents*', 'comment']);

const CONTROL_WORD = /\\(?:[A-Za-z]+|[^])/y;
const NUMBER = /\d+\.\d*|\.\d+/y;
const WORD = /[^\\%{}$&\n#\0 \t.,;:\-*/()!?=+<>[\]`'"~]+/y;
const SPACES = /[ \t]*/y;
const WHITE_SPACE = /[ \t\n]*/y;
/** A line break with the indentation after it, or spaces with the line break after them unless it ends a paragraph. */
const SPACE = /\n[ \t]*|[ \t]+\n(?!%)(?![ \t]*\n)[ \t]*|[ \t]+/y;
const PARAGRAPH = /[ \t]*\n(?:[ \t]*\n)+(?:[ \t]*(?![ \t%]))?/y;
const COMMENT = /([ \t]*\n)?([ \t]*)%[^\n]*/y;
const EMPTY_LINE = /\n[ \t]*\n/y;
const VERB = /\\verb(?![A-Za-z])\*?/y;
const LISTING = /\\(?:lstinline|mint(?:inline)?)(?![A-Za-z])/y;

class TexReader {
  readonly #text: string;
  #depth = 0;
  /** Tokens by place. Kept once a part has no end: what is in it is read again as what surrounds it. */
  #known: Map<number, TexToken> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  document(): TexNode[] {
    const content = new TexNodes(this.#text);
    for (let at = 0; at < this.#text.length;) {
      const token = this.#token(at, false);
      content.add(token);
      at = token.next;
    }
    return content.nodes;
  }

  /** The length of what a sticky pattern matches; -1 if it does not match. */
  #match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex - at : -1;
  }

  #as(node: TexNode | TexNode[] | null, start: number, end: number, next = end): TexToken {
    return { node, start, end, next };
  }

  #character(at: number): TexToken {
    return this.#as(textNode(this.#text[at]!), at, at + 1);
  }

  #token(at: number, isMath: boolean): TexToken {
    if (this.#known === null) return this.#read(at, isMath);
    const key = 2 * at + Number(isMath);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const token = this.#read(at, isMath);
    this.#known.set(key, token);
    return token;
  }

  #read(at: number, isMath: boolean): TexToken {
    switch (this.#text[at]) {
      case '\\':
        return this.#special(at) ?? this.#macro(at);
      case '$':
        return this.#dollars(at, isMath);
      case '%':
      case ' ':
      case '\t':
      case '\n':
        return this.#comment(at) ?? (isMath ? this.#inFormula(at) : (this.#paragraph(at) ?? this.#space(at)));
      default:
        return isMath ? this.#inFormula(at) : this.#inText(at);
    }
  }

  #inText(at: number): TexToken {
    if (this.#text[at] === '{') return this.#group(at) ?? this.#character(at);
    const length = Math.max(this.#match(NUMBER, at), this.#match(WORD, at));
    return length < 1 ? this.#character(at) : this.#as(textNode(this.#text.slice(at, at + length)), at, at + length);
  }

  #inFormula(at: number): TexToken {
    const mark = at + this.#match(WHITE_SPACE, at);
    const character = this.#text[mark];
    const after = (end: number): number => end + this.#match(WHITE_SPACE, end);
    if (character === '^' || character === '_') {
      const next = after(mark + 1);
      return this.#as({ type: 'macro', name: character, isMark: true }, at, next);
    }
    const found = character === '{' ? this.#group(mark) : character === '&' ? this.#character(mark) : null;
    if (found !== null) return { ...found, next: after(found.end) };
    return mark > at ? this.#space(at) : this.#character(at);
  }

  #paragraph(at: number): TexToken | null {
    const length = this.#match(PARAGRAPH, at);
    return length < 0 ? null : this.#as({ type: 'par' }, at, at + length);
  }

  #space(at: number): TexToken {
    const end = at + this.#match(SPACE, at);
    return this.#as(spaceNode(this.#text, at, end), at, end);
  }

  /** With the white space before it, and the line break and indentation after it. */
  #comment(at: number): TexToken | null {
    COMMENT.lastIndex = at;
    const found = COMMENT.exec(this.#text);
    if (found === null) return null;
    const [all, lineBreak, indentation] = found;
    const isOwnLine = lineBreak !== undefined || at === 0 || this.#text[at - 1] === '\n';
    const node: TexNode | null = isOwnLine || indentation !== '' ? { type: 'space', text: '\n' } : null;
    const end = at + all.length;
    return this.#as(node, at, this.#afterComment(end));
  }

  #afterComment(end: number): number {
    if (end >= this.#text.length || this.#match(EMPTY_LINE, end) > 0) return end;
    const next = end + 1 + this.#match(SPACES, end + 1);
    return this.#text[next] === '%' ? end + 1 : next;
  }

  #macro(at: number): TexToken {
    const length = this.#match(CONTROL_WORD, at);
    if (length < 0) return this.#character(at);
    return this.#as({ type: 'macro', name: this.#text.slice(at + 1, at + length), isMark: false }, at, at + length);
  }

  #special(at: number): TexToken | null {
    switch (this.#text[at + 1]) {
      case '[':
        return this.#formula('display', at, DISPLAY);
      case '(':
        return this.#formula('inline', at, INLINE);
      case 'b':
        return this.#text.startsWith('begin{', at + 1) ? this.#environment(at) : null;
      case 'v':
        return this.#verb(at);
      case 'l':
      case 'm':
        return this.#listing(at);
      default:
        return null;
    }
  }

  #dollars(at: number, isMath: boolean): TexToken {
    const display = this.#text[at + 1] === '$' ? this.#formula('display', at, DOLLARS) : null;
    if (display !== null) return display;
    const inline = isMath || this.#text[at + 1] === '$' ? null : this.#formula('inline', at, DOLLAR);
    return inline ?? this.#character(at);
  }

  #formula(type: 'inline' | 'display', at: number, part: Part): TexToken | null {
    const found = this.#part(at + part.closing.length, part);
    return found === null ? null : this.#as({ type, content: found.content }, at, found.end);
  }

  #group(at: number): TexToken | null {
    const found = this.#part(at + 1, GROUP);
    return found === null ? null : this.#as({ type: 'group', content: found.content }, at, found.end);
  }

  /** Reads up to the end of the part and its closing mark. Null if there is none. */
  #part(at: number, { isMath, opening, closing }: Part): { content: TexNode[]; end: number } | null {
    if (this.#lastOf(closing) < at) return null;
    const content = new TexNodes(this.#text);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooDeep();
    let end = -1;
    for (let next = at; next < this.#text.length;) {
      if (this.#text.startsWith(closing, next)) {
        end = next + closing.length;
        break;
      }
      const token = this.#token(next, isMath);
      if (opening !== '' && this.#isOnly(opening, token)) break;
      content.add(token);
      next = token.next;
    }
    this.#depth -= 1;
    if (end >= 0) return { content: content.nodes, end };
    this.#known ??= new Map();
    return null;
  }

  readonly #lastOf = memoizeByValue((mark: string): number => this.#text.lastIndexOf(mark));

  /** Such a part began here and has no end, so a part around it has none, either. */
  #isOnly(opening: string, { start, end }: TexToken): boolean {
    return end === start + opening.length && this.#text.startsWith(opening, start);
  }

  #environment(at: number): TexToken | null {
    const nameEnd = this.#group(at + '\\begin'.length)?.end;
    if (nameEnd === undefined) return null;
    const name = this.#text.slice(at + '\\begin{'.length, nameEnd - 1);
    const closing = `\\end{${name}}`;
    const content = VERBATIM_ENVIRONMENTS.has(name) ? this.#to(closing, nameEnd) : null;
    if (content !== null) {
      const end = nameEnd + content.length + closing.length;
      return this.#as(name === 'comment' ? null : this.#raw(at, end), at, end);
    }
    if (name === 'lstlisting') return this.#program(at, nameEnd, closing);
    const found = this.#part(nameEnd, { isMath: MATH_ENVIRONMENTS.has(name), opening: '', closing });
    return found === null ? null : this.#as({ type: 'environment', name, content: found.content }, at, found.end);
  }

  /** `\begin{lstlisting}[options]`: its text is that of a program. */
  #program(at: number, nameEnd: number, closing: string): TexToken | null {
    const options = this.#options(nameEnd);
    const text = this.#to(closing, options.end);
    if (text === null) return null;
    const content = [...options.content, textNode(text)];
    const end = options.end + text.length + closing.length;
    return this.#as({ type: 'environment', name: 'lstlisting', content }, at, end);
  }

  /** `\verb|text|` */
  #verb(at: number): TexToken | null {
    const length = this.#match(VERB, at);
    return length < 0 ? null : this.#delimited(at, at + length, false);
  }

  /** `\lstinline[options]|text|`, `\mintinline[options]{language}{text}` */
  #listing(at: number): TexToken | null {
    const length = this.#match(LISTING, at);
    if (length < 0) return null;
    const { end } = this.#options(at + length);
    const start = this.#text.startsWith('lst', at + 1)
      ? end
      : this.#text[end] === '{'
        ? this.#group(end)?.end
        : undefined;
    return start === undefined ? null : this.#delimited(at, start, true);
  }

  /** Literal text between two equal characters or, if `inBraces`, in braces. */
  #delimited(at: number, start: number, inBraces: boolean): TexToken | null {
    const opening = this.#text[start];
    if (opening === undefined) return null;
    const text = this.#to(inBraces && opening === '{' ? '}' : opening, start + 1);
    if (text === null) return null;
    const end = start + text.length + 2;
    return this.#as(this.#raw(at, end), at, end);
  }

  #options(at: number): { content: TexNode[]; end: number } {
    const found = this.#text[at] === '[' ? this.#part(at + 1, BRACKET) : null;
    if (found === null) return { content: [], end: at };
    return { content: [textNode('['), ...found.content, textNode(']')], end: found.end };
  }

  #raw(start: number, end: number): TexNode {
    return { type: 'raw', text: this.#text.slice(start, end) };
  }

  /** The text from an offset to a mark; null if there is none. */
  #to(mark: string, start: number): string | null {
    const end = this.#text.indexOf(mark, start);
    return end === -1 ? null : this.#text.slice(start, end);
  }
}
