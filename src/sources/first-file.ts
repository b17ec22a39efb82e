/** The file that a user names: it must be there, and be text. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { decoded } from './decode.ts';
import type { Document } from './document.ts';

/** @throws {Failure} when it cannot be read, or is not text */
export function firstFile(path: string): { text: string; file: Document['files'][number] } {
  const bytes = bytesOf(path);
  const text = decoded(bytes);
  if (text !== null) return { text, file: { path: basename(path), sha256: sha256(bytes) } };
  throw new Failure({
    exit: 'usage',
    code: 'document-not-text',
    message: `${path} is not a text file.`,
    reason: 'There are zero bytes in it.',
  });
}

function bytesOf(path: string): Uint8Array {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    return readFileSync(path);
  } catch (error) {
    throw new Failure(
      {
        exit: 'usage',
        code: 'document-unreadable',
        message: `${path} cannot be read.`,
        reason: error instanceof Error ? error.message : String(error),
      },
      error,
    );
  }
}
