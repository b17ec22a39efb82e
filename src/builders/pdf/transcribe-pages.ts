/** The pages of a PDF by a model that sees them: several at once, each asked for until it is had or given up. */
import { forEachConcurrent } from '../../base/for-each-concurrent.ts';
import { Failure } from '../../base/errors.ts';
import { pngImage } from '../../llm/image.ts';
import { ModelError } from '../../llm/model-error.ts';
import { fillTemplate } from '../../prompt/template.ts';
import { TRANSCRIBE_PAGE } from '../../prompt/templates/transcribe-page.ts';
import type { PdfFile } from '../../sources/pdf/pdf-file.ts';
import { PageBroken } from '../../sources/pdf/pdfium.ts';
import { BadAnswer, type Asker } from '../asker.ts';
import { ENDS_THE_WORK } from '../fatal-model-errors.ts';
import { readTranscription } from './transcription.ts';

/** `why`: as the end of a sentence. */
export type PageResult = { page: number; latex: string } | { page: number; why: string };

/** Where a page's text came from. `blank`: nothing is on it, and nobody was asked. */
export type PageOrigin = 'model' | 'kept' | 'blank';

export type PageEvent = { page: number; from: PageOrigin } | { page: number; why: string };

export interface TranscribeOptions {
  asker: Asker;
  /** Pages under way at once: each holds one picture in memory. */
  atOnce: number;
  onPage: (event: PageEvent) => void;
}

/** So many failures of the model with nothing between, and the next page is not asked for. */
const MOST_FAILURES_IN_A_ROW = 8;

/**
 * In the order of `pages`, which count from 1. What was had is kept by the asker, whatever ends the work.
 * @throws {Failure} {ModelError} {BudgetSpent} that ended it; the others under way are waited for
 */
export async function transcribePages(
  file: PdfFile,
  pages: readonly number[],
  options: TranscribeOptions,
): Promise<PageResult[]> {
  const results: PageResult[] = [];
  let failedInARow = 0;
  await forEachConcurrent(pages.entries(), options.atOnce, async ([at, page]) => {
    try {
      const { latex, from } = await transcribePage(file, page, options.asker);
      results[at] = { page, latex };
      failedInARow = 0;
      options.onPage({ page, from });
    } catch (error) {
      const why = failureOf(error);
      if (!(error instanceof PageBroken)) failedInARow++;
      if (why === null || failedInARow >= MOST_FAILURES_IN_A_ROW) {
        throw error instanceof BadAnswer ? tooManyFailures(error) : error;
      }
      results[at] = { page, why };
      options.onPage({ page, why });
    }
  });
  return results;
}

async function transcribePage(file: PdfFile, page: number, asker: Asker): Promise<{ latex: string; from: PageOrigin }> {
  const { png, width, height, isBlank } = await file.renderPage(page);
  if (isBlank) return { latex: '', from: 'blank' };
  const images = [pngImage(png, width, height)];
  const messages = fillTemplate(TRANSCRIBE_PAGE, {}).map((message) =>
    message.role === 'user' ? { ...message, images } : message,
  );
  const { value, isKept } = await asker.ask({ template: TRANSCRIBE_PAGE.id, messages, read: readTranscription });
  return { latex: value.latex, from: isKept ? 'kept' : 'model' };
}

/** Why this one page failed; null where the others would fail too. */
function failureOf(error: unknown): string | null {
  if (error instanceof PageBroken || error instanceof BadAnswer) return error.message;
  if (error instanceof ModelError && !ENDS_THE_WORK.has(error.kind)) {
    const { message, reason } = error.detail;
    const words = reason === undefined ? message : `${message} ${reason}`;
    return words.replace(/\.$/, '');
  }
  return null;
}

function tooManyFailures({ message }: BadAnswer): Failure {
  return new Failure({
    exit: 'missing',
    code: 'pdf-pages-fail',
    message: 'Page after page fails.',
    reason: `Of the last one: ${message}.`,
    next: 'Try another model: --model PROVIDER/MODEL',
  });
}
