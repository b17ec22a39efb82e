/** The text of packed rows: in memory or, for a large library, in a file, because it is most of a build's data. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

export type TextPlace = { bytes: Uint8Array } | { path: string; at: number; length: number };

/** A file that one thread fills with the text of its batches. */
export class TextFile {
  readonly #path: string;
  #file: number | null = null;
  #end = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Throws file system errors, such as `ENOSPC`. */
  append(bytes: Uint8Array): TextPlace {
    this.#file ??= openSync(this.#path, 'w');
    const at = this.#end;
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
    this.#end += bytes.length;
    return { path: this.#path, at, length: bytes.length };
  }
}

/** Reads parts of a batch's text, which is UTF-16; positions are in bytes. */
export interface RowText {
  slice(start: number, end: number): string;
  close(): void;
}

/** For all rows: reads the full text at once. */
export function fullText(place: TextPlace): RowText {
  const bytes = 'bytes' in place ? place.bytes : readAll(place);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { slice: (start, end) => text.toString('utf16le', start, end), close: () => undefined };
}

/** For a few rows: reads each one on request. Must be closed. */
export function sparseText(place: TextPlace): RowText {
  if ('bytes' in place) return fullText(place);
  const file = openSync(place.path, 'r');
  let buffer = Buffer.alloc(1 << 12);
  return {
    slice: (start, end) => {
      if (end - start > buffer.length) buffer = Buffer.alloc(2 * (end - start));
      readFully(file, buffer.subarray(0, end - start), place.at + start);
      return buffer.toString('utf16le', 0, end - start);
    },
    close: () => closeSync(file),
  };
}

function readAll({ path, at, length }: { path: string; at: number; length: number }): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    readFully(file, bytes, at);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function readFully(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, at + done);
    if (read === 0) throw new Error('the text of some rows is truncated');
    done += read;
  }
}
