/** Joins pages of LaTeX into one text and maps its lines to pages. */
import type { PageText } from './repair-pages.ts';

export interface JoinedPages {
  text: string;
  /** The page on which a line of `text` starts. Lines count from 1. */
  pageOf: (line: number) => number;
}

/** `pages` must be in order. Missing pages are not filled in. */
export function joinPages(pages: readonly PageText[]): JoinedPages {
  const pageOfLine: number[] = [];
  const parts: string[] = [];
  let lines = 1;
  let before: PageText | null = null;
  for (const { page, text: own } of pages) {
    const next = { page, text: own.replaceAll(/\r\n?/g, '\n').trim() };
    if (next.text === '') continue;
    const join = before === null ? '' : joinBetween(before, next);
    // Removes the hyphen of a divided word.
    if (join === '' && before !== null) parts.push(parts.pop()!.slice(0, -1));
    parts.push(join + next.text);
    lines += join.length + next.text.split('\n').length - 1;
    if (join.length > 1) pageOfLine.push(before?.page ?? page);
    while (pageOfLine.length < lines) pageOfLine.push(page);
    before = next;
  }
  return { text: parts.join(''), pageOf: (line) => pageOfLine[line - 1] ?? pageOfLine.at(-1) ?? 1 };
}

/** Not the end of a sentence, of a displayed formula, or of a command. */
const CONTINUES = /[\p{L}\p{N},$)–—-]$/u;
const STARTS_BLOCK = /^\\(?:begin|chapter|(?:sub)*section|paragraph|part|item)\b/;
const HYPHENATED = /\p{L}-$/u;

function joinBetween(before: PageText, next: PageText): '' | '\n' | '\n\n' {
  if (next.page !== before.page + 1) return '\n\n';
  const isLower = /^\p{Ll}/u.test(next.text);
  if (isLower && HYPHENATED.test(before.text)) return '';
  const isContinued = isLower || (CONTINUES.test(before.text) && !STARTS_BLOCK.test(next.text));
  return isContinued ? '\n' : '\n\n';
}
