/** Opens an `index.sqlite` for reading: `LibraryIndex` over prepared statements, everything loaded lazily. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { memoizeByValue } from '../base/memoize.ts';
import type { Notation } from '../lean/declaration.ts';
import { BUILD_COMMAND } from './build-command.ts';
import { NO_ROW, type DeclarationRow, type LibraryIndex, type NameRow, type RowColumns } from './library-index.ts';
import { decodePostings, type Postings } from './postings.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { joined } from './typed-arrays.ts';
import { lines, SELECT_CAMEL_CASED, words, UNKNOWN_NAME, UNREADABLE } from './row-columns.ts';

/** Number of decoded lists that are cached; a query needs tens. */
const MAX_CACHED = 2000;
/** Ids per statement: SQLite plans one statement for all queries of this size. */
const IDS_PER_STATEMENT = 200;

/** Throws a `Failure` if there is no index, or if this version cannot read it. */
export function openIndex(path: string): LibraryIndex {
  try {
    if (!fileExists(path)) throw missing(path);
    return new SqliteIndex(openDatabase(path), path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Opens an index for `work` and closes it again. Damage found by `work` is a `Failure`, as on opening. */
export async function withIndex<T>(path: string, work: (index: LibraryIndex) => T | Promise<T>): Promise<T> {
  const index = openIndex(path);
  try {
    return await work(index);
  } catch (error) {
    throw /^SQLITE_(?:CORRUPT|IOERR)/u.test((error as { code?: string }).code ?? '') ? unreadable(path, error) : error;
  } finally {
    index.close();
  }
}

/**
 * Opens the file and checks that it is an index of this schema. Does not use SQLite's `readonly`, which could not roll
 * back an update that was killed halfway; `query_only` prevents other writes.
 */
export function openDatabase(path: string, { writable = false } = {}): Database.Database {
  const database = new Database(path, { fileMustExist: true, timeout: 5000 });
  try {
    if (!writable) database.pragma('query_only = ON');
    const schema = database.prepare("SELECT value FROM meta WHERE key = 'schema'").pluck().get() as string | undefined;
    if (schema === undefined) throw foreign(path);
    if (schema !== String(SCHEMA_VERSION)) throw otherSchema(path, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function missing(path: string): Failure {
  return new Failure('missing', 'index-missing', { message: `There is no index at ${path}.`, next: BUILD_COMMAND });
}

function otherSchema(path: string, schema: string): Failure {
  const newer = Number(schema) > SCHEMA_VERSION;
  return new Failure('missing', 'index-schema', {
    message: `The index at ${path} has ${newer ? 'a newer' : 'an older'} schema (${schema}; this lemmahead reads ${SCHEMA_VERSION}).`,
    reason: newer ? 'A newer lemmahead wrote it.' : 'An older lemmahead wrote it.',
    next: BUILD_COMMAND,
  });
}

/** Turns an error of SQLite, or of the system about this file, into a `Failure`; returns any other error unchanged. */
export function unreadable(path: string, error: unknown): unknown {
  const { code, path: of, message: reason } = error as NodeJS.ErrnoException;
  if (error instanceof Failure || typeof code !== 'string') return error;
  const failure = (what: string, name: string, next: string): Failure =>
    new Failure('missing', name, { message: `${path} ${what}.`, reason, next, cause: error });
  if (of === path) return failure('cannot be read', 'index-unreadable', CHECK_PERMISSIONS);
  if (!code.startsWith('SQLITE_')) return error;
  if (code === 'SQLITE_NOTADB')
    return failure('is not an index: it is not a SQLite file', 'index-not-sqlite', OTHER_INDEX);
  if (code.startsWith('SQLITE_CORRUPT')) return failure('is damaged', 'index-damaged', BUILD_COMMAND);
  if (code === 'SQLITE_ERROR') return foreign(path, error as Error);
  if (code.startsWith('SQLITE_BUSY'))
    return failure('is being written by another process', 'index-busy', 'Wait for it to finish.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return failure('is a folder', 'index-unreadable', OTHER_INDEX);
  return failure('cannot be read', 'index-unreadable', CHECK_PERMISSIONS);
}

function foreign(path: string, cause?: Error): Failure {
  const message = `${path} is a SQLite file, but not an index of lemmahead.`;
  const reason = cause?.message ?? 'It has no schema version.';
  return new Failure('missing', 'index-foreign', { message, reason, next: OTHER_INDEX, cause });
}

const OTHER_INDEX = 'Give the file of an index: --index FILE. `lemmahead index path` shows the default one.';
const CHECK_PERMISSIONS =
  'Check the permissions of the file and of the folders above it, or give another index: --index FILE.';

/** A row as selected; flags are 0 or 1. */
type RawRow = Omit<DeclarationRow, 'attributes' | 'modifiers' | 'variables' | 'opens' | Flag> &
  Record<'attributes' | 'modifiers' | 'variables' | 'opens', string> &
  Record<Flag | 'typeAt', number>;
type Flag = 'isPrivate' | 'isApproximate' | 'isDeprecated';

class SqliteIndex implements LibraryIndex {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #lists = new Map<string, Postings | null>();
  #columns: RowColumns | null = null;
  #notations: Notation[] | null = null;
  #hasDeltas: boolean | null = null;

  constructor(database: Database.Database, path: string) {
    this.#database = database;
    this.path = path;
  }

  get idLimit(): number {
    return Number(this.meta('id_limit'));
  }

  get rowCount(): number {
    return Number(this.meta('row_count'));
  }

  meta(key: string): string | null {
    return (this.#prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined) ?? null;
  }

  row(id: number): DeclarationRow | null {
    return this.rows([id])[0] ?? null;
  }

  rows(ids: readonly number[]): DeclarationRow[] {
    const { uses, flags } = this.columns;
    return this.#select<RawRow>(SELECT_ROW, ids).map((raw) => ({
      ...raw,
      type: raw.signature.slice(raw.typeAt),
      attributes: words(raw.attributes),
      modifiers: words(raw.modifiers),
      isPrivate: raw.isPrivate === 1,
      isApproximate: raw.isApproximate === 1 || (flags[raw.id]! & (UNREADABLE | UNKNOWN_NAME)) !== 0,
      isDeprecated: raw.isDeprecated === 1,
      variables: lines(raw.variables),
      opens: lines(raw.opens),
      uses: uses[raw.id] ?? 0,
    }));
  }

  nameRows(ids: readonly number[]): NameRow[] {
    const { uses } = this.columns;
    return this.#select<Pick<RawRow, keyof NameRow>>(SELECT_NAME, ids).map((raw) => ({
      ...raw,
      isPrivate: raw.isPrivate === 1,
      isDeprecated: raw.isDeprecated === 1,
      uses: uses[raw.id] ?? 0,
    }));
  }

  idsByName(name: string): number[] {
    return this.#prepare('SELECT id FROM decls WHERE name = ? ORDER BY id').pluck().all(name) as number[];
  }

  idsByNameLower(nameLower: string): number[] {
    return this.#prepare('SELECT id FROM decls WHERE name_lower = ? ORDER BY id').pluck().all(nameLower) as number[];
  }

  postings(token: string): Postings | null {
    const cached = this.#lists.get(token);
    if (cached !== undefined) return cached;
    if (this.#lists.size >= MAX_CACHED) this.#lists.clear();
    const list = this.#readList(token);
    this.#lists.set(token, list);
    return list;
  }

  tokensWithPrefix(prefix: string): { token: string; count: number }[] {
    const sql = 'SELECT token, sum(count) AS count FROM postings WHERE token >= ? AND token < ? GROUP BY token';
    return this.#prepare(sql).all(prefix, `${prefix}\u{10FFFF}`) as { token: string; count: number }[];
  }

  get columns(): RowColumns {
    this.#columns ??= readColumns(this.#database);
    return this.#columns;
  }

  notations(): Notation[] {
    this.#notations ??= (
      this.#prepare('SELECT data FROM notations ORDER BY file_id, line').pluck().all() as string[]
    ).map((data) => JSON.parse(data) as Notation);
    return this.#notations;
  }

  all<T>(sql: string, ...parameters: unknown[]): T[] {
    return this.#prepare(sql).all(...parameters) as T[];
  }

  close(): void {
    this.#database.close();
  }

  readonly #prepare = memoizeByValue((sql: string): Database.Statement => this.#database.prepare(sql));

  /** Rows in the order of `ids`; skips ids without a row. */
  #select<T extends { id: number }>(select: string, ids: readonly number[]): T[] {
    if (ids.length === 0) return [];
    const size = ids.length === 1 ? 1 : IDS_PER_STATEMENT;
    const statement = this.#prepare(`${select} WHERE d.id IN (${new Array(size).fill('?').join(',')})`);
    const found = new Map<number, T>();
    for (let start = 0; start < ids.length; start += size) {
      const chunk = ids.slice(start, start + size);
      const filled = chunk.concat(new Array<number>(size - chunk.length).fill(chunk[0]!));
      for (const raw of statement.all(...filled) as T[]) found.set(raw.id, raw);
    }
    return ids.map((id) => found.get(id)).filter((raw) => raw !== undefined);
  }

  #readList(token: string): Postings | null {
    const segments = this.#prepare('SELECT count, data FROM postings WHERE token = ? ORDER BY segment').all(token) as {
      count: number;
      data: Uint8Array;
    }[];
    if (segments.length === 0) return null;
    const lists = segments.map(({ count, data }) => decodePostings(data, count));
    const list = lists.length === 1 ? lists[0]! : joinedLists(lists);
    // Only an update leaves deleted rows in a list. Lists of identifiers contain files, and updates rewrite them.
    this.#hasDeltas ??= this.meta('segments') !== '1';
    return this.#hasDeltas && !token.startsWith('u:') ? withoutDeleted(list, this.columns.kind) : list;
  }
}

