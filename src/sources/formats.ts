/** Registry of document formats. A new format is one file with its reader, and one line in `FORMATS`. */
import { extname } from 'node:path';
import type { Document } from './document.ts';
import type { ReadOptions } from './read-document.ts';

interface DocumentFormat {
  /** In lower case, with the dot; the most common one first. */
  extensions: readonly string[];
  /** Loads its reader, which throws a `Failure` if the file cannot be read at all. */
  load: () => Promise<(path: string, options: ReadOptions) => Document | Promise<Document>>;
}

const format = (extensions: string, load: DocumentFormat['load']): DocumentFormat => ({
  extensions: extensions.split(' '),
  load,
});

export const FORMATS = {
  latex: format('.tex .ltx .latex', async () => (await import('./latex/read-latex.ts')).readLatexDocument),
  markdown: format('.md .markdown', async () => (await import('./markdown/read-markdown.ts')).readMarkdownDocument),
  text: format('.txt', async () => (await import('./text/read-text.ts')).readTextDocument),
  pdf: format('.pdf', async () => (await import('./pdf/read-pdf-text.ts')).readPdfText),
};

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as [FormatName, ...FormatName[]];

/** The format of a file by its extension; null if it is unknown. */
export function formatOf(path: string): FormatName | null {
  const extension = extname(path).toLowerCase();
  return FORMAT_NAMES.find((name) => FORMATS[name].extensions.includes(extension)) ?? null;
}

/** The main extension of each format, for messages: `.tex, .md, .txt or .pdf`. */
export function extensionList(): string {
  const main = Object.values(FORMATS).map(({ extensions }) => extensions[0]);
  return `${main.slice(0, -1).join(', ')} or ${main.at(-1)}`;
}
