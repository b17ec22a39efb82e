/** Whether a document's files are what they were when it was read: then nothing is read again. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import type { DocumentProblem } from '../sources/document.ts';

/** What a model did not do it may do another time. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['page-failed', 'chunks-by-structure']);

/**
 * Not if another reader read it, nor if what was missing may be there now. `digest` is empty where an entry was taken
 * out of it. A reader without wishes leaves what one with wishes has read: that may have cost money.
 */
export function isAsItWas(database: Database, id: number, readBy: string): boolean {
  const row = database
    .prepare('SELECT path, format, digest, read_by, problems FROM documents WHERE id = ?')
    .get(id) as {
    path: string;
    format: string;
    digest: string;
    read_by: string;
    problems: string;
  };
  if (!isReadBy(row.read_by, readBy) || row.digest === '') return false;
  const problems = JSON.parse(row.problems) as DocumentProblem[];
  if (problems.some(({ code }) => ASKED_AGAIN.has(code))) return false;
  const files = database.prepare('SELECT path, sha256 FROM files WHERE document_id = ?').all(id) as {
    path: string;
    sha256: string;
  }[];
  // LaTeX looks for packages beside it; versions before did not note which it did not find.
  const isNoted = row.format !== 'latex' || files.some((file) => file.sha256 === '');
  if (problems.length > 0 && !isNoted) return false;
  const folder = dirname(row.path);
  return files.length > 0 && files.every((file) => isSame(join(folder, file.path), file.sha256));
}

/** As in `DocumentReader.id`. */
function isReadBy(before: string, now: string): boolean {
  return before === now || (!now.includes(', ') && before.startsWith(`${now}, `));
}

/** `hash`: empty where there was no file to read. */
function isSame(path: string, hash: string): boolean {
  try {
    return hash === '' ? !statSync(path).isFile() : sha256(readFileSync(path)) === hash;
  } catch {
    return hash === '';
  }
}
