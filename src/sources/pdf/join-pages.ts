/** Pages of LaTeX put together into one text whose lines know their pages. */
import type { PageText } from './repair-pages.ts';

export interface JoinedPages {
  text: string;
  /** The page on which a line of `text` begins; lines count from 1. */
  pageOf: (line: number) => number;
}

/** `pages` in their order; of pages that are missing between them nothing is made up. */
export function joinPages(pages: readonly PageText[]): JoinedPages {
  const pageOfLine: number[] = [];
  const parts: string[] = [];
  let lines = 1;
  let before: PageText | null = null;
  for (const { page, text: own } of pages) {
    const next = { page, text: own.replaceAll(/\r\n?/g, '\n').trim() };
    if (next.text === '') continue;
    const join = before === null ? '' : joinBetween(before, next);
    // A divided word loses its hyphen.
    if (join === '' && before !== null) parts.push(parts.pop()!.slice(0, -1));
    parts.push(join + next.text);
    lines += join.length + next.text.split('\n').length - 1;
    if (join.length > 1) pageOfLine.push(before?.page ?? page);
    while (pageOfLine.length < lines) pageOfLine.push(page);
    before = next;
  }
  return { text: parts.join(''), pageOf: (line) => pageOfLine[line - 1] ?? pageOfLine.at(-1) ?? 1 };
}

/** No end of a sentence, of a formula on its own, or of a command. */
const GOES_ON = /[\p{L}\p{N},$)–—-]$/u;
const BEGINS_ANEW = /^\\(?:begin|chapter|(?:sub)*section|paragraph|part|item)\b/;
const DIVIDED = /\p{L}-$/u;

function joinBetween(before: PageText, next: PageText): '' | '\n' | '\n\n' {
  if (next.page !== before.page + 1) return '\n\n';
  const isLower = /^\p{Ll}/u.test(next.text);
  if (isLower && DIVIDED.test(before.text)) return '';
  const goesOn = isLower || (GOES_ON.test(before.text) && !BEGINS_ANEW.test(next.text));
  return goesOn ? '\n' : '\n\n';
}
