/** Whether a document's files are what they were when it was read: then nothing is read again. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';

/**
 * Not if another reader read it, or with problems: a file that was missing may be there now. `digest` is empty where
 * an entry was taken out of it. A reader without wishes leaves what one with wishes has read: that may have cost money.
 */
export function isAsItWas(database: Database, id: number, readBy: string): boolean {
  const row = database.prepare('SELECT path, digest, read_by, problems FROM documents WHERE id = ?').get(id) as {
    path: string;
    digest: string;
    read_by: string;
    problems: string;
  };
  if (!isReadBy(row.read_by, readBy) || row.digest === '' || row.problems !== '[]') return false;
  const files = database.prepare('SELECT path, sha256 FROM files WHERE document_id = ?').all(id) as {
    path: string;
    sha256: string;
  }[];
  return files.length > 0 && files.every((file) => hashOf(join(dirname(row.path), file.path)) === file.sha256);
}

/** As in `DocumentReader.id`. */
function isReadBy(before: string, now: string): boolean {
  return before === now || (!now.includes(', ') && before.startsWith(`${now}, `));
}

/** Null if it cannot be read. */
function hashOf(path: string): string | null {
  try {
    return sha256(readFileSync(path));
  } catch {
    return null;
  }
}
