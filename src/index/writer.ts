/** Writes rows into the tables of an index, for builds and updates. Does not decide what changes. */
import Database from 'better-sqlite3';
import { ORIGINS, type Mention, type Notation, type Problem } from '../lean/declaration.ts';
import { fileDigest } from './digest.ts';
import type { ExpansionEntry } from './expansion-rows.ts';
import { NO_ROW, type RowColumns } from './library-index.ts';
import { toBlocks, type RowVectorPart, type VectorBlock } from './row-vectors.ts';
import { KIND_NUMBERS } from './row-batch.ts';
import { INSERT_ROW, insertedValues, type Row, type ScopeOfRows, UNKNOWN_NAME, UNREADABLE } from './row-columns.ts';
import { SCHEMA, SCHEMA_INDEXES } from './schema.ts';
import type { SourceFile, SourcePackage } from './source-files.ts';
import type { TokenList } from './token-lists.ts';
import { grown } from './typed-arrays.ts';
import { rowsWithUnknownNames } from './unknown-names.ts';

export type PackageEntry = SourcePackage & { id: number };

/** A row of `files`. */
export interface FileEntry extends Omit<SourceFile, 'package'> {
  id: number;
  packageId: number;
  title: string | null;
  /** 1 if it extends Lean, otherwise 0. */
  isProgram: number;
  /** Hash of the content; '' if it could not be read. */
  hash: string;
  /** Digest of the file's written rows and remarks. */
  ownDigest: string;
  generatedDigest: string;
  outline: Uint8Array;
  identifiers: Uint8Array;
  proofs: Uint8Array;
  skeletons: Uint8Array;
}

/** The content of files apart from declarations. */
export interface Remarks {
  mentions: (Mention & { fileId: number; declName: string | null })[];
  notations: (Notation & { fileId: number })[];
  problems: (Problem & { fileId: number; isGenerated?: number })[];
}

/** For a new file that is discarded on any error: no journal, no waiting for the disk. */
const BULK_PRAGMAS = `
PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
PRAGMA cache_size = -12288; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY;
`;

/** Bytes of terms that FTS5 collects before it writes a segment: large during a build, so few are merged. */
const FTS_BULK_HASH = 12 << 20;
const FTS_DEFAULT_HASH = 1 << 20;

