/** A new index takes the place of the old in one step, or not at all. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { isRunning } from '../base/process-state.ts';

/** Where the next build of an index is written; only the holder of the lock may. */
export function buildingPath(indexPath: string): string {
  return `${indexPath}.building.${process.pid}`;
}

/** Removes what dead builds have left: half-written indexes and locks. Only the holder of the lock may. */
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
 * Throws a `Failure` if what lies at the path is no file, or one that no index can have been: a mistyped `--out` must
 * not cost anyone their work. What SQLite calls damaged may have been an index, and may go; what it cannot read now, not.
 */
export function refuseForeign(indexPath: string): void {
  const stat = statSync(indexPath, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isFile() && (stat.size === 0 || mayBeIndex(indexPath)))) return;
  throw new Failure({
    exit: 'usage',
    code: 'index-path-taken',
    message: `${indexPath} is ${stat.isFile() ? 'a file that is no index' : 'no file'}; it is left as it is.`,
    next: 'Give another path with --out, or move away what lies there.',
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
    if (CANNOT_SAY.test(code)) throw cannotSay(path, error as Error);
    return code !== 'SQLITE_NOTADB';
  }
}

/** Somebody else has it locked, or we may not read it. */
const CANNOT_SAY = /^SQLITE_(?:BUSY|LOCKED|CANTOPEN|PERM|AUTH|IOERR)/u;

function cannotSay(path: string, error: Error): Failure {
  return new Failure(
    {
      exit: 'missing',
      code: 'index-path-unreadable',
      message: `What lies at ${path} cannot be read, and may be no index; it is left as it is.`,
      reason: error.message,
      next: 'Try again once nobody else has it open, or give another path with --out.',
    },
    error,
  );
}

/** Puts a finished file in the place of the index, on disk for sure before it is seen. */
export function replaceIndex(finished: string, indexPath: string): void {
  sync(finished);
  // A journal beside the old index belongs to an update that was killed; over a new file it would be poison.
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
