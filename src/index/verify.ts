/** Checks that an index is consistent and matches the sources on disk. Reads everything; changes nothing. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { contentDigest } from './digest.ts';
import type { LibraryIndex } from './library-index.ts';
import { openIndex, openDatabase, unreadable } from './open.ts';
import { vectorFaults } from './verify-vectors.ts';

export interface Verification {
  path: string;
  /** Passed checks, as sentences. */
  checks: string[];
  /** Faults, as sentences. */
  faults: string[];
}

/** Throws a `Failure` as `openIndex` does, if the index cannot be opened at all. */
export function verifyIndex(path: string): Verification {
  const index = openIndex(path);
  const verification: Verification = { path, checks: [], faults: [] };
  const note = (check: string, faults: string[]): void => {
    if (faults.length === 0) verification.checks.push(check);
    else verification.faults.push(...faults);
  };
  try {
    note('the file is intact (SQLite integrity check)', integrityFaults(index));
    note('the text index matches its rows (FTS5 integrity check)', textFaults(path));
    note('the digest matches the files', digestFaults(index));
    note('names, columns and lists match the rows', countFaults(index));
    note('the row vectors, if there are any, match the rows', vectorFaults(index));
    note('every source file on disk is unchanged', fileFaults(index));
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    index.close();
  }
  return verification;
}

/** What is wrong with the file of an index from another machine, as a sentence; null if it is intact and has the digest. */
export function verifyDownload(path: string, digest: string): string | null {
  try {
    const index = openIndex(path);
    try {
      if (index.meta('digest') !== digest) return `Its digest is ${index.meta('digest')} instead of ${digest}.`;
      const faults = [...integrityFaults(index), ...digestFaults(index), ...countFaults(index), ...textFaults(path)];
      return faults[0] ?? null;
    } finally {
      index.close();
    }
  } catch (error) {
    const failure = unreadable(path, error);
    if (failure instanceof Failure) return failure.detail.reason ?? failure.message;
    throw failure;
  }
}

function integrityFaults(index: LibraryIndex): string[] {
  const results = index.all<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check);
  return results.length === 1 && results[0] === 'ok' ? [] : results.map((result) => `SQLite: ${result}`);
}

/** FTS5 checks itself by an insert that inserts nothing, which needs a writable connection. */
function textFaults(path: string): string[] {
  const database = openDatabase(path, { writable: true });
  try {
    database.exec("BEGIN; INSERT INTO decls_fts(decls_fts, rank) VALUES ('integrity-check', 1); ROLLBACK");
    return [];
  } catch (error) {
    return [`the text index does not match the rows: ${(error as Error).message}`];
  } finally {
    database.close();
  }
}

function digestFaults(index: LibraryIndex): string[] {
  const files = index.all<{ package: string; path: string; digest: string }>(
    'SELECT p.name AS package, f.path, f.digest FROM files f JOIN packages p ON p.id = f.package_id',
  );
  const digest = contentDigest(files);
  return digest === index.meta('digest')
    ? []
    : [`the digest should be ${digest}, but the index states ${index.meta('digest')}`];
}

function countFaults(index: LibraryIndex): string[] {
  const faults: string[] = [];
  const rows = index.all<{ n: number }>('SELECT count(*) AS n FROM decls')[0]!.n;
  if (rows !== index.rowCount) faults.push(`${rows} rows, but ${index.rowCount} are stated`);
  const alive = index.columns.kind.reduce((sum, kind) => sum + (kind === 255 ? 0 : 1), 0);
  if (alive !== rows) faults.push(`${rows} rows, but the rank columns contain ${alive}`);
  if (index.columns.uses.length !== index.idLimit) faults.push('the rank columns and the rows have different lengths');
  return faults;
}

/** Source files that were deleted or changed since they were read, one sentence each. Does not look for new files. */
export function fileFaults(index: LibraryIndex): string[] {
  const files = index.all<{ root: string; path: string; size: number; mtime: number }>(
    'SELECT p.root, f.path, f.size, f.mtime_ms AS mtime FROM files f JOIN packages p ON p.id = f.package_id',
  );
  return files.flatMap(({ root, path, size, mtime }) => {
    const absolute = join(root, path);
    if (!existsSync(absolute)) return [`${absolute} no longer exists`];
    const stat = statSync(absolute);
    return stat.size === size && stat.mtimeMs === mtime ? [] : [`${absolute} has changed since it was read`];
  });
}
