/** Looks up names for the expansion of attributes in an index that is being updated. */
import type Database from 'better-sqlite3';
import { getOrAdd } from '../base/memoize.ts';
import type { DeclarationKind } from '../lean/declaration.ts';
import type { LookUp, SourceDeclaration } from '../lean/generate/expand.ts';
import type { GeneratedDeclaration } from '../lean/generate/expansion.ts';
import { lazyDeclaration } from './lazy-declaration.ts';
import { EXPANDED, type StoredFile, type StoredRows } from './stored-rows.ts';

interface NamedRow {
  name: string;
  id: number;
  fileId: number;
  isPrivate: number;
  kind: DeclarationKind;
  line: number;
  isGenerated: number;
}

export class StoredNames {
  readonly #database: Database.Database;
  readonly #rows: Database.Statement;
  readonly #stored: StoredRows;
  #isComplete = false;
  readonly #known = new Map<string, NamedRow[]>();
  /** Position of a file in the order of all, and its module. */
  readonly #files: ReadonlyMap<number, { at: number; module: string }>;
  readonly #fileOfModule: ReadonlyMap<string, number>;
  readonly #places: ReadonlyMap<string, number>;

  /** `files`: all, in their order. `places`: positions of modules in the order of the expansion. */
  constructor(
    database: Database.Database,
    stored: StoredRows,
    files: readonly StoredFile[],
    places: ReadonlyMap<string, number>,
  ) {
    this.#database = database;
    this.#rows = database.prepare(`${SELECT_NAMED} WHERE name = ?`);
    this.#stored = stored;
    this.#files = new Map(files.map(({ id, module }, at) => [id, { at, module }]));
    this.#fileOfModule = new Map(files.toReversed().map(({ id, module }) => [module, id]));
    this.#places = places;
  }

  /** Literal declarations. If a name has several, the one in the requesting module, otherwise the first. */
  readonly lookUp: LookUp = (name, module) => {
    const rows = this.#named(name).filter(({ isGenerated }) => isGenerated === 0);
    const here = rows.length < 2 ? undefined : this.#fileOfModule.get(module);
    const row = rows.find(({ fileId }) => fileId === here) ?? rows[0];
    return row === undefined ? null : this.#declaration(row, rows.length > 1);
  };

  /** Declarations of a name that attributes generated before, in the order of the modules. */
  readonly generated = (name: string): GeneratedDeclaration[] =>
    this.#named(name)
      .filter(({ isGenerated }) => isGenerated === 1)
      .map((row) => ({
        declaration: this.#declaration(row, false),
        place: this.#places.get(this.#files.get(row.fileId)!.module)!,
      }))
      .toSorted((a, b) => a.place - b.place);

  /** Looks up all names at once. If most will be requested, that is faster than one by one. */
  prepareAll(): void {
    for (const row of this.#database.prepare(SELECT_NAMED).iterate() as IterableIterator<NamedRow>) {
      getOrAdd(this.#known, row.name, () => []).push(row);
    }
    for (const rows of this.#known.values()) this.#sort(rows);
    this.#isComplete = true;
  }

  #named(name: string): NamedRow[] {
    return getOrAdd(this.#known, name, () => (this.#isComplete ? [] : this.#sort(this.#rows.all(name) as NamedRow[])));
  }

  /** In source order. */
  #sort(rows: NamedRow[]): NamedRow[] {
    const at = ({ fileId }: NamedRow): number => this.#files.get(fileId)!.at;
    return rows.length < 2 ? rows : rows.sort((a, b) => at(a) - at(b) || a.line - b.line || a.id - b.id);
  }

  #declaration({ id, isPrivate, kind }: NamedRow, isShared: boolean): SourceDeclaration {
    return lazyDeclaration({ isPrivate: isPrivate === 1, kind, isShared }, () => this.#stored.declaration(id));
  }
}

const SELECT_NAMED = `
SELECT name, id, file_id AS fileId, is_private AS isPrivate, kind, line_start AS line,
  origin IN (${EXPANDED}) AS isGenerated
FROM decls`;
