/** Reads a document of any format into pieces. */
import { extname } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Document } from './document.ts';
import { readTextDocument } from './text/read-text.ts';

export interface ReadOptions {
  /** Approximate maximum tokens (estimated) of a passage. A statement with its proof is never split. */
  maxTokens?: number;
  /** Called at the start of each file, with bytes read and bytes of the files known so far; `file` as in `PiecePlace`. */
  onProgress?: (done: number, total: number, file: string) => void;
  /** On abort, the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * `path`: `.tex` (with all files that it inputs from its own folder), `.md`, `.txt` or `.pdf`.
 * Errors inside the document are in its `problems`.
 *
 * @throws {Failure} if the file cannot be read at all, or its format is unknown
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
        message: `${path} has an unsupported format.`,
        next: 'Pass a file with the extension .tex, .md, .txt or .pdf.',
      });
  }
}
