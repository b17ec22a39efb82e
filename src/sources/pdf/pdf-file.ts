/** A PDF file, a page at a time: as a picture, or as its text layer. */
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
  /** Nothing is on the page: all of it has one colour. */
  isBlank: boolean;
}

/** Indices of 10-point text keep some pixels; more is made smaller by the models themselves. */
const DOTS_PER_INCH = 150;
const LONGEST_SIDE = 2000;
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

  /** @throws {Failure} where it cannot be read, wants a password, is broken, or has no pages */
  static async open(path: string): Promise<PdfFile> {
    const bytes = bytesOf(path);
    const document = await PdfiumDocument.open(bytes);
    if (!(document instanceof PdfiumDocument)) throw notOpened(path, document);
    if (document.pageCount > 0) return new PdfFile(path, bytes, document);
    throw new Failure({
      exit: 'usage',
      code: 'pdf-no-pages',
      message: `${basename(path)} has no pages.`,
      reason: 'Its list of pages is empty or cannot be read.',
      next: 'See whether another program shows any; if it does, print it to a new PDF.',
    });
  }

  /** `number` counts from 1. @throws {PageBroken} where this page cannot be had */
  async picture(number: number): Promise<PageImage> {
    const pixels = await this.#ask((document) => document.render(number - 1, sizeInPixels));
    const { width, height } = pixels;
    return { png: pngOf(pixels), width, height, isBlank: isOneColour(pixels) };
  }

  /** The text layer; empty for none. `number` counts from 1. @throws {PageBroken} where this page cannot be had */
  async lines(number: number): Promise<TextLine[]> {
    return this.#ask((document) => document.lines(number - 1));
  }

  close(): void {
    this.#document?.close();
    this.#document = null;
  }

  async #ask<T>(work: (document: PdfiumDocument) => T): Promise<T> {
    try {
      return work(await this.#opened());
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // PDFium broke off in the middle of its work; the next page gets another one.
      this.#document = null;
      throw new PageBroken('the reader broke down over it');
    }
  }

  async #opened(): Promise<PdfiumDocument> {
    if (this.#document !== null) return this.#document;
    const document = await PdfiumDocument.open(this.#bytes);
    if (!(document instanceof PdfiumDocument)) throw notOpened(this.path, document);
    this.#document = document;
    return document;
  }
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure({
      exit: 'usage',
      code: 'document-unreadable',
      message: `${path} cannot be read.`,
      reason: (error as Error).message,
      next: 'Name a file that is there and yours to read.',
    });
  }
}

/** In pixels, of a page in points. */
function sizeInPixels(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE / Math.max(width, height, 1));
  const pixels = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: pixels(width), height: pixels(height) };
}

function isOneColour({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at++) if (data[at] !== data[at - channels]) return false;
  return true;
}

function notOpened(path: string, error: OpeningError): Failure {
  const name = basename(path);
  switch (error) {
    case 'password':
      return new Failure({
        exit: 'usage',
        code: 'pdf-encrypted',
        message: `${name} wants a password.`,
        reason: 'It is encrypted, and opens only to those who have its password.',
        next: 'If you have it, take it off: qpdf --password=… --decrypt IN.pdf OUT.pdf',
      });
    case 'too-large':
      return new Failure({
        exit: 'missing',
        code: 'pdf-too-large',
        message: `${name} is too large for this machine's memory.`,
        next: 'Split it: qpdf --split-pages=500 IN.pdf OUT.pdf',
      });
    case 'broken':
      return new Failure({
        exit: 'usage',
        code: 'pdf-broken',
        message: `${name} is no PDF that can be opened.`,
        reason: 'Its beginning or its table of contents is damaged, or it was cut off.',
        next: 'Fetch it again; if another program shows it, print it from there to a new PDF.',
      });
  }
}
