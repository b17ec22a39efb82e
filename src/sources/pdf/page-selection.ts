/** Page selections of a PDF: `1-20,25,300-`. */
import { Failure } from '../../base/errors.ts';

/** Inclusive, from 1. If `last` is null, the range ends at the last page. */
export interface PageRange {
  first: number;
  last: number | null;
}

const RANGE = /^(?<first>\d{1,6})(?:(?<to>-)(?<last>\d{1,6})?)?$/;

/** Returns null if the text is not a page selection. */
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

/** Returns the pages in order, each once; all pages if `ranges` is null. @throws {Failure} if a range starts after the end */
export function selectPages(ranges: readonly PageRange[] | null, pageCount: number): number[] {
  const selection = ranges ?? [{ first: 1, last: null }];
  const invalid = selection.find(({ first }) => first > pageCount);
  if (invalid !== undefined) {
    throw new Failure('usage', 'page-unknown', {
      message: `There is no page ${invalid.first}: the document has ${pageCount}.`,
      next: `Page numbers count from the first page of the file, not the printed numbers: --pages 1-${pageCount}`,
    });
  }
  const pages = new Set<number>();
  for (const { first, last } of selection) {
    for (let page = first; page <= Math.min(last ?? pageCount, pageCount); page++) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}
