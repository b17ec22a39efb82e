/**
 * Updates an index from a few changed files, in one transaction. Replaces the rows of changed files, generates again
 * what attributes generate and replaces what differs, and adds one segment to the lists.
 */
import type { BinderRules } from '../lean/binder-rules.ts';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { memoizeByValue } from '../base/memoize.ts';
import { ORIGINS, type FileOutline, type Mention, type Notation } from '../lean/declaration.ts';
import type { ModuleExpansion } from '../lean/generate/expand.ts';
import { analyseRows, SIDES } from './analyse-rows.ts';
import type { Changes } from './changes.ts';
import { contentDigest, fileDigest, generatedDigest } from './digest.ts';
import { NO_ROW } from './library-index.ts';
import { machineryFolders } from './machinery.ts';
import { readColumns } from './open.ts';
import { resolveMentions, suffixesOf, type Unresolved } from './naming.ts';
import { DECLARED_TWICE, findRepeated } from './problems.ts';
import { BatchReader, type FileRead } from './batch-reader.ts';
import { packRows, rowsOf, unpackRows } from './row-batch.ts';
import type { Row } from './row-columns.ts';
import type { SourceFile, SourcePackage } from './source-files.ts';
import { EXPANDED, EXPANDED_ORIGINS, type StoredFile, StoredRows } from './stored-rows.ts';
import { joinParts } from './token-lists.ts';
import { UpdateExpansion } from './update-expansion.ts';
import { readIdentifiers, updateUses, type UseChanges } from './update-uses.ts';
import { IndexWriter } from './writer.ts';

type Passage = Pick<Mention, 'kind' | 'text'>;
/** By row id. */
type Passages = Map<number, Passage[]>;

/** Beyond these limits a full build is better: lists have too many segments, or too many deleted rows. */
const MAX_SEGMENTS = 40;
const MAX_DEAD_SHARE = 0.2;

export interface UpdateInput {
  changes: Changes;
  packages: SourcePackage[];
  /** By package. */
  rules: ReadonlyMap<string, BinderRules>;
  meta: Record<string, string>;
  /** Weights file of the index; null: it has no vectors. */
  weights: string | null;
}

/** Returns false if a full build is needed. Call it inside a transaction, and roll back on false. */
export function updateIndex(database: Database.Database, input: UpdateInput): boolean {
  return new Update(database, input).run();
}

