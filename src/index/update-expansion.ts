/** In an update: which modules changed files concern through attributes, and what those generate now. */
import type Database from 'better-sqlite3';
import type { FileOutline, Notation } from '../lean/declaration.ts';
import { sharedOutline } from '../lean/generate/declared-structures.ts';
import { expandAgain } from '../lean/generate/expand-again.ts';
import { expandLibrary, type ModuleExpansion } from '../lean/generate/expand.ts';
import { type ModuleTrace, questionHash } from '../lean/generate/trace.ts';
import {
  type ExpansionEntry,
  expansionEntries,
  expansionEntry,
  readAsked,
  readLeft,
  readShared,
} from './expansion-rows.ts';
import { changedRows, type FileRows, fileRows, storedFileRows, summarise } from './row-changes.ts';
import type { RowBatch } from './row-batch.ts';
import { StoredNames } from './stored-names.ts';
import { EXPANDED, readOutline, type StoredFile, type StoredRows } from './stored-rows.ts';

/** A file that an update reads, as it is now. */
export interface FileNow {
  fileId: number;
  module: string;
  outline: FileOutline;
  title: string | null;
}

export interface Regenerated {
  /** By module, for those that were expanded. */
  modules: ReadonlyMap<string, ModuleExpansion>;
  /** Rows of `expansions` that take the place of those of the same module. */
  entries: ExpansionEntry[];
  /** All modules were expanded; what is not in `modules` generates nothing. */
  isWhole: boolean;
}

export class UpdateExpansion {
  readonly #database: Database.Database;
  readonly #stored: StoredRows;
  /** Names whose literal declarations have changed, so that other modules may be concerned. */
  readonly #changedNames = new Set<string>();
  readonly #changedModules = new Set<string>();
  /** Files that have changed their title, which is among what rows are found by. */
  readonly retitled = new Set<number>();
  /** Files have come or gone, or import others: modules follow each other in another order. */
  #isOrderKept = true;

  constructor(database: Database.Database, stored: StoredRows) {
    this.#database = database;
    this.#stored = stored;
  }

