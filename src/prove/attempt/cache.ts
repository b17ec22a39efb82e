/**
 * The proof cache shared by runs, in the user's cache folder: search results, rejections by Lean, parsed errors. It never
 * stores acceptances, because the folder is not trusted.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** The kind of a row. A changed content needs a new name. */
export type CacheTable = 'retrieval@2' | 'rejection@1' | 'once@1';

/** If there are more rows, the older half is deleted. */
const MAX_ROWS = 200_000;
/** Other processes write for a few milliseconds at most. */
const BUSY_MS = 2000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS kept (
  what TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, used INTEGER NOT NULL,
  PRIMARY KEY (what, key)
) WITHOUT ROWID;
PRAGMA user_version = 1;
`;

/** Failures of the file disable the cache and have no other effect. */
export class Cache {
  readonly #path: string;
  readonly #onNotice: (notice: string) => void;
  #database: Database.Database | null;
  #find: Database.Statement | null = null;
  #insert: Database.Statement | null = null;
  readonly #pending: [CacheTable, string, string][] = [];

  constructor(path: string, onNotice: (notice: string) => void) {
    this.#path = path;
    this.#onNotice = onNotice;
    this.#database = this.#open();
  }

  /** Returns null if there is no entry or it is not valid JSON. */
  find(what: CacheTable, key: string): unknown {
    return this.#guarded(() => {
      const value = this.#find?.pluck().get(what, key) as string | undefined;
      return value === undefined ? null : (JSON.parse(value) as unknown);
    });
  }

  /** Written to disk by `flush`. */
  store(what: CacheTable, key: string, value: unknown): void {
    this.#pending.push([what, key, JSON.stringify(value)]);
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    const rows = this.#pending.splice(0);
    this.#guarded(() => {
      const now = Math.floor(Date.now() / 1000);
      this.#database?.transaction(() => {
        for (const row of rows) this.#insert?.run(...row, now);
      })();
      return null;
    });
  }

  close(): void {
    this.flush();
    this.#guarded(() => {
      this.#database
        ?.prepare('DELETE FROM kept WHERE (SELECT count(*) FROM kept) > ? AND used < (SELECT avg(used) FROM kept)')
        .run(MAX_ROWS);
      return null;
    });
    this.#database?.close();
    this.#database = null;
  }

  #open(): Database.Database | null {
    try {
      return this.#openDatabase();
    } catch (error) {
      return this.#recreate(error);
    }
  }

  #openDatabase(): Database.Database {
    mkdirSync(dirname(this.#path), { recursive: true });
    const database = new Database(this.#path, { timeout: BUSY_MS });
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = OFF');
      database.exec(SCHEMA);
      this.#find = database.prepare('SELECT value FROM kept WHERE what = ? AND key = ?');
      this.#insert = database.prepare('INSERT OR REPLACE INTO kept (what, key, value, used) VALUES (?, ?, ?, ?)');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Recreates a damaged database; returns null if that fails or another error occurred. */
  #recreate(error: unknown): Database.Database | null {
    const { code = '', message } = error as { code?: string; message: string };
    if (!/^SQLITE_(?:NOTADB|CORRUPT|ERROR)/u.test(code)) {
      this.#onNotice(`The cache ${this.#path} cannot be used: ${message}. This run continues without it.`);
      return null;
    }
    try {
      for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true });
      const database = this.#openDatabase();
      this.#onNotice(`The cache ${this.#path} was damaged and has been recreated.`);
      return database;
    } catch {
      this.#onNotice(`The cache ${this.#path} cannot be used: ${message}. This run continues without it.`);
      return null;
    }
  }

  #guarded<T>(work: () => T): T | null {
    if (this.#database === null) return null;
    try {
      return work();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      // Another process blocks the file: losing this row only costs time.
      if (code.startsWith('SQLITE_BUSY') || error instanceof SyntaxError) return null;
      this.#database.close();
      this.#database = this.#recreate(error);
      return null;
    }
  }
}