class Update {
  readonly #database: Database.Database;
  readonly #input: UpdateInput;
  readonly #writer: IndexWriter;
  readonly #stored: StoredRows;
  readonly #uses: Float32Array;
  readonly #useChanges: Omit<UseChanges, 'firstNewId'> & { removed: string[]; added: string[] } = {
    files: new Map(),
    removed: [],
    added: [],
  };
  /** Added rows, to be analysed. */
  readonly #newRows: { firstId: number; rows: Row[] }[] = [];
  /** By name that a changed file mentioned: its passages before the update, as JSON; null if unknown. */
  readonly #passagesBefore = new Map<string, string | null>();
  readonly #passages: Database.Statement;
  /** Ids from here on belong to this update. */
  readonly #firstNewId: number;
  #nextId: number;
  readonly #expansion: UpdateExpansion;

  constructor(database: Database.Database, input: UpdateInput) {
    this.#database = database;
    this.#input = input;
    const columns = readColumns(database);
    this.#writer = IndexWriter.forUpdate(database, columns);
    this.#stored = new StoredRows(database);
    this.#expansion = new UpdateExpansion(database, this.#stored);
    this.#uses = columns.uses;
    this.#nextId = columns.kind.length;
    this.#firstNewId = this.#nextId;
    this.#passages = database.prepare(SELECT_PASSAGES);
  }

  run(): boolean {
    const segment = Number(this.#meta('segments'));
    if (segment >= MAX_SEGMENTS || this.#nextId > Number(this.#meta('row_count')) * (1 + MAX_DEAD_SHARE) + 1000)
      return false;
    const notations = this.#notations();
    for (const { id, size, mtimeMs } of this.#input.changes.touched) {
      this.#run('UPDATE files SET size = ?, mtime_ms = ? WHERE id = ?', size, mtimeMs, id);
    }
    this.#addPackages();
    this.#replaceFiles();
    const after = this.#notations();
    if (!sameNotations(notations, after)) return false;
    this.#regenerate(after);
    const names = this.#all<string>('SELECT name FROM decls');
    const mentions = this.#resolveMentions(names);
    this.#insertLists(after, mentions, segment);
    const uses = new Float32Array(this.#nextId);
    uses.set(this.#uses);
    updateUses(this.#database, { ...this.#useChanges, firstNewId: this.#firstNewId, names }, uses);
    this.#finish(uses, segment);
    return true;
  }

  /** Removes the rows and remarks of changed files, and adds those of the files as they are now. A file keeps its id. */
  #replaceFiles(): void {
    const { drop, read } = this.#input.changes;
    const idOf = new Map(drop.map(({ package: pkg, path, id }) => [`${pkg}\0${path}`, id]));
    let nextFile = (this.#all<number>('SELECT coalesce(max(id), 0) FROM files')[0] ?? 0) + 1;
    const files = read.map((file) => ({
      fileId: idOf.get(`${file.package.name}\0${file.path}`) ?? nextFile++,
      absolute: join(file.package.root, file.path),
      path: file.path,
      module: file.module,
      package: file.package.name,
      rules: this.#input.rules.get(file.package.name)!,
    }));
    const { files: facts, rows: packed } = new BatchReader().read(files);
    const rows = unpackRows(packed);
    const dropped = drop.map(({ id }) => id);
    this.#expansion.compare(
      dropped,
      facts.map(({ stored, outline }, i) => ({
        fileId: stored.id,
        title: stored.title,
        module: files[i]!.module,
        outline: JSON.parse(outline) as FileOutline,
      })),
      rows,
    );
    for (const id of dropped) this.#rememberPassages(id);
    const stays = new Set(files.map(({ fileId }) => fileId));
    const digests = new Map(dropped.map((id) => [id, this.#removeFile(id, stays.has(id))]));
    this.#addFiles(facts, read, digests);
    this.#insert(rows);
  }

  /** Packages are added before their files; those without files are removed at the end. */
  #addPackages(): void {
    const add = this.#database.prepare(`
      INSERT INTO packages (name, root, rev, kind) VALUES (@name, @root, @rev, @kind)
      ON CONFLICT (name) DO UPDATE SET root = excluded.root, rev = excluded.rev, kind = excluded.kind`);
    for (const pkg of this.#input.packages) add.run(pkg);
  }

  #rememberPassages(fileId: number): void {
    const sql = 'SELECT DISTINCT decl_name FROM mentions WHERE file_id = ? AND decl_name IS NOT NULL';
    for (const name of this.#all<string>(sql, fileId)) {
      if (!this.#passagesBefore.has(name)) this.#passagesBefore.set(name, JSON.stringify(this.#passagesOf(name)));
    }
  }

  /** If the file stays, the rows that attributes generate in it are replaced later. Returns the digest of these rows. */
  #removeFile(id: number, stays: boolean): string {
    const identifiers = this.#all<Uint8Array>('SELECT identifiers FROM files WHERE id = ?', id)[0]!;
    this.#useChanges.files.set(id, { before: readIdentifiers(identifiers), after: new Map() });
    const digest = stays ? this.#all<string>('SELECT generated_digest FROM files WHERE id = ?', id)[0]! : '';
    const which = stays ? `AND origin NOT IN (${EXPANDED})` : '';
    this.#remove(this.#all<number>(`SELECT id FROM decls WHERE file_id = ? ${which}`, id));
    for (const table of ['mentions', 'notations']) this.#run(`DELETE FROM ${table} WHERE file_id = ?`, id);
    this.#run(`DELETE FROM problems WHERE file_id = ? ${stays ? 'AND NOT is_generated' : ''}`, id);
    this.#run('DELETE FROM files WHERE id = ?', id);
    return digest;
  }

  #addFiles(facts: readonly FileRead[], sources: readonly SourceFile[], digests: ReadonlyMap<number, string>): void {
    facts.forEach((fact, i) => {
      const { stored } = fact;
      const { id } = stored;
      const { package: pkg, ...file } = sources[i]!;
      const packageId = this.#all<number>('SELECT id FROM packages WHERE name = ?', pkg.name)[0]!;
      this.#writer.addFiles([{ ...stored, ...file, packageId, generatedDigest: digests.get(id) ?? '' }]);
      this.#writer.addRemarks({
        mentions: fact.mentions.map((mention) => ({ ...mention, fileId: id, declName: null })),
        notations: fact.notations.map((notation) => ({ ...notation, fileId: id })),
        problems: fact.problems.map((problem) => ({ ...problem, fileId: id })),
      });
      const before = this.#useChanges.files.get(id)?.before ?? new Map<string, number>();
      this.#useChanges.files.set(id, { before, after: readIdentifiers(stored.identifiers) });
    });
  }

  /** Replaces the rows that attributes generate in files where they have changed. */
  #regenerate(notations: readonly Notation[]): void {
    const files = this.#files();
    const regenerated = this.#expansion.run(files, notations);
    if (regenerated === null) return;
    const { modules, entries, isFull } = regenerated;
    const fileOfModule = new Map(files.toReversed().map((file) => [file.module, file.id]));
    for (const file of files) {
      const added = modules.get(file.module);
      if (added === undefined && !(isFull && file.generatedDigest !== '')) continue;
      const isOwner = fileOfModule.get(file.module) === file.id;
      this.#replaceGenerated(file, isOwner && added !== undefined ? added : { declarations: [], problems: [] });
    }
    if (isFull) this.#database.exec('DELETE FROM expansions');
    this.#writer.addExpansions(entries);
  }

  #replaceGenerated(file: StoredFile, { declarations, problems }: ModuleExpansion): void {
    const { id: fileId, path, module, package: pkg, title } = file;
    const rows = rowsOf(declarations, { fileId, path, module, package: pkg, title });
    const digest = generatedDigest(rows, problems);
    if (digest === file.generatedDigest && !this.#expansion.retitled.has(fileId)) return;
    this.#remove(this.#all<number>(`SELECT id FROM decls WHERE file_id = ? AND origin IN (${EXPANDED})`, fileId));
    this.#insert(rows);
    this.#run('DELETE FROM problems WHERE file_id = ? AND is_generated', fileId);
    this.#writer.addRemarks({
      mentions: [],
      notations: [],
      problems: problems.map((problem) => ({ ...problem, fileId, isGenerated: 1 })),
    });
    this.#run('UPDATE files SET generated_digest = ? WHERE id = ?', digest, fileId);
  }

  /**
   * Resolves the mentions of changed files, and those that an added or removed name can change. Rows with changed
   * passages are added again, because lists are never rewritten.
   */
  #resolveMentions(all: readonly string[]): Passages {
    type Stored = Unresolved & { rowid: number; declName: string | null };
    const endings = new Set([...this.#useChanges.added, ...this.#useChanges.removed].flatMap(suffixesOf));
    const mentions = (this.#database.prepare(SELECT_MENTIONS).all() as Stored[]).filter(
      ({ fileId, target }) => this.#useChanges.files.has(fileId) || endings.has(target),
    );
    if (mentions.length === 0) return this.#replaceMentioned();
    const exists = this.#database.prepare('SELECT 1 FROM decls WHERE name = ?').pluck();
    const namesIn = memoizeByValue(
      (fileId: number) => new Set(this.#all<string>('SELECT name FROM decls WHERE file_id = ?', fileId)),
    );
    const names = resolveMentions(mentions, all, {
      exists: (name) => exists.get(name) !== undefined,
      isIn: (name, fileId) => namesIn(fileId).has(name),
    });
    const resolve = this.#database.prepare('UPDATE mentions SET decl_name = ? WHERE rowid = ?');
    mentions.forEach(({ rowid, declName }, i) => {
      const name = names[i]!;
      if (name === declName) return;
      resolve.run(name, rowid);
      for (const touched of [name, declName]) {
        if (touched !== null && !this.#passagesBefore.has(touched)) this.#passagesBefore.set(touched, null);
      }
    });
    return this.#replaceMentioned();
  }

  /** Replaces the rows whose passages have changed; returns the passages of every new row. */
  #replaceMentioned(): Passages {
    for (const [name, before] of this.#passagesBefore) {
      if (before !== null && before === JSON.stringify(this.#passagesOf(name))) continue;
      this.#replaceRows(this.#all<number>('SELECT id FROM decls WHERE name = ? AND id < ?', name, this.#firstNewId));
    }
    const passages: Passages = new Map();
    for (const { firstId, rows } of this.#newRows) {
      rows.forEach(({ name }, at) => {
        const list = this.#passagesOf(name);
        if (list.length > 0) passages.set(firstId + at, list);
      });
    }
    return passages;
  }

  /** The passages that mention a name, in source order. */
  #passagesOf(name: string): Passage[] {
    return this.#passages.all(name) as Passage[];
  }

  #replaceRows(ids: readonly number[]): void {
    for (const id of ids) {
      const rows = rowsOf([this.#stored.declaration(id)], this.#stored.file(id));
      this.#remove([id]);
      this.#insert(rows);
    }
  }

  #insertLists(notations: Notation[], mentions: Passages, segment: number): void {
    const batches = this.#newRows.map(({ firstId, rows }) => ({ firstId, length: rows.length, rows: packRows(rows) }));
    const { lists, vectors, unreadable } = analyseRows({
      sides: SIDES,
      notations,
      batches,
      mentions,
      weights: this.#input.weights,
    });
    this.#writer.addLists(joinParts([lists]), segment);
    this.#writer.addVectors(vectors);
    this.#writer.markUnreadable(unreadable);
  }

  #finish(uses: Float32Array, segment: number): void {
    this.#run('DELETE FROM problems WHERE substr(message, 1, ?) = ?', DECLARED_TWICE.length, DECLARED_TWICE);
    const problems = findRepeated(this.#database);
    this.#writer.addRemarks({ mentions: [], notations: [], problems });
    this.#run('DELETE FROM packages WHERE id NOT IN (SELECT package_id FROM files)');
    const files = this.#files();
    const digests = files.map((file) => {
      const digest = fileDigest(file);
      if (digest !== file.digest) this.#run('UPDATE files SET digest = ? WHERE id = ?', digest, file.id);
      return { package: file.package, path: file.path, digest };
    });
    this.#writer.markUnknownNames();
    this.#writer.storeColumns(uses);
    const { kind, origin } = this.#writer.columns;
    const count = (isCounted: (id: number) => boolean): string =>
      String(kind.reduce((sum, one, id) => sum + (one !== NO_ROW && isCounted(id) ? 1 : 0), 0));
    const expanded = new Set(EXPANDED_ORIGINS.map((one) => ORIGINS.indexOf(one)));
    this.#writer.setMeta({
      ...this.#input.meta,
      digest: contentDigest(digests),
      machinery: machineryFolders(files),
      row_count: count(() => true),
      generated_count: count((id) => expanded.has(origin[id]!)),
      id_limit: String(kind.length),
      segments: String(segment + 1),
    });
  }

  #insert(rows: Row[]): void {
    this.#writer.addRows(this.#nextId, rows);
    this.#newRows.push({ firstId: this.#nextId, rows });
    for (const { name } of rows) this.#useChanges.added.push(name);
    this.#nextId += rows.length;
  }

  #remove(ids: readonly number[]): void {
    const name = this.#database.prepare('SELECT name FROM decls WHERE id = ?').pluck();
    for (const id of ids) this.#useChanges.removed.push(name.get(id) as string);
    this.#writer.removeRows(ids);
  }

  #files(): StoredFile[] {
    return this.#database.prepare(`${SELECT_FILES} ${IN_ORDER}`).all() as StoredFile[];
  }

  #notations(): Notation[] {
    const sql = `SELECT n.data FROM notations n JOIN files f ON f.id = n.file_id JOIN packages p ON p.id = f.package_id
      ORDER BY p.name, f.path, n.rowid`;
    return this.#all<string>(sql).map((data) => JSON.parse(data) as Notation);
  }

  #meta(key: string): string | undefined {
    return this.#all<string>('SELECT value FROM meta WHERE key = ?', key)[0];
  }

  /** The first column of all rows. */
  #all<T>(sql: string, ...parameters: unknown[]): T[] {
    return this.#database
      .prepare(sql)
      .pluck()
      .all(...parameters) as T[];
  }

  #run(sql: string, ...parameters: unknown[]): void {
    this.#database.prepare(sql).run(...parameters);
  }
}

/** The same notations in the same order; their lines may differ. */
function sameNotations(before: readonly Notation[], after: readonly Notation[]): boolean {
  const text = (notations: readonly Notation[]): string =>
    JSON.stringify(notations.map((notation) => ({ ...notation, line: 0 })));
  return text(before) === text(after);
}

const IN_ORDER = 'ORDER BY (SELECT name FROM packages p WHERE p.id = package_id), path';

const SELECT_FILES = `
SELECT id, (SELECT name FROM packages p WHERE p.id = package_id) AS package, path, module, title,
  is_program AS isProgram, own_digest AS ownDigest, generated_digest AS generatedDigest, digest FROM files`;

const SELECT_MENTIONS = `
SELECT rowid, file_id AS fileId, target, namespace, decl_name AS declName FROM mentions`;

const SELECT_PASSAGES = `
SELECT m.kind, m.text FROM mentions m JOIN files f ON f.id = m.file_id JOIN packages p ON p.id = f.package_id
WHERE m.decl_name = ? ORDER BY p.name, f.path, m.rowid`;
