/** Opens `library.sqlite` after checking its owner and integrity, and upgrades it. Never overwrites another file. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isDiskFull } from '../base/disk-full.ts';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { takeLock, type Lock, type LockHolder } from '../base/lock.ts';
import { migrate, readState } from './migrate.ts';

/** How long writers and readers wait for each other. Both lock the file only for moments. */
const BUSY_TIMEOUT_MS = 20_000;

export interface OpenDatabase {
  database: Database.Database;
  /** Held while the database is open for writing. */
  lock: Lock | null;
}

/**
 * @throws {Failure} `library-missing`, `library-busy`, `library-newer`, and those of `libraryFailure`
 */
export function openDatabase(path: string, { writable, create }: { writable: boolean; create: boolean }): OpenDatabase {
  try {
    if (!create && !fileExists(path)) throw missing(path);
    return writable ? openForWriting(path) : openForReading(path);
  } catch (error) {
    throw libraryFailure(path, error);
  }
}

function missing(path: string): Failure {
  return new Failure('missing', 'library-missing', {
    message: `There is no library at ${path}.`,
    next: 'lemmahead library add FILE…',
  });
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
 * Does not use SQLite's `readonly`, which could not roll back a write that was killed halfway; `query_only` prevents
 * other writes. An older library is upgraded first, which takes the lock for a moment.
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

/** Uses a rollback journal instead of WAL: one file to copy, which also works in a read-only folder. Commits are short. */
function connect(path: string): Database.Database {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('foreign_keys = ON');
    // A transaction stays in memory until its end, so readers are locked out only while it is written.
    database.pragma('cache_spill = OFF');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function busy(path: string, holder: LockHolder | null): Failure {
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
  return new Failure('missing', 'library-busy', {
    message: `The library at ${path} is being written by ${who}.`,
    next: 'Wait for it to finish, or stop it. The lock of a dead process is taken over automatically.',
  });
}

const UNCHANGED = 'The file is left unchanged.';

/** Turns an error of the system or SQLite about the file into a `Failure`; returns any other error unchanged. */
export function libraryFailure(path: string, error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof Failure || typeof code !== 'string') return error;
  const reason = (error as Error).message;
  const failure = (name: string, message: string, next: string): Failure =>
    new Failure('missing', name, { message, reason, next, cause: error });
  if (isDiskFull(error)) {
    return failure(
      'disk-full',
      `The disk that holds ${path} is full; documents that were added before are kept.`,
      'Free disk space, then repeat the command: documents that were added are not read again.',
    );
  }
  if (code === 'SQLITE_NOTADB') {
    return failure('library-foreign', `${path} is not a library: it is not a SQLite file. ${UNCHANGED}`, MOVE);
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return failure('library-damaged', `The library at ${path} is damaged. ${UNCHANGED}`, RESTORE);
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return failure('library-busy', `The library at ${path} is in use by another process.`, 'Wait for it to finish.');
  }
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/u.test(code)) {
    return failure('library-unwritable', `The library at ${path} cannot be opened or written.`, ELSEWHERE);
  }
  return code.startsWith('SQLITE_')
    ? failure('library-unreadable', `The library at ${path} cannot be read. ${UNCHANGED}`, RESTORE)
    : error;
}

const MOVE = 'Give another path with --library, or move the existing file away.';
const RESTORE =
  'Restore a copy of the file, or recover what can be read with `sqlite3 FILE .recover`; then add the documents again.';
const ELSEWHERE = 'Check the permissions of the file and of the folders above it, or give another path with --library.';
