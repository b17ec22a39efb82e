/** Masks text that the parser would mistake for markup: verbatim text, `%` in URLs, text that TeX skips. */
import { lowerBound } from '../../base/lower-bound.ts';
import type { Mark, Scan } from './scan.ts';
import type { Span } from './latex-outline.ts';

const SPECIAL = '\\{}%$&#_^~';

/** Start of a range in the private use area, which mathematical text does not use. */
const FIRST = 0xf8d0;

const MASK = new Map([...SPECIAL].map((character, at) => [character, String.fromCharCode(FIRST + at)]));
const UNMASK = new Map([...MASK].map(([character, mask]) => [mask, character]));

const mask = (text: string): string => text.replace(/[\\{}%$&#_^~]/g, (character) => MASK.get(character)!);

export function unmask(text: string): string {
  return text.replace(/[\uf8d0-\uf8d9]/g, (masked) => UNMASK.get(masked)!);
}

/** The masked text of a span, with the same length and lines as in the source. */
export function spanForParser(text: string, { start, end }: Span, hidden: HiddenSpans): string {
  const parts: string[] = [];
  let from = start;
  for (const { mark, span } of hidden.within(start, end)) {
    parts.push(text.slice(from, span.start));
    const inside = text.slice(span.start, span.end);
    parts.push(mark === 'comment' ? inside.replace(/[^\n]/g, ' ').replace(/\n[ ]*(?=\n)/g, ' ') : mask(inside));
    from = span.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

interface HiddenSpan {
  mark: 'comment' | 'verbatim';
  span: Span;
}

/** The hidden spans of a source, in order. */
export class HiddenSpans {
  readonly #all: HiddenSpan[];

  constructor(text: string, { marks, percents }: Scan) {
    this.#all = percents.map((start) => ({ mark: 'verbatim', span: { start, end: start + 1 } }));
    for (const mark of marks) {
      if (mark.kind === 'comment') this.#all.push({ mark: 'comment', span: mark });
      else if (mark.kind === 'verbatim') this.#all.push({ mark: 'verbatim', span: contentOf(text, mark) });
    }
    this.#all.sort((a, b) => a.span.start - b.span.start);
  }

  within(start: number, end: number): HiddenSpan[] {
    const first = lowerBound(this.#all.length, (at) => this.#all[at]!.span.start >= start);
    const found: HiddenSpan[] = [];
    for (let at = first; at < this.#all.length && this.#all[at]!.span.end <= end; at++) found.push(this.#all[at]!);
    return found;
  }
}

/** The span between `\begin{…}` and `\end{…}`. */
function contentOf(text: string, { start, end, name }: Mark): Span {
  const inner = text.indexOf('}', start) + 1;
  return { start: inner, end: Math.max(inner, end - `\\end{${name}}`.length) };
}
