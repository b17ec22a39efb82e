/** The flag for pages of a PDF. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { PDF_GROUP } from '../options/data-options.ts';
import { parsePages, type PageRange } from '../sources/pdf/page-selection.ts';

export function pagesOption() {
  return new Option('--pages <ranges>', 'only these pages: 1-20,25,300-').argParser(pageRanges).helpGroup(PDF_GROUP);
}

function pageRanges(text: string): PageRange[] {
  const ranges = parsePages(text);
  if (ranges !== null) return ranges;
  throw new InvalidArgumentError('It must be page numbers and ranges, counted from 1, such as 1-20,25,300-.');
}
