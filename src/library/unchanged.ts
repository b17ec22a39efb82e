/** Checks whether a document's files are as they were when it was read: it is then not read again. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { sha256 } from '../base/hash.ts';
import type { DocumentProblem } from '../sources/document.ts';
import { folderDigest } from '../sources/folder-digest.ts';

/** Problems of model calls, which may succeed on another attempt. */
const RETRIED_PROBLEMS: ReadonlySet<string> = new Set(['page-failed', 'chunks-by-structure']);

/**
 * False if another reader read the document, or if missing data may be available now. `digest` is empty if an entry was
 * removed from it. A reader without options accepts what one with options has read, because that may have cost money.
 */
export function isUnchanged(database: Database, id: number, readBy: string): boolean {
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
  if (problems.some(({ code }) => RETRIED_PROBLEMS.has(code))) return false;
  const files = database.prepare('SELECT path, sha256 FROM files WHERE document_id = ?').all(id) as {
    path: string;
    sha256: string;
  }[];
  // LaTeX searches for packages next to the file; earlier versions did not record the missing ones.
  const recordsMissing = row.format !== 'latex' || files.some((file) => file.sha256 === '');
  if (problems.length > 0 && !recordsMissing) return false;
  const folder = dirname(row.path);
  return files.length > 0 && files.every((file) => isSame(join(folder, file.path), file.sha256));
}

/** Compares reader ids, see `DocumentReader.id`. */
function isReadBy(before: string, now: string): boolean {
  return before === now || (!now.includes(', ') && before.startsWith(`${now}, `));
}

/** `hash`: empty if there was no file to read. */
function isSame(path: string, hash: string): boolean {
  try {
    const stat = statSync(path);
    if (hash === '') return !stat.isFile();
    return (stat.isDirectory() ? folderDigest(path) : sha256(readFileSync(path))) === hash;
  } catch {
    return hash === '';
  }
}
