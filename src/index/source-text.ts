/** Decodes the bytes of a source file to text for the reader, and reports invalid bytes. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Problem } from '../lean/declaration.ts';

export interface SourceText {
  /** Without a byte order mark, with `\n` as line ends; bytes that are not UTF-8 are replaced by U+FFFD. */
  text: string;
  /** Hash of the bytes on disk. */
  hash: string;
  problems: Problem[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Reads one file. Throws file system errors. */
export function readSourceText(path: string): SourceText {
  const file = openSync(path, 'r');
  try {
    return decodeSource(readAll(file));
  } finally {
    closeSync(file);
  }
}

/** Reused for all files: one buffer per file would be thousands for the garbage collector. */
let buffer = Buffer.alloc(1 << 17);

/** The bytes of a file, valid until the next file is read. */
function readAll(file: number): Buffer {
  const { size } = fstatSync(file);
  if (size >= buffer.length) buffer = Buffer.alloc(2 * size);
  let end = 0;
  for (let read = -1; read !== 0; end += read) {
    if (end === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(end)]);
    read = readSync(file, buffer, end, buffer.length - end, null);
  }
  return buffer.subarray(0, end);
}

export function decodeSource(bytes: Buffer): SourceText {
  let text = bytes.toString('utf8');
  if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
  if (text.includes('\r')) text = text.replaceAll('\r\n', '\n');
  const problems = isUtf8(bytes)
    ? []
    : [{ line: firstBadLine(bytes), message: 'not valid UTF-8; the bad bytes are read as U+FFFD' }];
  return { text, hash: contentHash(bytes), problems };
}

/** Short enough to store per row, long enough that two files of a library never share it by chance. */
export function contentHash(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex').slice(0, 32);
}

function firstBadLine(bytes: Buffer): number {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
