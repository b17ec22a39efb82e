/** How files become documents for the library, by the user's wishes. */
import type { DocumentReader } from '../library/ingest.ts';
import { readDocument } from '../sources/read-document.ts';

/** Raised when documents are read otherwise than before: those of the library are then read again by the next `add`. */
const READER_VERSION = 1;

export interface ReadingWishes {
  signal: AbortSignal;
  /** Of the file that is being read, from 0 to 1. */
  onFraction: (fraction: number) => void;
}

export function documentReader({ signal, onFraction }: ReadingWishes): DocumentReader {
  return {
    id: `documents@${READER_VERSION}`,
    read: (path) =>
      readDocument(path, {
        signal,
        onProgress: (done, total) => onFraction(total === 0 ? 0 : done / total),
      }),
  };
}