export class IndexWriter {
  readonly database: Database.Database;
  #insertRow: Database.Statement;
  #insertScope: Database.Statement;
  #scopeCount: number;
  #columns = {
    kind: new Uint8Array(1 << 16).fill(NO_ROW),
    flags: new Uint8Array(1 << 16),
    origin: new Uint8Array(1 << 16),
  };
  #idLimit = 1;

  /** For an update of an existing file: continues its rank columns. */
  static forUpdate(database: Database.Database, { kind, flags, origin }: RowColumns): IndexWriter {
    const writer = new IndexWriter(database);
    const copies = [kind, flags, origin].map((column) => Uint8Array.from(column));
    writer.#columns = { kind: copies[0]!, flags: copies[1]!, origin: copies[2]! };
    writer.#idLimit = kind.length;
    return writer;
  }

  /** Creates the tables in a new file. */
  static create(path: string): IndexWriter {
    const database = new Database(path);
    database.exec(BULK_PRAGMAS);
    database.exec(SCHEMA);
    database.exec(`INSERT INTO decls_fts(decls_fts, rank) VALUES ('hashsize', ${FTS_BULK_HASH})`);
    database.exec('BEGIN');
    return new IndexWriter(database);
  }

  constructor(database: Database.Database) {
    this.database = database;
    this.#insertRow = database.prepare(INSERT_ROW);
    this.#insertScope = database.prepare('INSERT INTO scopes (id, variables, opens) VALUES (?, ?, ?)');
    this.#scopeCount = database.prepare('SELECT coalesce(max(id), 0) FROM scopes').pluck().get() as number;
  }

  /** The current rank columns. */
  get columns(): Omit<RowColumns, 'uses'> {
    const { kind, flags, origin } = this.#columns;
    const limit = this.#idLimit;
    return { kind: kind.subarray(0, limit), flags: flags.subarray(0, limit), origin: origin.subarray(0, limit) };
  }

  /** Inserts rows; their ids start at `firstId`. */
  addRows(firstId: number, rows: readonly Row[]): void {
    const limit = firstId + rows.length;
    this.#reserve(limit);
    const scopeIds = new Map<ScopeOfRows, number>();
    rows.forEach((row, at) => {
      const id = firstId + at;
      const scopeId = scopeIds.get(row.scope) ?? this.#addScope(row.scope);
      scopeIds.set(row.scope, scopeId);
      this.#columns.kind[id] = KIND_NUMBERS.get(row.kind) ?? NO_ROW;
      this.#columns.flags[id] = row.flags;
      this.#columns.origin[id] = ORIGIN_NUMBERS.get(row.origin) ?? 0;
      this.#insertRow.run(...insertedValues(id, row, scopeId));
    });
    this.database.prepare(INDEX_TEXT).run(firstId, limit - 1);
  }

  #addScope({ variables, opens }: ScopeOfRows): number {
    this.#insertScope.run(++this.#scopeCount, variables, opens);
    return this.#scopeCount;
  }

  /** Deletes rows, also from the text index. Lists still contain them; readers detect deleted rows by the columns. */
  removeRows(ids: readonly number[]): void {
    const text = this.database.prepare(UNINDEX_TEXT);
    const row = this.database.prepare('DELETE FROM decls WHERE id = ?');
    for (const id of ids) {
      text.run(id);
      row.run(id);
      this.#columns.kind[id] = NO_ROW;
    }
  }

  #reserve(limit: number): void {
    this.#idLimit = Math.max(this.#idLimit, limit);
    const { length } = this.#columns.kind;
    if (limit <= length) return;
    const { kind, flags, origin } = this.#columns;
    const size = 2 * limit;
    this.#columns = {
      kind: grown(kind, size).fill(NO_ROW, length),
      flags: grown(flags, size),
      origin: grown(origin, size),
    };
  }

  addFiles(files: readonly FileEntry[]): void {
    const insert = this.database.prepare(INSERT_FILE);
    for (const file of files) insert.run({ ...file, digest: fileDigest(file) });
  }

  addPackages(packages: readonly PackageEntry[]): void {
    const insert = this.database.prepare('INSERT INTO packages VALUES (@id, @name, @root, @rev, @kind)');
    for (const entry of packages) insert.run(entry);
  }

  addRemarks({ mentions, notations, problems }: Remarks): void {
    const mention = this.database.prepare('INSERT INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?)');
    for (const { fileId, line, target, kind, namespace, text, declName } of mentions)
      mention.run(fileId, line, target, kind, namespace, text, declName);
    const notation = this.database.prepare('INSERT INTO notations VALUES (?, ?, ?)');
    for (const { fileId, ...entry } of notations) notation.run(fileId, entry.line, JSON.stringify(entry));
    const problem = this.database.prepare('INSERT INTO problems VALUES (@fileId, @line, @message, @isGenerated)');
    for (const entry of problems) problem.run({ isGenerated: 0, ...entry });
  }

  addLists(lists: Iterable<TokenList>, segment: number): void {
    const insert = this.database.prepare('INSERT INTO postings (token, segment, count, data) VALUES (?, ?, ?, ?)');
    for (const { token, count, bytes } of lists) {
      insert.run(token, segment, count, bytes);
    }
  }

  /** Parts and their rows are in rising order of id; existing blocks are extended. */
  addVectors(parts: readonly RowVectorPart[]): void {
    const dimension = parts.reduce((most, { ids, vectors }) => Math.max(most, vectors.length / (ids.length || 1)), 0);
    if (dimension === 0) return;
    const select = this.database.prepare('SELECT number, vectors, counts, words FROM row_vectors WHERE number = ?');
    const insert = this.database.prepare(
      'INSERT OR REPLACE INTO row_vectors VALUES (@number, @vectors, @counts, @words)',
    );
    const before = (number: number): VectorBlock | null => (select.get(number) as VectorBlock | undefined) ?? null;
    for (const block of toBlocks(parts, dimension, before)) insert.run(block);
  }

  /** Call after the rows are added. */
  markUnreadable(ids: readonly number[]): void {
    for (const id of ids) this.#columns.flags[id]! |= UNREADABLE;
  }

  /** Call after all rows and lists are added. */
  markUnknownNames(): void {
    const { flags } = this.#columns;
    for (let id = 0; id < flags.length; id++) flags[id]! &= ~UNKNOWN_NAME;
    for (const id of rowsWithUnknownNames(this.database)) flags[id]! |= UNKNOWN_NAME;
  }

  /** Stores the rank columns, with the given uses. */
  storeColumns(uses: Float32Array): void {
    const insert = this.database.prepare('INSERT OR REPLACE INTO row_columns VALUES (?, ?)');
    const bytes = new Uint8Array(uses.buffer, uses.byteOffset, uses.byteLength);
    for (const [name, data] of Object.entries({ ...this.columns, uses: bytes })) insert.run(name, data);
  }

  addExpansions(expansions: readonly ExpansionEntry[]): void {
    const insert = this.database.prepare(
      'INSERT OR REPLACE INTO expansions VALUES (@place, @module, @queryHashes, @left, @shared)',
    );
    for (const entry of expansions) insert.run(entry);
  }

  setMeta(meta: Record<string, string>): void {
    const insert = this.database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
    for (const [key, value] of Object.entries(meta)) insert.run(key, value);
  }

  /** Called after all rows: sorting once is faster than maintaining order. */
  addIndexes(): void {
    this.database.exec(SCHEMA_INDEXES);
  }

  /** Completes the file and closes it. */
  finish(): void {
    this.database.exec(`INSERT INTO decls_fts(decls_fts, rank) VALUES ('hashsize', ${FTS_DEFAULT_HASH})`);
    this.database.exec('COMMIT');
    this.database.close();
  }
}

const ORIGIN_NUMBERS = new Map<string, number>(ORIGINS.map((origin, i) => [origin, i]));

const INDEX_TEXT = `
INSERT INTO decls_fts (rowid, name, signature, doc) SELECT id, name, signature, doc FROM decls WHERE id BETWEEN ? AND ?`;

const UNINDEX_TEXT = `
INSERT INTO decls_fts (decls_fts, rowid, name, signature, doc)
SELECT 'delete', id, name, signature, doc FROM decls WHERE id = ?`;

const INSERT_FILE = `
INSERT INTO files VALUES (
  @id, @packageId, @path, @module, @title, @isProgram, @size, @mtimeMs, @hash, @digest, @ownDigest, @generatedDigest, @outline,
  @identifiers, @proofs, @skeletons
)`;
