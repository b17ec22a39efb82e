/** The reader for library documents, set up from the user's options. */
import { extname, join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { Budget, type Amount } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { ModelClient } from '../llm/model-client.ts';
import type { DocumentReader } from '../library/ingest.ts';
import type { Document } from '../sources/document.ts';
import { readDocument, type ReadOptions } from '../sources/read-document.ts';
import type { LibraryAddOptions } from '../options/library-options.ts';
import type { CommandContext } from './command-context.ts';
import { requirePrice } from './require-price.ts';

/** Increase this when the reading of documents changes: the next `add` then reads the library's documents again. */
const READER_VERSION = 3;

export type ReadingOptions = Omit<LibraryAddOptions, 'source' | 'paths'>;

/** Progress within the current file: a fraction from 0 to 1, and optional details. */
export type OnFraction = (fraction: number, details: string | null) => void;

/** A document reader with its spending so far; `spent` returns null if no model is used. */
export interface MeteredReader {
  reader: DocumentReader;
  spent: () => (Omit<Amount, 'cost'> & { cost: number | null }) | null;
}

/**
 * Opens a model if `paths` need one; sends nothing yet.
 * @throws {Failure} if the model is missing or unusable
 */
export async function openDocumentReader(
  reading: ReadingOptions,
  paths: readonly string[],
  context: CommandContext,
  onFraction: OnFraction,
): Promise<MeteredReader> {
  const { settings, signal } = context;
  const hasPageImages = !reading.text && paths.some((path) => isReadAsPdf(path, reading));
  const model = await openModelIfNeeded(reading, hasPageImages, context);
  const budget = new Budget({ ...reading.limits, attempts: null });
  const options: ReadOptions = {
    signal,
    format: reading.format,
    onProgress: (done, total) => onFraction(total === 0 ? 0 : done / total, null),
  };
  const client =
    model === null
      ? null
      : new ModelClient({
          ...{ model, budget, signal },
          questions: {
            cache: new AnswerCache(join(settings.dataHome, 'answers')),
            maxOutputTokens: settings.model.maxOutputTokens,
            temperature: settings.model.temperature,
          },
        });
  const concurrency = settings.model.concurrency;
  return {
    reader: {
      id: readerId(reading, hasPageImages, model),
      read: async (path) => {
        const document = await readOne(path, reading, { ...options, client, concurrency, onFraction });
        if (client === null || reading.chunkBy === 'structure') return document;
        const { chunkByModel } = await import('../builders/chunks/chunk-by-model.ts');
        const onText = (done: number, total: number): void =>
          onFraction(done / total, `splitting ${done} of ${total} texts`);
        return chunkByModel(document, { client, concurrency, onText });
      },
    },
    spent: () => (model === null ? null : { ...budget.spent, cost: model.price === null ? null : budget.spent.cost }),
  };
}

const isReadAsPdf = (path: string, { format }: ReadingOptions): boolean =>
  format === null ? extname(path).toLowerCase() === '.pdf' : format === 'pdf';

/** Identifies everything that influences the result of reading a file. */
function readerId(
  { text, pages, chunkBy, format }: ReadingOptions,
  hasPageImages: boolean,
  model: ChatModel | null,
): string {
  const parts = [
    `documents@${READER_VERSION}`,
    ...(format === null ? [] : [`format ${format}`]),
    ...(text ? ['text'] : []),
    ...(pages === null ? [] : [`pages ${pages.map(({ first, last }) => `${first}-${last ?? ''}`).join()}`]),
    ...(hasPageImages && model !== null ? [`pages by ${model.name}`] : []),
    ...(chunkBy === 'model' && model !== null ? [`chunks by ${model.name}`] : []),
  ];
  return parts.join(', ');
}

async function openModelIfNeeded(
  { chunkBy, record, limits }: ReadingOptions,
  hasPageImages: boolean,
  { settings }: CommandContext,
): Promise<ChatModel | null> {
  if (settings.model.name === null) {
    if (chunkBy === 'model') throw chunksNeedModel();
    return null;
  }
  if (!hasPageImages && chunkBy === 'structure') return null;
  const { openModelFrom } = await import('../llm/open-model.ts');
  const model = await openModelFrom(settings.model, { record });
  requirePrice(model, limits.cost);
  return model;
}

interface Tools extends ReadOptions {
  client: ModelClient | null;
  concurrency: number;
  onFraction: OnFraction;
}

async function readOne(path: string, reading: ReadingOptions, tools: Tools): Promise<Document> {
  const { text, pages } = reading;
  if (!isReadAsPdf(path, reading)) return readDocument(path, tools);
  if (text) return (await import('../sources/pdf/read-pdf-text.ts')).readPdfText(path, tools, pages);
  const { client, concurrency, onFraction } = tools;
  if (client === null) throw pdfNeedsModel(path);
  const { readPdfByModel } = await import('../builders/pdf/read-pdf.ts');
  let failed = 0;
  return readPdfByModel(path, {
    ...tools,
    ...{ client, concurrency, pages },
    onPage: (event, done, total) => {
      if ('why' in event) failed++;
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      onFraction(done / total, `${done} of ${total} pages${failures}`);
    },
  });
}

function pdfNeedsModel(path: string): Failure {
  return new Failure('usage', 'pdf-needs-model', {
    message: `Reading ${path} needs a vision model, but no model is configured.`,
    reason:
      'A vision model reads the pages because text layers lose formulas: x² becomes x2, and fractions lose their structure.',
    next: 'Set one: --model PROVIDER/MODEL; or use the text layer anyway: --text',
  });
}

function chunksNeedModel(): Failure {
  return new Failure('usage', 'model-missing', {
    message: '--chunk-by model needs a model, but no model is configured.',
    next: 'Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL; or omit --chunk-by.',
  });
}
