/** Reads a whole file that may be a pipe or a device. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes; a longer text would not fit into one string. */
const MOST = 500 * 2 ** 20;
const CHUNK = 2 ** 20;

/**
 * As `readFileSync`, but ends where `/dev/zero` would fill the memory.
 * @throws {Error} if the file cannot be read or has more than `most` bytes
 */
export function readBounded(path: string, most = MOST): Buffer {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let total = 0; ;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(file, chunk, 0, CHUNK, null);
      if (length === 0) return Buffer.concat(chunks);
      total += length;
      if (total > most) throw new Error(`It has more than ${most} bytes.`);
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Strict: a file in another encoding would only lose characters.
 * @throws {Error} also if it is not text in UTF-8
 */
export function readBoundedText(path: string): string {
  const bytes = readBounded(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('It is not text in UTF-8.', { cause: error });
  }
}
