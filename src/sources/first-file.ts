/** Reads the file that the user names. It must exist and be text. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { decodeText } from './decode.ts';
import type { Document } from './document.ts';

/** @throws {Failure} if it cannot be read or is not text */
export function readFirstFile(path: string): { text: string; file: Document['files'][number] } {
  const bytes = bytesOf(path);
  const text = decodeText(bytes);
  if (text !== null) return { text, file: { path: basename(path), sha256: sha256(bytes) } };
  throw new Failure('usage', 'document-not-text', {
    message: `${path} is not a text file.`,
    reason: 'It contains zero bytes.',
  });
}

function bytesOf(path: string): Uint8Array {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    return readFileSync(path);
  } catch (error) {
    throw new Failure('usage', 'document-unreadable', {
      message: `Cannot read ${path}.`,
      reason: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}
