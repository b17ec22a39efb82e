/**
 * A file beside a concept base with what its builds read of each source file, so that the next build reads only what has
 * changed. It may be deleted at any time.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fileExists } from '../base/file-exists.ts';
import { valueOr } from '../base/read-or-null.ts';

/** "lmhr": tells the file from other SQLite files. */
const APPLICATION_ID = 0x6c6d6872;
/** Where a file of SQLite has it. */
const ID_AT = 68;

/** A source file, and in which state it was read. */
export interface CachedReading {
  /** Package and path. */
  file: string;
  state: string;
  /** JSON. */
  data: string;
}

const SCHEMA = `
-- How the source files were read.
CREATE TABLE meta (version TEXT NOT NULL);
-- What was read of a source file (package and path) in this state.
CREATE TABLE readings (file TEXT PRIMARY KEY, state TEXT NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
`;

/** `index.concepts.sqlite` → `index.concepts.cache.sqlite`. */
export function readingCacheOf(basePath: string): string {
  return basePath.replace(/(?:\.sqlite)?$/u, '.cache.sqlite');
}

/** By file. Empty if there is no cache, or one that is damaged or of another version. */
export function cachedReadings(path: string, version: string): Map<string, CachedReading> {
  const rows = withCache(path, (database) =>
    isOfVersion(database, version) ? (database.prepare('SELECT * FROM readings').all() as CachedReading[]) : [],
  );
  return new Map((rows ?? []).map((row) => [row.file, row]));
}

/**
 * Stores readings and removes others, at once. Only time is lost without a cache, so one that cannot be written is
 * removed; a file that is none is left as it is.
 */
export function updateReadings(
  path: string,
  version: string,
  { stored, removed }: { stored: readonly CachedReading[]; removed: readonly string[] },
): void {
  const isUpdated = withCache(path, (database) => {
    if (!isOfVersion(database, version)) return false;
    write(database, stored, removed);
    return true;
  });
  if (isUpdated === true) return;
  try {
    if (fileExists(path) && !isCache(path)) return;
    rmSync(path, { force: true });
    withDatabase(path, (database) => {
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.exec(SCHEMA);
      database.prepare('INSERT INTO meta VALUES (?)').run(version);
      write(database, stored, []);
    });
  } catch {
    // It could not be written, or it is a folder.
    valueOr(null, () => rmSync(path));
  }
}

/** So that the next build reads every file. A file that is no cache is left as it is. */
export function discardReadings(path: string): void {
  if (fileExists(path) && isCache(path)) rmSync(path);
}

function write(database: Database.Database, stored: readonly CachedReading[], removed: readonly string[]): void {
  const remove = database.prepare('DELETE FROM readings WHERE file = ?');
  const store = database.prepare('INSERT OR REPLACE INTO readings VALUES (@file, @state, @data)');
  database.transaction(() => {
    for (const file of removed) remove.run(file);
    for (const reading of stored) store.run(reading);
  })();
}

function isOfVersion(database: Database.Database, version: string): boolean {
  return database.prepare('SELECT version FROM meta').pluck().get() === version;
}

/** Null if there is no cache, or a damaged one. */
function withCache<T>(path: string, work: (database: Database.Database) => T): T | null {
  try {
    if (!fileExists(path) || !isCache(path)) return null;
    return withDatabase(path, work);
  } catch {
    return null;
  }
}

/** Also of an empty or damaged cache: the header of the file still says what it was. */
function isCache(path: string): boolean {
  const header = Buffer.alloc(ID_AT + 4);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) === 0 || header.readUInt32BE(ID_AT) === APPLICATION_ID;
  } finally {
    closeSync(file);
  }
}

function withDatabase<T>(path: string, work: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
