/** PDFium, compiled to WebAssembly: what is called of its C interface, with its memory given back. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { Failure } from '../../base/errors.ts';
import type { Pixels } from './png.ts';

/** What PDFium has and the package's types do not name. Addresses are of this module's memory. */
interface TextFunctions {
  _FPDFText_GetUnicode: (layer: number, index: number) => number;
  /** Two doubles. */
  _FPDFText_GetCharOrigin: (layer: number, index: number, x: number, y: number) => number;
  /** Six floats; the fourth is by how much letters are stretched upwards. */
  _FPDFText_GetMatrix: (layer: number, index: number, matrix: number) => number;
  /** Before it is stretched. */
  _FPDFText_GetFontSize: (layer: number, index: number) => number;
}

type Module = Awaited<ReturnType<typeof PDFiumModule>> & TextFunctions;

/** One line of a text layer. Places are in points, from the left and from the bottom. */
export interface TextLine {
  text: string;
  left: number;
  baseline: number;
  /** Of the first letter's font, as it is printed. */
  size: number;
}

/** `FPDF_GetLastError` behind a file that was not opened. */
const WANTS_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;

/** Four bytes a pixel, and `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER`: with what was put on the page, red first. */
const BGRA = 4;
const RENDERING = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** Room for where a letter stands: two doubles and six floats. */
const PLACE_BYTES = 40;

export type OpeningError = 'password' | 'broken' | 'too-large';

/** One open file. After any exception but `PageBroken` its memory may be in disorder: make another. */
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

  /** Or why not. @throws {Failure} exit `missing` where PDFium is not installed */
  static async open(file: Uint8Array): Promise<PdfiumDocument | OpeningError> {
    const module = await loadPdfium();
    module._FPDF_InitLibraryWithConfig({ version: 2 });
    const bytes = module.wasmExports.malloc(file.length);
    if (bytes === 0) return 'too-large';
    module.HEAPU8.set(file, bytes);
    const document = module._FPDF_LoadMemDocument(bytes, file.length, 0);
    if (document !== 0) return new PdfiumDocument(module, bytes, document);
    const error = module._FPDF_GetLastError();
    return error === WANTS_PASSWORD || error === UNKNOWN_SECURITY ? 'password' : 'broken';
  }

  close(): void {
    this.#module._FPDF_CloseDocument(this.#document);
    this.#module.wasmExports.free(this.#bytes);
  }

  /** `at` counts from 0. Width and height are told in points (1/72 inch), and in which pixels is asked. */
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

  /** The text layer of a page, line by line as PDFium orders it; none where it has none. `at` counts from 0. */
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
    if (at === 0) throw new PageBroken('there is no memory for it');
    try {
      return work(at);
    } finally {
      this.#module.wasmExports.free(at);
    }
  }
}

/** One page cannot be had; the others may. The message says why, as the end of a sentence. */
export class PageBroken extends Error {
  override readonly name = 'PageBroken';
}

async function loadPdfium(): Promise<Module> {
  try {
    const { PDFiumModule: load } = await import('@hyzyla/pdfium');
    return (await load({})) as Module;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure({
      exit: 'missing',
      code: 'pdfium-missing',
      message: 'What reads PDFs is not installed: the package @hyzyla/pdfium.',
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

/** What PDFium puts in the place of a hyphen that divides a word at the end of a line. */
const DIVIDING = new Set([0x02, 0xfffe]);

function letterOf(unicode: number): string {
  if (DIVIDING.has(unicode)) return '\u00ad';
  // Halves of characters, and what stands for no character at all.
  if ((unicode >= 0xd800 && unicode <= 0xdfff) || unicode > 0x10ffff) return '\ufffd';
  return unicode < BLANK ? ' ' : String.fromCodePoint(unicode);
}

function placeOf(module: Module, layer: number, index: number, place: number): Omit<TextLine, 'text'> {
  const matrix = place + 16;
  module._FPDFText_GetCharOrigin(layer, index, place, place + 8);
  const isStretched = module._FPDFText_GetMatrix(layer, index, matrix) !== 0;
  const memory = new DataView(module.HEAPU8.buffer);
  return {
    left: memory.getFloat64(place, true),
    baseline: memory.getFloat64(place + 8, true),
    size:
      module._FPDFText_GetFontSize(layer, index) * (isStretched ? Math.abs(memory.getFloat32(matrix + 12, true)) : 1),
  };
}

/** Without transparency, and without colour where there is none: a third of the bytes, and the same picture. */
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
