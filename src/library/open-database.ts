/** Opens the file `library.sqlite`: one that is ours, whole, and brought up to the newest step. Never writes over another. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isDiskFull } from '../base/disk-full.ts';
import { Failure } from '../base/errors.ts';
import { takeLock, type Lock, type LockHolder } from '../base/lock.ts';
import { migrate, readState } from './migrate.ts';

/** A writer waits so long for readers, and they for it: both hold the file for moments only. */
const BUSY_TIMEOUT_MS = 20_000;

export interface OpenDatabase {
  database: Database.Database;
  /** Held while it is open for writing. */
  lock: Lock | null;
}

/**
 * @throws {Failure} `library-missing`, `library-busy`, `library-newer`, and what `libraryFailure` says
 */
export function openDatabase(path: string, { writable, create }: { writable: boolean; create: boolean }): OpenDatabase {
  if (!create && !existsSync(path)) {
    throw new Failure({
      exit: 'missing',
      code: 'library-missing',
      message: `There is no library at ${path}.`,
      next: 'lemmahead library add FILE…',
    });
  }
  try {
    return writable ? openForWriting(path) : openForReading(path);
  } catch (error) {
    throw libraryFailure(path, error);
  }
}

function openForWriting(path: string): OpenDatabase {
  mkdirSync(dirname(path), { recursive: true });
  const lock = takeLock(`${path}.lock`, (holder) => busy(path, holder));
  try {
    const database = connect(path);
    try {
      migrate(database, path);
    } catch (error) {
      database.close();
      throw error;
    }
    return { database, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Not with SQLite's `readonly`, which could not roll back what was killed halfway; `query_only` keeps it from writing
 * otherwise. An older library is brought up first, which takes the lock for a moment.
 */
function openForReading(path: string): OpenDatabase {
  let database = connect(path);
  try {
    if (readState(database, path) === 'older') {
      database.close();
      const { database: migrated, lock } = openForWriting(path);
      lock?.release();
      database = migrated;
    }
    database.pragma('query_only = ON');
    return { database, lock: null };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A rollback journal and no WAL: one file to copy, also in a folder that may only be read. A commit takes moments. */
function connect(path: string): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('foreign_keys = ON');
    // Readers are kept out only while a transaction is written at its end, so it stays in memory until then.
    database.pragma('cache_spill = OFF');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function busy(path: string, holder: LockHolder | null): Failure {
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
  return new Failure({
    exit: 'missing',
    code: 'library-busy',
    message: `The library at ${path} is being written by ${who}.`,
    next: 'Wait for it to end, or end it; a lock of a process that is gone is taken over by itself.',
  });
}

const KEEP = 'The file is left as it is.';

/** What the system or SQLite says of the file, as a `Failure`; anything else as it is. */
export function libraryFailure(path: string, error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof Failure || typeof code !== 'string') return error;
  const reason = (error as Error).message;
  const failure = (name: string, message: string, next: string): Failure =>
    new Failure({ exit: 'missing', code: name, message, reason, next }, error);
  if (isDiskFull(error)) {
    return failure(
      'disk-full',
      `The disk that holds ${path} is full; what was added before is kept.`,
      'Make room, then type the same command again: what is there is not read again.',
    );
  }
  if (code === 'SQLITE_NOTADB') {
    return failure('library-foreign', `${path} is no library: it is no SQLite file. ${KEEP}`, MOVE);
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return failure('library-damaged', `The library at ${path} is damaged. ${KEEP}`, RESTORE);
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return failure('library-busy', `The library at ${path} is held by another process.`, 'Wait for it to end.');
  }
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/u.test(code)) {
    return failure('library-unwritable', `The library at ${path} cannot be opened or written.`, ELSEWHERE);
  }
  return code.startsWith('SQLITE_')
    ? failure('library-unreadable', `The library at ${path} cannot be read. ${KEEP}`, RESTORE)
    : error;
}

const MOVE = 'Give another path with --library, or move away what lies there.';
const RESTORE =
  'Put back a copy of the file, or rescue what can be read with `sqlite3 FILE .recover`; then add the documents again.';
const ELSEWHERE = 'Check who may write there, or give another path with --library.';
