/** During an update: finds the modules that changed files affect through attributes, and what these generate now. */
import type Database from 'better-sqlite3';
import type { FileOutline, Notation } from '../lean/declaration.ts';
import { sharedOutline } from '../lean/generate/declared-structures.ts';
import { expandAgain } from '../lean/generate/expand-again.ts';
import { expandLibrary, type ModuleExpansion } from '../lean/generate/expand.ts';
import { type ModuleTrace, queryHash } from '../lean/generate/trace.ts';
import {
  type ExpansionEntry,
  expansionEntries,
  expansionEntry,
  readQueryHashes,
  readLeft,
  readShared,
} from './expansion-rows.ts';
import { changedRows, type FileRows, storedFileRows, summarise } from './row-changes.ts';
import { rowsOf } from './row-batch.ts';
import type { Row } from './row-columns.ts';
import { StoredNames } from './stored-names.ts';
import { EXPANDED, readOutline, type StoredFile, type StoredRows } from './stored-rows.ts';

/** A file that an update has read. */
export interface CurrentFile {
  fileId: number;
  module: string;
  outline: FileOutline;
  title: string | null;
}

export interface Regenerated {
  /** By module, for the expanded modules. */
  modules: ReadonlyMap<string, ModuleExpansion>;
  /** Rows of `expansions` that replace those of the same module. */
  entries: ExpansionEntry[];
  /** All modules were expanded; a module that is not in `modules` generates nothing. */
  isFull: boolean;
}

export class UpdateExpansion {
  readonly #database: Database.Database;
  readonly #stored: StoredRows;
  /** Names whose literal declarations have changed, which may affect other modules. */
  readonly #changedNames = new Set<string>();
  readonly #changedModules = new Set<string>();
  /** Files with a new title, which is part of the words of their rows. */
  readonly retitled = new Set<number>();
  /** False if files were added or deleted or import other files: the order of modules is then different. */
  #isOrderUnchanged = true;

  constructor(database: Database.Database, stored: StoredRows) {
    this.#database = database;
    this.#stored = stored;
  }

