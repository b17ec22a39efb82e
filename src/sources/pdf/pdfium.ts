/** Calls the C interface of PDFium, compiled to WebAssembly, and frees its memory. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { Failure } from '../../base/errors.ts';
import type { Pixels } from './png.ts';

/** Functions of PDFium that are missing in the package's types. Addresses refer to the module's memory. */
interface TextFunctions {
  _FPDFText_GetUnicode: (layer: number, index: number) => number;
  /** `x` and `y` are addresses of doubles. */
  _FPDFText_GetCharOrigin: (layer: number, index: number, x: number, y: number) => number;
  /** `matrix` is the address of six floats; the fourth is the vertical scale of letters. */
  _FPDFText_GetMatrix: (layer: number, index: number, matrix: number) => number;
  /** Before scaling. */
  _FPDFText_GetFontSize: (layer: number, index: number) => number;
}

type Module = Awaited<ReturnType<typeof PDFiumModule>> & TextFunctions;

/** One line of a text layer. Positions are in points, from the left and from the bottom. */
export interface TextLine {
  text: string;
  left: number;
  baseline: number;
  /** Font size of the first letter, after scaling. */
  size: number;
}

/** Values of `FPDF_GetLastError` after a file was not opened. */
const NEEDS_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;

/** Four bytes per pixel. Flags `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER`: render annotations, red first. */
const BGRA = 4;
const RENDERING = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** Size of the buffer for the position of a letter: two doubles and six floats. */
const PLACE_BYTES = 40;

export type OpeningError = 'password' | 'broken' | 'too-large';

/** One open file. After any exception other than `PageBroken` its memory may be corrupt: open a new one. */
export class PdfiumDocument {
  readonly #module: Module;
  readonly #bytes: number;
  readonly #document: number;
  readonly pageCount: number;

  private constructor(module: Module, bytes: number, document: number) {
    this.#module = module;
    this.#bytes = bytes;
    this.#document = document;
    this.pageCount = module._FPDF_GetPageCount(document);
  }

  /** Returns the document or the error. @throws {Failure} exit `missing` if PDFium is not installed */
  static async open(file: Uint8Array): Promise<PdfiumDocument | OpeningError> {
    const module = await loadPdfium();
    module._FPDF_InitLibraryWithConfig({ version: 2 });
    const bytes = module.wasmExports.malloc(file.length);
    if (bytes === 0) return 'too-large';
    module.HEAPU8.set(file, bytes);
    const document = module._FPDF_LoadMemDocument(bytes, file.length, 0);
    if (document !== 0) return new PdfiumDocument(module, bytes, document);
    const error = module._FPDF_GetLastError();
    return error === NEEDS_PASSWORD || error === UNKNOWN_SECURITY ? 'password' : 'broken';
  }

  close(): void {
    this.#module._FPDF_CloseDocument(this.#document);
    this.#module.wasmExports.free(this.#bytes);
  }

  /** `at` counts from 0. `sizeFor` maps width and height in points (1/72 inch) to pixels. */
  render(at: number, sizeFor: (width: number, height: number) => { width: number; height: number }): Pixels {
    const module = this.#module;
    return this.#withPage(at, (page) => {
      const { width, height } = sizeFor(module._FPDF_GetPageWidth(page), module._FPDF_GetPageHeight(page));
      return this.#withMemory(width * height * BGRA, (pixels) => {
        const bitmap = module._FPDFBitmap_CreateEx(width, height, BGRA, pixels, width * BGRA);
        if (bitmap === 0) throw new PageBroken('it has no size');
        try {
          module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
          module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDERING);
          return flat(module.HEAPU8.subarray(pixels, pixels + width * height * BGRA), width, height);
        } finally {
          module._FPDFBitmap_Destroy(bitmap);
        }
      });
    });
  }

  /** The lines of the text layer of a page in PDFium's order; empty if it has none. `at` counts from 0. */
  lines(at: number): TextLine[] {
    const module = this.#module;
    return this.#withPage(at, (page) => {
      const layer = module._FPDFText_LoadPage(page);
      if (layer === 0) throw new PageBroken('its text cannot be read');
      try {
        return this.#withMemory(PLACE_BYTES, (place) => linesOf(module, layer, place));
      } finally {
        module._FPDFText_ClosePage(layer);
      }
    });
  }

  #withPage<T>(at: number, work: (page: number) => T): T {
    const page = this.#module._FPDF_LoadPage(this.#document, at);
    if (page === 0) throw new PageBroken('it is damaged');
    try {
      return work(page);
    } finally {
      this.#module._FPDF_ClosePage(page);
    }
  }

  #withMemory<T>(bytes: number, work: (at: number) => T): T {
    const at = this.#module.wasmExports.malloc(bytes);
    if (at === 0) throw new PageBroken('there is not enough memory for it');
    try {
      return work(at);
    } finally {
      this.#module.wasmExports.free(at);
    }
  }
}

/** One page cannot be read; others may be readable. The message gives the reason, worded as the end of a sentence. */
export class PageBroken extends Error {
  override readonly name = 'PageBroken';
}

async function loadPdfium(): Promise<Module> {
  try {
    const { PDFiumModule: load } = await import('@hyzyla/pdfium');
    return (await load({})) as Module;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure('missing', 'pdfium-missing', {
      message: 'The package @hyzyla/pdfium, which reads PDFs, is not installed.',
      next: 'npm install -g @hyzyla/pdfium',
    });
  }
}

function linesOf(module: Module, layer: number, place: number): TextLine[] {
  const lines: TextLine[] = [];
  const count = module._FPDFText_CountChars(layer);
  let text = '';
  let first: number | null = null;
  const end = (): void => {
    if (first !== null) lines.push({ text, ...placeOf(module, layer, first, place) });
    [text, first] = ['', null];
  };
  for (let index = 0; index < count; index++) {
    const unicode = module._FPDFText_GetUnicode(layer, index);
    if (unicode === LINE_FEED) end();
    else if (unicode !== CARRIAGE_RETURN) {
      text += letterOf(unicode);
      if (unicode > BLANK) first ??= index;
    }
  }
  end();
  return lines;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;

/** What PDFium returns for a hyphen that divides a word at the end of a line. */
const LINE_END_HYPHENS = new Set([0x02, 0xfffe]);

function letterOf(unicode: number): string {
  if (LINE_END_HYPHENS.has(unicode)) return '\u00ad';
  // Surrogates and values outside Unicode.
  if ((unicode >= 0xd800 && unicode <= 0xdfff) || unicode > 0x10ffff) return '\ufffd';
  return unicode < BLANK ? ' ' : String.fromCodePoint(unicode);
}

function placeOf(module: Module, layer: number, index: number, place: number): Omit<TextLine, 'text'> {
  const matrix = place + 16;
  module._FPDFText_GetCharOrigin(layer, index, place, place + 8);
  const isScaled = module._FPDFText_GetMatrix(layer, index, matrix) !== 0;
  const memory = new DataView(module.HEAPU8.buffer);
  return {
    left: memory.getFloat64(place, true),
    baseline: memory.getFloat64(place + 8, true),
    size: module._FPDFText_GetFontSize(layer, index) * (isScaled ? Math.abs(memory.getFloat32(matrix + 12, true)) : 1),
  };
}

/** Removes transparency, and colour channels from a grey image: a third of the bytes, the same image. */
function flat(rgba: Uint8Array, width: number, height: number): Pixels {
  const channels = isGrey(rgba) ? 1 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    for (let channel = 0; channel < channels; channel++) data[to++] = rgba[from + channel]!;
  }
  return { width, height, channels, data };
}

function isGrey(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}