export function readColumns(database: Database.Database): RowColumns {
  const read = (name: string): Uint8Array =>
    database.prepare('SELECT data FROM row_columns WHERE name = ?').pluck().get(name) as Uint8Array;
  const uses = read('uses');
  return {
    kind: read('kind'),
    flags: read('flags'),
    origin: read('origin'),
    uses: new Float32Array(uses.buffer.slice(uses.byteOffset, uses.byteOffset + uses.byteLength)),
  };
}

const joinedLists = (lists: readonly Postings[]): Postings => ({
  ids: joined(
    Uint32Array,
    lists.map(({ ids }) => ids),
  ),
  weights: joined(
    Uint8Array,
    lists.map(({ weights }) => weights),
  ),
});

function withoutDeleted({ ids, weights }: Postings, kind: Uint8Array): Postings {
  let length = 0;
  for (let i = 0; i < ids.length; i++) {
    if (kind[ids[i]!] === NO_ROW) continue;
    ids[length] = ids[i]!;
    weights[length++] = weights[i]!;
  }
  return { ids: ids.subarray(0, length), weights: weights.subarray(0, length) };
}

const SELECT_ROW = `
SELECT ${SELECT_CAMEL_CASED}, s.variables, s.opens, f.module, p.name AS package FROM decls d
JOIN scopes s ON s.id = d.scope_id JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id`;
const SELECT_NAME = `
SELECT d.id, d.name, d.origin, d.is_private AS isPrivate, d.is_deprecated AS isDeprecated FROM decls d`;
