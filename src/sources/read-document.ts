/** Reads a document of any format into pieces. */
import { Failure } from '../base/errors.ts';
import type { Document } from './document.ts';
import { extensionList, formatOf, FORMATS } from './formats.ts';

export interface ReadOptions {
  /** Approximate maximum tokens (estimated) of a passage. A statement with its proof is never split. */
  maxTokens?: number;
  /** Called at the start of each file, with bytes read and bytes of the files known so far; `file` as in `PiecePlace`. */
  onProgress?: (done: number, total: number, file: string) => void;
  /** On abort, the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Reads a file in one of the formats of `formats.ts`, of LaTeX with all files that it inputs from its own folder. Errors
 * inside the document are in its `problems`.
 *
 * @throws {Failure} if the file cannot be read at all, or its format is unknown
 */
export async function readDocument(path: string, options: ReadOptions = {}): Promise<Document> {
  const format = formatOf(path);
  if (format !== null) return (await FORMATS[format].load())(path, options);
  throw new Failure('usage', 'format-unknown', {
    message: `${path} has an unsupported format.`,
    next: `Pass a file with the extension ${extensionList()}.`,
  });
}
