/** Which pages of a PDF: `1-20,25,300-`. */
import { Failure } from '../../base/errors.ts';

/** Both count, from 1; `last` is null for the document's own. */
export interface PageRange {
  first: number;
  last: number | null;
}

const RANGE = /^(?<first>\d{1,6})(?:(?<to>-)(?<last>\d{1,6})?)?$/;

/** Null if it is none. */
export function parsePages(text: string): PageRange[] | null {
  const ranges: PageRange[] = [];
  for (const part of text.split(',')) {
    const { first, to, last } = RANGE.exec(part.trim())?.groups ?? {};
    if (first === undefined) return null;
    const begin = Number(first);
    const end = to === undefined ? begin : last === undefined ? null : Number(last);
    if (begin < 1 || (end !== null && end < begin)) return null;
    ranges.push({ first: begin, last: end });
  }
  return ranges;
}

/** In their order, each once; null for `ranges` is all. @throws {Failure} where one begins behind the last page */
export function chosenPages(ranges: readonly PageRange[] | null, pageCount: number): number[] {
  const wanted = ranges ?? [{ first: 1, last: null }];
  const beyond = wanted.find(({ first }) => first > pageCount);
  if (beyond !== undefined) {
    throw new Failure({
      exit: 'usage',
      code: 'page-unknown',
      message: `There is no page ${beyond.first}: the document has ${pageCount}.`,
      next: `Pages are counted from the first one in the file, whatever is printed on them: --pages 1-${pageCount}`,
    });
  }
  const pages = new Set<number>();
  for (const { first, last } of wanted) {
    for (let page = first; page <= Math.min(last ?? pageCount, pageCount); page++) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}
