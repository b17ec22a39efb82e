/** Reads a document of any format into pieces. */
import { statSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import type { Document } from './document.ts';
import {
  extensionList,
  folderFormat,
  FORMAT_NAMES,
  formatOf,
  FORMATS,
  type FormatName,
  hasExtension,
} from './formats.ts';

export interface ReadOptions {
  /** Approximate maximum tokens (estimated) of a passage. A statement with its proof is never split. */
  maxTokens?: number;
  /** Called at the start of each file, with bytes read and bytes of the files known so far; `file` as in `PiecePlace`. */
  onProgress?: (done: number, total: number, file: string) => void;
  /** On abort, the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Null or absent: detected from extension and content. */
  format?: FormatName | null;
}

/**
 * Reads a file in one of the formats of `formats.ts`, of LaTeX with all files that it inputs from its own folder, or a
 * folder that is one document. Errors inside the document are in its `problems`.
 *
 * @throws {Failure} if the file cannot be read at all, or its format is unknown
 */
export async function readDocument(path: string, options: ReadOptions = {}): Promise<Document> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const format = options.format ?? (isFolder ? folderFormat(path) : null) ?? formatOf(path);
  if (format !== null) return (await FORMATS[format].load())(path, options);
  const isKnown = FORMAT_NAMES.some((name) => hasExtension(path, name));
  throw new Failure('usage', 'format-unknown', {
    message: isKnown
      ? `${path} is empty, or its content is of no format with this extension.`
      : `${path} has an unsupported format.`,
    next: `Pass a file with the extension ${extensionList()}, or name its format with --format.`,
  });
}
