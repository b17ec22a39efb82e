/** A PDF by pictures: its pages transcribed by a model that sees them, and read as LaTeX. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { BudgetSpent } from '../../llm/budget.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Document, DocumentProblem } from '../../sources/document.ts';
import { selectPages, type PageRange } from '../../sources/pdf/page-selection.ts';
import { PdfFile } from '../../sources/pdf/pdf-file.ts';
import { readLatexPages } from '../../sources/pdf/read-latex-pages.ts';
import type { ReadOptions } from '../../sources/read-document.ts';
import type { Asker } from '../asker.ts';
import { budgetSpent } from '../budget-spent.ts';
import { transcribePages, type PageEvent, type PageResult } from './transcribe-pages.ts';

export interface ReadPdfOptions extends ReadOptions {
  asker: Asker;
  /** Pages under way at once. */
  atOnce: number;
  /** Null: all. */
  pages: readonly PageRange[] | null;
  /** `done`: pages that are had or given up, of `total`. */
  onPage: (event: PageEvent, done: number, total: number) => void;
}

/**
 * What a page's model has read is kept by `asker`, and nobody is asked for it again. Pages that cannot be had are among
 * the document's problems.
 * @throws {Failure} where nothing can be had, or the work was ended; {ModelError} `cancelled`
 */
export async function readPdfByModel(path: string, options: ReadPdfOptions): Promise<Document> {
  const file = await PdfFile.open(path);
  try {
    const pages = selectPages(options.pages, file.pageCount);
    const results = await transcribed(file, pages, options);
    const had = results.flatMap((result) => ('latex' in result ? [{ page: result.page, text: result.latex }] : []));
    const problems = problemsOf(results, basename(path));
    if (had.length === 0) throw nothingRead(path, problems);
    const document = await readLatexPages(file, had, options);
    return { ...document, problems: [...problems, ...document.problems] };
  } finally {
    file.close();
  }
}

async function transcribed(
  file: PdfFile,
  pages: readonly number[],
  { asker, atOnce, onPage }: ReadPdfOptions,
): Promise<PageResult[]> {
  let done = 0;
  let had = 0;
  const count = (event: PageEvent): void => {
    done++;
    if ('from' in event) had++;
    onPage(event, done, pages.length);
  };
  try {
    return await transcribePages(file, pages, { asker, atOnce, onPage: count });
  } catch (error) {
    throw ended(error, basename(file.path), had, pages.length);
  }
}

/** The same, with how far it came. */
function ended(error: unknown, name: string, had: number, total: number): unknown {
  const kept = `${had} of ${pluralize(total, 'page')} of ${name} are transcribed and kept.`;
  if (error instanceof BudgetSpent) return budgetSpent(error, kept);
  if (!(error instanceof Failure) || (error instanceof ModelError && error.kind === 'cancelled')) return error;
  const { reason } = error.detail;
  return new Failure({ ...error.detail, reason: reason === undefined ? kept : `${reason}\n${kept}` });
}

function problemsOf(results: readonly PageResult[], file: string): DocumentProblem[] {
  return results.flatMap((result) => {
    if ('latex' in result) return [];
    const { page, why } = result;
    return [{ code: 'page-failed', message: `Page ${page} is missing: ${why}.`, place: { file, line: null, page } }];
  });
}

function nothingRead(path: string, problems: readonly DocumentProblem[]): Failure {
  return new Failure({
    exit: 'missing',
    code: 'pdf-nothing-read',
    message: `No page of ${basename(path)} could be read.`,
    ...(problems[0] === undefined ? {} : { reason: problems[0].message }),
    next: 'Try another model: --model PROVIDER/MODEL; or take the text layer: --text',
  });
}
