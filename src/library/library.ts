/** The library, open: its entries, what leads from one to another, and the ways to change it. */
import type { Database } from 'better-sqlite3';
import type { Lock } from '../base/lock.ts';
import type { Document } from '../sources/document.ts';
import { addDocument, type AddedDocument, type Shelf } from './add-document.ts';
import type { Edge, Entry } from './entry.ts';
import { entryOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import { libraryFailure, openDatabase } from './open-database.ts';

/** Rows a statement: a reader holds the file no longer than that. */
const ROWS_AT_ONCE = 500;

export interface OpenOptions {
  /** Nobody else writes it until it is closed. */
  writable?: boolean;
  /** With `writable`: whether it is made where there is none. */
  create?: boolean;
}

/** @throws {Failure} where there is none, or one that is held, damaged, foreign or of a newer lemmahead */
export function openLibrary(path: string, { writable = false, create = writable }: OpenOptions = {}): Library {
  const { database, lock } = openDatabase(path, { writable, create });
  return new Library(path, database, lock);
}

/**
 * Opens the library for `work` and closes it again; damage or a full disk that is found on the way is a `Failure`, as
 * it is at opening.
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
  /** For the files of this room. */
  readonly database: Database;
  readonly #lock: Lock | null;

  constructor(path: string, database: Database, lock: Lock | null) {
    this.path = path;
    this.database = database;
    this.#lock = lock;
  }

  /** All of them, by id. Another process may write meanwhile: what it adds may or may not be among them. */
  *entries(): Generator<Entry> {
    const statement = this.database.prepare(`${SELECT_ENTRY} WHERE e.id > ? ORDER BY e.id LIMIT ${ROWS_AT_ONCE}`);
    for (let last = 0; ;) {
      const rows = statement.all(last) as EntryRow[];
      for (const row of rows) yield entryOf(row);
      if (rows.length < ROWS_AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  }

  entry(id: number): Entry | null {
    return this.entriesById([id])[0] ?? null;
  }

  /** In the order of `ids`, without those that are gone. */
  entriesById(ids: readonly number[]): Entry[] {
    const rows = this.database
      .prepare(`${SELECT_ENTRY} WHERE e.id IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(ids)) as EntryRow[];
    const entries = new Map(rows.map((row) => [row.id, entryOf(row)]));
    return ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
  }

  /** Those that begin or end at an entry. */
  edges(id: number): Edge[] {
    return this.database
      .prepare(
        `SELECT from_id AS "from", to_id AS "to", kind FROM edges WHERE from_id = :id
         UNION SELECT from_id, to_id, kind FROM edges WHERE to_id = :id ORDER BY 3, 1, 2`,
      )
      .all({ id }) as Edge[];
  }

  /** A document into it, whole or not at all: new, changed, or as it was. */
  addDocument(document: Document, shelf: Shelf): AddedDocument {
    return addDocument(this.database, document, shelf);
  }

  close(): void {
    this.database.close();
    this.#lock?.release();
  }
}
