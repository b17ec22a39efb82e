/** An open library: its entries, their edges, and methods to change it. */
import type { Database } from 'better-sqlite3';
import type { Lock } from '../base/lock.ts';
import type { Document } from '../sources/document.ts';
import { addDocument, type AddedDocument, type DocumentLocation } from './add-document.ts';
import type { DerivedUnit } from './derivation.ts';
import { deriveAll } from './derive.ts';
import type { Edge, Entry } from './entry.ts';
import { entryOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import { libraryFailure, openDatabase } from './open-database.ts';
import type { EntryCounts } from './write-entries.ts';

/** Rows per statement: a reader locks the file no longer than for that many. */
const ROWS_PER_STATEMENT = 500;

export interface OpenOptions {
  /** No other process can write until it is closed. */
  writable?: boolean;
  /** With `writable`: whether to create it if it does not exist. */
  create?: boolean;
}

/** @throws {Failure} if it is missing, locked, damaged, foreign, or of a newer lemmahead */
export function openLibrary(path: string, { writable = false, create = writable }: OpenOptions = {}): Library {
  const { database, lock } = openDatabase(path, { writable, create });
  return new Library(path, database, lock);
}

/**
 * Opens the library for `work` and closes it again. Damage or a full disk found by `work` is a `Failure`, as on
 * opening.
 */
export async function withLibrary<T>(
  path: string,
  options: OpenOptions,
  work: (library: Library) => T | Promise<T>,
): Promise<T> {
  const library = openLibrary(path, options);
  try {
    return await work(library);
  } catch (error) {
    throw libraryFailure(path, error);
  } finally {
    library.close();
  }
}

export class Library {
  readonly path: string;
  /** For the modules of this folder. */
  readonly database: Database;
  readonly #lock: Lock | null;

  constructor(path: string, database: Database, lock: Lock | null) {
    this.path = path;
    this.database = database;
    this.#lock = lock;
  }

  /** All entries, by id. Another process may write meanwhile: its new entries may or may not be included. */
  *entries(): Generator<Entry> {
    const statement = this.database.prepare(`${SELECT_ENTRY} WHERE e.id > ? ORDER BY e.id LIMIT ${ROWS_PER_STATEMENT}`);
    for (let last = 0; ;) {
      const rows = statement.all(last) as EntryRow[];
      for (const row of rows) yield entryOf(row);
      if (rows.length < ROWS_PER_STATEMENT) return;
      last = rows.at(-1)!.id;
    }
  }

  entry(id: number): Entry | null {
    return this.entriesById([id])[0] ?? null;
  }

  /** In the order of `ids`; skips missing entries. */
  entriesById(ids: readonly number[]): Entry[] {
    const rows = this.database
      .prepare(`${SELECT_ENTRY} WHERE e.id IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(ids)) as EntryRow[];
    const entries = new Map(rows.map((row) => [row.id, entryOf(row)]));
    return ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
  }

  /** Edges from or to an entry, without duplicates of several makers. */
  edges(id: number): Edge[] {
    return this.database
      .prepare(
        `SELECT from_id AS "from", to_id AS "to", kind FROM edges WHERE from_id = :id
         UNION SELECT from_id, to_id, kind FROM edges WHERE to_id = :id ORDER BY 3, 1, 2`,
      )
      .all({ id }) as Edge[];
  }

  /** Without a source. */
  get isEmpty(): boolean {
    return this.database.prepare('SELECT 1 FROM sources').get() === undefined;
  }

  /** Adds a document completely or not at all: as new, changed or unchanged. */
  addDocument(document: Document, location: DocumentLocation): AddedDocument {
    return addDocument(this.database, document, location);
  }

  /**
   * Adds derivations completely or not at all; returns how many entries changed. `run`: of `startRun`, to undo it.
   * @throws {Failure} `key-taken`
   */
  derive(units: readonly DerivedUnit[], run: number | null = null): EntryCounts[] {
    return deriveAll(this.database, units, (ref) => ref, run);
  }

  close(): void {
    this.database.close();
    this.#lock?.release();
  }
}