  /** Compares files with their stored versions, before their rows are removed. `rows` are all rows that were read. */
  compare(droppedIds: readonly number[], files: readonly CurrentFile[], rows: readonly Row[]): void {
    const ids = new Set(droppedIds);
    const remaining = files.filter(({ fileId }) => ids.has(fileId));
    if (files.length !== ids.size || remaining.length !== ids.size) this.#isOrderUnchanged = false;
    for (const file of remaining) this.#compareOutline(file);
    if (!this.#isOrderUnchanged) return;
    const now = Map.groupBy(rows, ({ file }) => file.fileId);
    for (const { fileId, module } of files) {
      const before = storedFileRows(this.#database, this.#stored, fileId, `NOT IN (${EXPANDED})`);
      const changed = this.#visiblyChanged(before, summarise(now.get(fileId) ?? []), { fileId, module });
      for (const name of changed) this.#changedNames.add(name);
    }
  }

  #compareOutline({ fileId, module, outline, title }: CurrentFile): void {
    type Before = { outline: Uint8Array; title: string | null; module: string };
    const before = this.#database
      .prepare('SELECT outline, title, module FROM files WHERE id = ?')
      .get(fileId) as Before;
    const old = readOutline(before.outline);
    if (before.module !== module || String(old.imports) !== String(outline.imports)) this.#isOrderUnchanged = false;
    if (before.title !== title) this.retitled.add(fileId);
    if (JSON.stringify(old) !== JSON.stringify(outline) || before.title !== title) this.#changedModules.add(module);
  }

  /**
   * Names of rows that now differ for other modules. A row that only moved to other lines matters to declarations that
   * are generated from it: in its own module, which is then expanded again, or in another one.
   */
  #visiblyChanged(
    before: FileRows,
    now: FileRows,
    { fileId, module }: Pick<CurrentFile, 'fileId' | 'module'>,
  ): string[] {
    const generatedFrom = this.#database.prepare(
      `SELECT DISTINCT file_id FROM decls WHERE generated_from = ? AND origin IN (${EXPANDED})`,
    );
    return changedRows(before, now).flatMap(({ name, isMovedOnly }) => {
      if (!isMovedOnly) return [name];
      const files = generatedFrom.pluck().all(name) as number[];
      if (files.includes(fileId)) this.#changedModules.add(module);
      return files.some((file) => file !== fileId) ? [name] : [];
    });
  }

  /** Expands affected modules; null if none is affected. `files`: all, in order. New literal rows are already stored. */
  run(files: readonly StoredFile[], notations: readonly Notation[]): Regenerated | null {
    if (!this.#isOrderUnchanged) return this.#expandAll(files, notations);
    const modules = this.#database.prepare('SELECT place, module, asked FROM expansions ORDER BY place').all() as {
      place: number;
      module: string;
      asked: Uint8Array;
    }[];
    const changed = new Set(Array.from(this.#changedNames, (name) => queryHash('declaration', name)));
    const read = modules.map(({ asked, ...module }) => ({ ...module, queries: readQueryHashes(asked) }));
    const isAffected = read.some(
      ({ module, queries }) => this.#changedModules.has(module) || queries.some((hash) => changed.has(hash)),
    );
    if (!isAffected) return null;
    return this.#expandSome(read, files, notations) ?? this.#expandAll(files, notations);
  }

  /** Returns null if modules depend on each other in a way that is not recorded. */
  #expandSome(
    modules: readonly { place: number; module: string; queries: Int32Array }[],
    files: readonly StoredFile[],
    notations: readonly Notation[],
  ): Regenerated | null {
    const stored = this.#database.prepare('SELECT left, shared FROM expansions ORDER BY place').all() as {
      left: string;
      shared: string;
    }[];
    if (stored.some(({ left }) => left !== '' && readLeft(left)!.documented.length > 0)) return null;
    const outlinesOf = this.#outlinesOf(files);
    const places = new Map(modules.map(({ module, place }) => [module, place]));
    const names = new StoredNames(this.#database, this.#stored, files, places);
    const ownerOf = new Map(files.toReversed().map((file) => [file.module, file]));
    const sharedBefore = stored.map(({ shared }) => readShared(shared));
    const expanded = expandAgain({
      modules: modules.map(({ module, queries }, i) => {
        const isChanged = this.#changedModules.has(module);
        const shared = isChanged ? outlinesOf(module).map(sharedOutline) : sharedBefore[i]!;
        return { module, queries, effects: () => readLeft(stored[i]!.left), shared, isChanged };
      }),
      sharedBefore: sharedBefore.flat(),
      changedNames: this.#changedNames,
      outlines: outlinesOf,
      lookUp: names.lookUp,
      generated: names.generated,
      changedExpansions: (module, { declarations }) => {
        const { id } = ownerOf.get(module)!;
        const before = storedFileRows(this.#database, this.#stored, id, `IN (${EXPANDED})`);
        return this.#visiblyChanged(before, summarise(rowsOf(declarations)), { fileId: id, module });
      },
      notations,
    });
    const traces = [...expanded].map(([module, { trace }]): [string, ModuleTrace] => [module, trace]);
    if (traces.some(([, { effects }]) => effects.documented.length > 0)) return null;
    const entries = traces.map(([module, trace]) =>
      expansionEntry({ module, place: places.get(module)! }, trace, outlinesOf(module)),
    );
    return { modules: expanded, entries, isFull: false };
  }

  #expandAll(files: readonly StoredFile[], notations: readonly Notation[]): Regenerated {
    const outlinesOf = this.#outlinesOf(files);
    const outlines = [...new Set(files.map(({ module }) => module))].flatMap(outlinesOf);
    const names = new StoredNames(this.#database, this.#stored, files, new Map());
    names.prepareAll();
    const expansion = expandLibrary(outlines, names.lookUp, notations);
    return { modules: expansion.modules, entries: expansionEntries(expansion.traces, outlines), isFull: true };
  }

  /** Returns the outlines of a module's files, in their order. */
  #outlinesOf(files: readonly StoredFile[]): (module: string) => FileOutline[] {
    const byModule = Map.groupBy(files, ({ module }) => module);
    const outline = this.#database.prepare('SELECT outline FROM files WHERE id = ?').pluck();
    return (module) => (byModule.get(module) ?? []).map(({ id }) => readOutline(outline.get(id) as Uint8Array));
  }
}
