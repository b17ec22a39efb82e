/** Transcribes the pages of a PDF concurrently with a vision model. */
import { Failure } from '../../base/errors.ts';
import { LocalWork, runUnits } from '../../base/work.ts';
import { BadAnswer } from '../../llm/bad-answer.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { pngImage } from '../../llm/image.ts';
import type { ModelClient } from '../../llm/model-client.ts';
import { fillTemplate } from '../../prompt/template.ts';
import { TRANSCRIBE_PAGE } from '../../prompt/templates/transcribe-page.ts';
import type { PdfFile } from '../../sources/pdf/pdf-file.ts';
import { PageBroken } from '../../sources/pdf/pdfium.ts';
import { readTranscription } from './transcription.ts';

/** `why`: the reason, as the end of a sentence. */
export type PageResult = { page: number; latex: string } | { page: number; why: string };

/** Source of a page's text. `kept`: the answer cache. `blank`: an empty page, without a request. */
export type PageOrigin = 'model' | 'kept' | 'blank';

export type PageEvent = { page: number; from: PageOrigin } | { page: number; why: string };

export interface TranscribeOptions {
  client: ModelClient;
  /** Maximum number of concurrent pages: each holds one image in memory. */
  concurrency: number;
  onPage: (event: PageEvent) => void;
}

/** Stops after this many consecutive failures of the model. */
const MAX_CONSECUTIVE_FAILURES = 8;

/**
 * Returns the results in the order of `pages`, which count from 1. Transcribed pages always stay in the answer cache.
 * @throws {Failure} {ModelError} {BudgetSpent} that ended the work, after waiting for running requests
 */
export async function transcribePages(
  file: PdfFile,
  pages: readonly number[],
  { client, concurrency, onPage }: TranscribeOptions,
): Promise<PageResult[]> {
  const results = new Map<number, Transcribed>();
  let consecutiveFailures = 0;
  await runUnits({
    work: new LocalWork<{ id: number }, Transcribed>(
      pages.map((id) => ({ id })),
      (_, result) => void results.set(result.event.page, result),
    ),
    ...{ concurrency, signal: client.signal },
    run: async ([unit]) => {
      const { latex, from } = await transcribePage(file, unit!.id, client);
      consecutiveFailures = 0;
      return { latex, event: { page: unit!.id, from } };
    },
    failed: ([unit], error) => {
      const why = failureOf(error);
      if (!(error instanceof PageBroken)) consecutiveFailures++;
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES && error instanceof BadAnswer) throw tooManyFailures(error);
      return why === null || consecutiveFailures >= MAX_CONSECUTIVE_FAILURES
        ? null
        : { event: { page: unit!.id, why } };
    },
    onDone: ({ event }) => onPage(event),
  });
  return pages.map((page) => {
    const { event, latex = '' } = results.get(page)!;
    return 'why' in event ? event : { page, latex };
  });
}

/** A finished page; `latex` is absent if it failed. */
interface Transcribed {
  event: PageEvent;
  latex?: string;
}

async function transcribePage(
  file: PdfFile,
  page: number,
  client: ModelClient,
): Promise<{ latex: string; from: PageOrigin }> {
  const { png, width, height, isBlank } = await file.renderPage(page);
  if (isBlank) return { latex: '', from: 'blank' };
  const images = [pngImage(png, width, height)];
  const messages = fillTemplate(TRANSCRIBE_PAGE, {}).map((message) =>
    message.role === 'user' ? { ...message, images } : message,
  );
  const { value, isCached } = await client.question({
    template: TRANSCRIBE_PAGE.id,
    messages,
    read: readTranscription,
  });
  return { latex: value.latex, from: isCached ? 'kept' : 'model' };
}

/** Why this page failed; null if the error affects all pages. */
function failureOf(error: unknown): string | null {
  if (error instanceof PageBroken) return error.message;
  const failure = requestFailure(error);
  if (failure === null) return null;
  const { message, reason } = failure;
  return (reason === undefined ? message : `${message} ${reason}`).replace(/\.$/, '');
}

function tooManyFailures({ message }: BadAnswer): Failure {
  return new Failure('missing', 'pdf-pages-fail', {
    message: 'Too many consecutive pages failed.',
    reason: `The last error: ${message}.`,
    next: 'Try another model: --model PROVIDER/MODEL',
  });
}
