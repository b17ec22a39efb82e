/** Reads a PDF file page by page: as images or as text layer. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { sha256 } from '../../base/hash.ts';
import { PageBroken, PdfiumDocument, type OpeningError, type TextLine } from './pdfium.ts';
import { pngOf, type Pixels } from './png.ts';

export interface PageImage {
  png: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
  /** The page is empty: all pixels have the same colour. */
  isBlank: boolean;
}

/** Enough pixels for the indices of 10-point text. Models scale larger images down. */
const DOTS_PER_INCH = 150;
const MAX_SIDE = 2000;
const POINTS_PER_INCH = 72;

export class PdfFile {
  readonly path: string;
  readonly sha256: string;
  readonly pageCount: number;
  readonly #bytes: Uint8Array;
  #document: PdfiumDocument | null;

  private constructor(path: string, bytes: Uint8Array, document: PdfiumDocument) {
    this.path = path;
    this.sha256 = sha256(bytes);
    this.pageCount = document.pageCount;
    this.#bytes = bytes;
    this.#document = document;
  }

  /** @throws {Failure} if it cannot be read, needs a password, is damaged, or has no pages */
  static async open(path: string): Promise<PdfFile> {
    const bytes = bytesOf(path);
    const document = await PdfiumDocument.open(bytes);
    if (!(document instanceof PdfiumDocument)) throw openingFailure(path, document);
    if (document.pageCount > 0) return new PdfFile(path, bytes, document);
    throw new Failure('usage', 'pdf-no-pages', {
      message: `${basename(path)} has no pages.`,
      reason: 'Its list of pages is empty or unreadable.',
      next: 'If another program shows its pages, print it to a new PDF.',
    });
  }

  /** `number` counts from 1. @throws {PageBroken} if this page cannot be rendered */
  async renderPage(number: number): Promise<PageImage> {
    const pixels = await this.#use((document) => document.render(number - 1, sizeInPixels));
    const { width, height } = pixels;
    return { png: pngOf(pixels), width, height, isBlank: isOneColour(pixels) };
  }

  /** The lines of the text layer, which may be empty. `number` counts from 1. @throws {PageBroken} if it cannot be read */
  async lines(number: number): Promise<TextLine[]> {
    return this.#use((document) => document.lines(number - 1));
  }

  close(): void {
    this.#document?.close();
    this.#document = null;
  }

  async #use<T>(work: (document: PdfiumDocument) => T): Promise<T> {
    try {
      return work(await this.#opened());
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // PDFium aborted, so its state is undefined. The next page gets a new instance.
      this.#document = null;
      throw new PageBroken('the PDF reader crashed on it');
    }
  }

  async #opened(): Promise<PdfiumDocument> {
    if (this.#document !== null) return this.#document;
    const document = await PdfiumDocument.open(this.#bytes);
    if (!(document instanceof PdfiumDocument)) throw openingFailure(this.path, document);
    this.#document = document;
    return document;
  }
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure('usage', 'document-unreadable', {
      message: `Cannot read ${path}.`,
      reason: (error as Error).message,
      next: 'Pass a file that exists and that you may read.',
    });
  }
}

/** Converts a page size in points to pixels. */
function sizeInPixels(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, MAX_SIDE / Math.max(width, height, 1));
  const pixels = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: pixels(width), height: pixels(height) };
}

function isOneColour({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at++) if (data[at] !== data[at - channels]) return false;
  return true;
}

function openingFailure(path: string, error: OpeningError): Failure {
  const name = basename(path);
  switch (error) {
    case 'password':
      return new Failure('usage', 'pdf-encrypted', {
        message: `${name} needs a password.`,
        reason: 'The file is encrypted.',
        next: 'If you have the password, remove it: qpdf --password=… --decrypt IN.pdf OUT.pdf',
      });
    case 'too-large':
      return new Failure('missing', 'pdf-too-large', {
        message: `${name} is too large for the memory of this machine.`,
        next: 'Split it: qpdf --split-pages=500 IN.pdf OUT.pdf',
      });
    case 'broken':
      return new Failure('usage', 'pdf-broken', {
        message: `${name} cannot be opened as a PDF.`,
        reason: 'Its header or cross-reference table is damaged, or the file is truncated.',
        next: 'Download it again. If another program can show it, print it to a new PDF.',
      });
  }
}
