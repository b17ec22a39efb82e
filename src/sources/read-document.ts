/** One document of any format, read into pieces. */
import { extname } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Document } from './document.ts';
import { readTextDocument } from './text/read-text.ts';

export interface ReadOptions {
  /** A passage of text gets at most about so many tokens (estimated); a statement with its proof is never cut. */
  mostTokens?: number;
  /** Bytes read of the files known so far, for every file that is begun; `file` as in `PiecePlace`. */
  onProgress?: (done: number, total: number, file: string) => void;
  /** Aborted: the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * `path`: `.tex` (with all that it inputs from its own folder), `.md`, `.txt`.
 * What is wrong inside of the document is among its `problems`.
 *
 * @throws {Failure} when the file cannot be read at all, or is of no known format
 */
export async function readDocument(path: string, options: ReadOptions = {}): Promise<Document> {
  switch (extname(path).toLowerCase()) {
    case '.tex':
    case '.ltx':
    case '.latex':
      return await (await import('./latex/read-latex.ts')).readLatexDocument(path, options);
    case '.md':
    case '.markdown':
      return await (await import('./markdown/read-markdown.ts')).readMarkdownDocument(path, options);
    case '.pdf':
      return await (await import('./pdf/read-pdf-text.ts')).readPdfText(path, options);
    case '.txt':
      return readTextDocument(path, options);
    default:
      throw new Failure({
        exit: 'usage',
        code: 'format-unknown',
        message: `${path} is of no format that is read.`,
        next: 'give a file that ends in .tex, .md, .txt or .pdf',
      });
  }
}