  /** Compares files, before their rows are removed, with what has been read of them. `rows` are all that was read. */
  compare(droppedIds: readonly number[], files: readonly FileNow[], rows: RowBatch): void {
    const ids = new Set(droppedIds);
    const kept = files.filter(({ fileId }) => ids.has(fileId));
    if (files.length !== ids.size || kept.length !== ids.size) this.#isOrderKept = false;
    for (const file of kept) this.#compareOutline(file);
    if (!this.#isOrderKept) return;
    const now = fileRows(rows);
    for (const { fileId, module } of files) {
      const before = storedFileRows(this.#database, this.#stored, fileId, `NOT IN (${EXPANDED})`);
      const changed = this.#changedBeyond(before, now.get(fileId) ?? new Map(), { fileId, module });
      for (const name of changed) this.#changedNames.add(name);
    }
  }

  #compareOutline({ fileId, module, outline, title }: FileNow): void {
    type Before = { outline: Uint8Array; title: string | null; module: string };
    const before = this.#database
      .prepare('SELECT outline, title, module FROM files WHERE id = ?')
      .get(fileId) as Before;
    const old = readOutline(before.outline);
    if (before.module !== module || String(old.imports) !== String(outline.imports)) this.#isOrderKept = false;
    if (before.title !== title) this.retitled.add(fileId);
    if (JSON.stringify(old) !== JSON.stringify(outline) || before.title !== title) this.#changedModules.add(module);
  }

  /**
   * Names of rows that say something else than before to whoever looks at them. Of one that only stands on other
   * lines, that is what is generated from it: in its own module, which is expanded again, or elsewhere.
   */
  #changedBeyond(before: FileRows, now: FileRows, { fileId, module }: Pick<FileNow, 'fileId' | 'module'>): string[] {
    const makes = this.#database.prepare(
      `SELECT DISTINCT file_id FROM decls WHERE generated_from = ? AND origin IN (${EXPANDED})`,
    );
    return changedRows(before, now).flatMap(({ name, isMovedOnly }) => {
      if (!isMovedOnly) return [name];
      const makers = makes.pluck().all(name) as number[];
      if (makers.includes(fileId)) this.#changedModules.add(module);
      return makers.some((maker) => maker !== fileId) ? [name] : [];
    });
  }

  /** Expands what is concerned; null if nothing is. `files` are all, in their order; new literal rows are in. */
  run(files: readonly StoredFile[], notations: readonly Notation[]): Regenerated | null {
    if (!this.#isOrderKept) return this.#expandAll(files, notations);
    const modules = this.#database.prepare('SELECT place, module, asked FROM expansions ORDER BY place').all() as {
      place: number;
      module: string;
      asked: Uint8Array;
    }[];
    const hashes = new Set(Array.from(this.#changedNames, (name) => questionHash('declaration', name)));
    const read = modules.map((module) => ({ ...module, asked: readAsked(module.asked) }));
    const isConcerned = read.some(
      ({ module, asked }) => this.#changedModules.has(module) || asked.some((hash) => hashes.has(hash)),
    );
    if (!isConcerned) return null;
    return this.#expandSome(read, files, notations) ?? this.#expandAll(files, notations);
  }

  /** Null if modules depend on each other in a way that is not on record. */
  #expandSome(
    modules: readonly { place: number; module: string; asked: Int32Array }[],
    files: readonly StoredFile[],
    notations: readonly Notation[],
  ): Regenerated | null {
    const kept = this.#database.prepare('SELECT left, shared FROM expansions ORDER BY place').all() as {
      left: string;
      shared: string;
    }[];
    if (kept.some(({ left }) => left !== '' && readLeft(left)!.documented.length > 0)) return null;
    const outlinesOf = this.#outlinesOf(files);
    const places = new Map(modules.map(({ module, place }) => [module, place]));
    const names = new StoredNames(this.#database, this.#stored, files, places);
    const ownerOf = new Map(files.toReversed().map((file) => [file.module, file]));
    const sharedBefore = kept.map(({ shared }) => readShared(shared));
    const again = expandAgain({
      modules: modules.map(({ module, asked }, i) => {
        const isChanged = this.#changedModules.has(module);
        const shared = isChanged ? outlinesOf(module).map(sharedOutline) : sharedBefore[i]!;
        return { module, asked, left: () => readLeft(kept[i]!.left), shared, isChanged };
      }),
      sharedBefore: sharedBefore.flat(),
      changedNames: this.#changedNames,
      outlines: outlinesOf,
      lookUp: names.lookUp,
      made: names.made,
      changedMakings: (module, { declarations }) => {
        const { id } = ownerOf.get(module)!;
        const before = storedFileRows(this.#database, this.#stored, id, `IN (${EXPANDED})`);
        return this.#changedBeyond(before, summarise(declarations), { fileId: id, module });
      },
      notations,
    });
    const traces = [...again].map(([module, { trace }]): [string, ModuleTrace] => [module, trace]);
    if (traces.some(([, { left }]) => left.documented.length > 0)) return null;
    const entries = traces.map(([module, trace]) =>
      expansionEntry({ module, place: places.get(module)! }, trace, outlinesOf(module)),
    );
    return { modules: again, entries, isWhole: false };
  }

  #expandAll(files: readonly StoredFile[], notations: readonly Notation[]): Regenerated {
    const outlinesOf = this.#outlinesOf(files);
    const outlines = [...new Set(files.map(({ module }) => module))].flatMap(outlinesOf);
    const names = new StoredNames(this.#database, this.#stored, files, new Map());
    names.prepareAll();
    const expansion = expandLibrary(outlines, names.lookUp, notations);
    return { modules: expansion.modules, entries: expansionEntries(expansion.traces, outlines), isWhole: true };
  }

  /** Of the files of a module, in their order. */
  #outlinesOf(files: readonly StoredFile[]): (module: string) => FileOutline[] {
    const byModule = Map.groupBy(files, ({ module }) => module);
    const outline = this.#database.prepare('SELECT outline FROM files WHERE id = ?').pluck();
    return (module) => (byModule.get(module) ?? []).map(({ id }) => readOutline(outline.get(id) as Uint8Array));
  }
}
