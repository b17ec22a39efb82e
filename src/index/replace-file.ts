/** Replaces the old index by a new one in a single step. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { isRunning } from '../base/process-state.ts';

/** Path of the next build of an index; only the lock holder may write there. */
export function buildingPath(indexPath: string): string {
  return `${indexPath}.building.${process.pid}`;
}

/** Removes files of dead builds: half-written indexes and locks. Only the lock holder may call it. */
export function removeLeftovers(indexPath: string): void {
  const folder = dirname(indexPath);
  const building = `${basename(indexPath)}.building.`;
  const lock = `${basename(indexPath)}.lock.`;
  for (const name of readdirSync(folder)) {
    const isDead = name.startsWith(lock) && !isRunning(Number(name.slice(name.lastIndexOf('.') + 1)));
    if (isDead || name.startsWith(building)) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Throws a `Failure` for a path that cannot be that of an index: a mistyped `--out` must not destroy data. A file that
 * SQLite calls damaged may have been an index and may be replaced; one that it cannot read at the moment may not.
 */
export function refuseForeign(indexPath: string): void {
  const stat = statSync(indexPath, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isFile() && (stat.size === 0 || mayBeIndex(indexPath)))) return;
  throw new Failure('usage', 'index-path-taken', {
    message: `${indexPath} is ${stat.isFile() ? 'a file that is not an index' : 'not a file'}; it is left unchanged.`,
    next: 'Give another path with --out, or move the existing file or folder away.',
  });
}

function mayBeIndex(path: string): boolean {
  try {
    const database = new Database(path, { readonly: true, timeout: 5000 });
    try {
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
      return tables.length === 0 || tables.includes('decls');
    } finally {
      database.close();
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (UNREADABLE.test(code)) throw unreadablePath(path, error as Error);
    return code !== 'SQLITE_NOTADB';
  }
}

/** Another process has locked the file, or we lack permission to read it. */
const UNREADABLE = /^SQLITE_(?:BUSY|LOCKED|CANTOPEN|PERM|AUTH|IOERR)/u;

function unreadablePath(path: string, error: Error): Failure {
  return new Failure('missing', 'index-path-unreadable', {
    message: `${path} cannot be read and may not be an index; it is left unchanged.`,
    reason: error.message,
    next: 'Try again when no other process has it open, or give another path with --out.',
    cause: error,
  });
}

/** Moves a finished file to the path of the index, after it is safely on disk. */
export function replaceIndex(finished: string, indexPath: string): void {
  sync(finished);
  // A journal next to the old index belongs to a killed update and would corrupt the new file.
  rmSync(`${indexPath}-journal`, { force: true });
  renameSync(finished, indexPath);
  sync(dirname(indexPath));
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
