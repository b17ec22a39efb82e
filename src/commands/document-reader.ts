/** How files become documents for the library, by the user's wishes. */
import { extname, join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { Asker } from '../builders/asker.ts';
import { Budget, type Amount, type Limits } from '../llm/budget.ts';
import type { ChatModel } from '../llm/chat.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import type { DocumentReader } from '../library/ingest.ts';
import type { Document } from '../sources/document.ts';
import type { PageRange } from '../sources/pdf/page-choice.ts';
import { readDocument, type ReadOptions } from '../sources/read-document.ts';
import type { CommandContext } from './command.ts';
import { requirePrice } from './require-price.ts';

/** Raised when documents are read otherwise than before: those of the library are then read again by the next `add`. */
const READER_VERSION = 1;

export interface ReadingOptions {
  /** PDFs by their text layer. */
  text: boolean;
  /** Of PDFs; null for all. */
  pages: readonly PageRange[] | null;
  chunkBy: 'structure' | 'model';
  /** File for a model's answers; null for none. */
  record: string | null;
  limits: Limits;
}

/** Of the file that is being read: from 0 to 1, and a few words where there is more to say. */
export type OnFraction = (fraction: number, words: string | null) => void;

/** A reader, and what it has spent so far; null where it asks nobody. */
export interface Reading {
  reader: DocumentReader;
  spent: () => (Omit<Amount, 'cost'> & { cost: number | null }) | null;
}

/**
 * A model is opened where `paths` need one; nothing is sent yet.
 * @throws {Failure} where the wishes cannot be met
 */
export async function openDocumentReader(
  wishes: ReadingOptions,
  paths: readonly string[],
  context: CommandContext,
  onFraction: OnFraction,
): Promise<Reading> {
  const { settings, signal } = context;
  const hasPictures = !wishes.text && paths.some(isPdf);
  const model = await openedModel(wishes, hasPictures, context);
  const budget = new Budget(wishes.limits);
  const options: ReadOptions = {
    signal,
    onProgress: (done, total) => onFraction(total === 0 ? 0 : done / total, null),
  };
  const asker =
    model === null
      ? null
      : new Asker({
          ...{ model, budget, signal },
          kept: new AnswerCache(join(settings.dataHome, 'answers')),
          maxOutputTokens: settings.model.maxOutputTokens,
          temperature: settings.model.temperature,
        });
  const atOnce = settings.model.concurrency;
  return {
    reader: {
      id: readerId(wishes, hasPictures, model),
      read: async (path) => {
        const document = await readOne(path, wishes, { ...options, asker, atOnce, onFraction });
        if (asker === null || wishes.chunkBy === 'structure') return document;
        const { chunkByModel } = await import('../builders/chunks/chunk-by-model.ts');
        const onText = (done: number, total: number): void =>
          onFraction(done / total, `cutting ${done} of ${total} texts`);
        return chunkByModel(document, { asker, atOnce, onText });
      },
    },
    spent: () => (model === null ? null : { ...budget.spent, cost: model.price === null ? null : budget.spent.cost }),
  };
}

const isPdf = (path: string): boolean => extname(path).toLowerCase() === '.pdf';

/** Whatever would read the same file otherwise. */
function readerId({ text, pages, chunkBy }: ReadingOptions, hasPictures: boolean, model: ChatModel | null): string {
  const words = [
    `documents@${READER_VERSION}`,
    ...(text ? ['text'] : []),
    ...(pages === null ? [] : [`pages ${pages.map(({ first, last }) => `${first}-${last ?? ''}`).join()}`]),
    ...(hasPictures && model !== null ? [`pages by ${model.name}`] : []),
    ...(chunkBy === 'model' && model !== null ? [`chunks by ${model.name}`] : []),
  ];
  return words.join(', ');
}

async function openedModel(
  { chunkBy, record, limits }: ReadingOptions,
  hasPictures: boolean,
  { settings }: CommandContext,
): Promise<ChatModel | null> {
  if (settings.model.name === null) {
    if (chunkBy === 'model') throw chunksNeedModel();
    return null;
  }
  if (!hasPictures && chunkBy === 'structure') return null;
  const { openModelFrom } = await import('../llm/open-model.ts');
  const model = await openModelFrom(settings.model, { record });
  requirePrice(model, limits.cost);
  return model;
}

interface Tools extends ReadOptions {
  asker: Asker | null;
  atOnce: number;
  onFraction: OnFraction;
}

async function readOne(path: string, { text, pages }: ReadingOptions, tools: Tools): Promise<Document> {
  if (!isPdf(path)) return readDocument(path, tools);
  if (text) return (await import('../sources/pdf/read-pdf-text.ts')).readPdfText(path, tools, pages);
  const { asker, atOnce, onFraction } = tools;
  if (asker === null) throw pdfNeedsModel(path);
  const { readPdfByModel } = await import('../builders/pdf/read-pdf.ts');
  let failed = 0;
  return readPdfByModel(path, {
    ...tools,
    ...{ asker, atOnce, pages },
    onPage: (event, done, total) => {
      if ('why' in event) failed++;
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      onFraction(done / total, `${done} of ${total} pages${failures}`);
    },
  });
}

function pdfNeedsModel(path: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'pdf-needs-model',
    message: `${path} is read page by page by a model that sees, and none is named.`,
    reason: 'Text layers lose formulas: x² becomes x2, and a fraction a heap of digits.',
    next: 'Name one: --model PROVIDER/MODEL; or take the text layer all the same: --text',
  });
}

function chunksNeedModel(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'model-missing',
    message: '--chunk-by model asks a model, and none is named.',
    next: 'Name one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL; or leave --chunk-by out.',
  });
}
