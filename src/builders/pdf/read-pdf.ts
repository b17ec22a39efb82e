/** Reads a PDF by images: a vision model transcribes the pages to LaTeX, which is then parsed. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { BudgetSpent } from '../../llm/budget.ts';
import type { ModelClient } from '../../llm/model-client.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Document, DocumentProblem } from '../../sources/document.ts';
import { selectPages, type PageRange } from '../../sources/pdf/page-selection.ts';
import { PdfFile } from '../../sources/pdf/pdf-file.ts';
import { readLatexPages } from '../../sources/pdf/read-latex-pages.ts';
import type { ReadOptions } from '../../sources/read-document.ts';
import { budgetSpent } from '../budget-spent.ts';
import { transcribePages, type PageEvent, type PageResult } from './transcribe-pages.ts';

export interface ReadPdfOptions extends ReadOptions {
  client: ModelClient;
  /** Maximum number of concurrent pages. */
  concurrency: number;
  /** Null for all pages. */
  pages: readonly PageRange[] | null;
  /** `done`: number of pages transcribed or failed, of `total`. */
  onPage: (event: PageEvent, done: number, total: number) => void;
}

/**
 * Transcribed pages stay in the answer cache of `client`. Pages that fail are among the document's problems.
 * @throws {Failure} if no page can be read, or the work was ended; {ModelError} `cancelled`
 */
export async function readPdfByModel(path: string, options: ReadPdfOptions): Promise<Document> {
  const file = await PdfFile.open(path);
  try {
    const pages = selectPages(options.pages, file.pageCount);
    const results = await transcribeAll(file, pages, options);
    const transcribed = results.flatMap((result) =>
      'latex' in result ? [{ page: result.page, text: result.latex }] : [],
    );
    const problems = problemsOf(results, basename(path));
    if (transcribed.length === 0) throw nothingRead(path, problems);
    const document = await readLatexPages(file, transcribed, options);
    return { ...document, problems: [...problems, ...document.problems] };
  } finally {
    file.close();
  }
}

async function transcribeAll(
  file: PdfFile,
  pages: readonly number[],
  { client, concurrency, onPage }: ReadPdfOptions,
): Promise<PageResult[]> {
  let done = 0;
  let transcribed = 0;
  const count = (event: PageEvent): void => {
    done++;
    if ('from' in event) transcribed++;
    onPage(event, done, pages.length);
  };
  try {
    return await transcribePages(file, pages, { client, concurrency, onPage: count });
  } catch (error) {
    throw withProgress(error, basename(file.path), transcribed, pages.length);
  }
}

/** Adds the progress to an error. */
function withProgress(error: unknown, name: string, transcribed: number, total: number): unknown {
  const progress = `${transcribed} of ${pluralize(total, 'page')} of ${name} are transcribed and stored.`;
  if (error instanceof BudgetSpent) return budgetSpent(error, progress);
  if (!(error instanceof Failure) || (error instanceof ModelError && error.kind === 'cancelled')) return error;
  const { reason } = error.detail;
  return Failure.of({ ...error.detail, reason: reason === undefined ? progress : `${reason}\n${progress}` });
}

function problemsOf(results: readonly PageResult[], file: string): DocumentProblem[] {
  return results.flatMap((result) => {
    if ('latex' in result) return [];
    const { page, why } = result;
    return [{ code: 'page-failed', message: `Page ${page} is missing: ${why}.`, place: { file, line: null, page } }];
  });
}

function nothingRead(path: string, problems: readonly DocumentProblem[]): Failure {
  return new Failure('missing', 'pdf-nothing-read', {
    message: `No page of ${basename(path)} could be read.`,
    ...(problems[0] === undefined ? {} : { reason: problems[0].message }),
    next: 'Try another model: --model PROVIDER/MODEL; or take the text layer: --text',
  });
}
