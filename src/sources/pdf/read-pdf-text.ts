/** Reads a PDF by its text layer. This is fast and free, but formulas become sequences of their letters. */
import { basename } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { assemble } from '../assemble.ts';
import type { Document, DocumentProblem } from '../document.ts';
import type { Block } from '../block.ts';
import { parseStart } from '../marked-blocks.ts';
import type { ReadOptions } from '../read-document.ts';
import { selectPages, type PageRange } from './page-selection.ts';
import { analyseLayout, type LayoutBlock, type PageLines } from './page-paragraphs.ts';
import { PdfFile } from './pdf-file.ts';
import { PageBroken } from './pdfium.ts';

/** `pages`: null for all. @throws {Failure} if the file cannot be read or has no text layer */
export async function readPdfText(
  path: string,
  options: ReadOptions,
  pages: readonly PageRange[] | null = null,
): Promise<Document> {
  const file = await PdfFile.open(path);
  try {
    const { read, problems } = await linesOf(file, selectPages(pages, file.pageCount), options);
    if (read.every(({ lines }) => lines.length === 0)) throw noText(path, problems);
    const name = basename(path);
    const blocks = analyseLayout(read, (line) => parseStart(line) !== null).map((each) => blockOf(each, name));
    const assembled = assemble(blocks, name, options.maxTokens);
    return {
      title: name,
      format: 'pdf',
      files: [{ path: name, sha256: file.sha256 }],
      pieces: assembled.pieces,
      externals: [],
      problems: [...problems, ...withoutText(read, name), ...assembled.problems],
    };
  } finally {
    file.close();
  }
}

async function linesOf(
  file: PdfFile,
  pages: readonly number[],
  { signal, onProgress }: ReadOptions,
): Promise<{ read: PageLines[]; problems: DocumentProblem[] }> {
  const name = basename(file.path);
  const read: PageLines[] = [];
  const problems: DocumentProblem[] = [];
  for (const [done, page] of pages.entries()) {
    onProgress?.(done, pages.length, name);
    await yieldToEventLoop();
    signal?.throwIfAborted();
    try {
      read.push({ page, lines: await file.lines(page) });
    } catch (error) {
      if (!(error instanceof PageBroken)) throw error;
      const message = `Page ${page} is missing: ${error.message}.`;
      problems.push({ code: 'page-broken', message, place: { file: name, line: null, page } });
    }
  }
  return { read, problems };
}

function blockOf(each: LayoutBlock, file: string): Block {
  // Only the order of levels matters.
  if (each.type === 'heading') return { type: 'heading', level: -Math.round(each.size * 5), title: each.title };
  const place = { file, line: null, page: each.page };
  return { type: 'text', body: each.text, labels: [], references: [], place };
}

/** Reports pages without text in a document that has text on other pages. */
function withoutText(read: readonly PageLines[], file: string): DocumentProblem[] {
  const empty = read.filter(({ lines }) => lines.length === 0);
  const [first] = empty;
  if (first === undefined) return [];
  const message = `${pluralize(empty.length, 'page')} without text, the first is page ${first.page}: blank or an image.`;
  return [{ code: 'page-without-text', message, place: { file, line: null, page: first.page } }];
}

function noText(path: string, problems: readonly DocumentProblem[]): Failure {
  const [broken] = problems;
  return new Failure('usage', 'pdf-no-text', {
    message: `${basename(path)} has no text layer.`,
    reason: broken?.message ?? 'Its pages are images, for example scans.',
    next: 'Let a vision model read the pages: omit --text and add --model PROVIDER/MODEL',
  });
}
