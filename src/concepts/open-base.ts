/** Opens a concept base for reading. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { memoizeByValue } from '../base/memoize.ts';
import {
  PHRASE_ORIGINS,
  type Annotation,
  type Concept,
  type ConceptName,
  type CrossReference,
  type Definition,
  type FullAnnotation,
  type Meaning,
  type Translation,
} from './definition.ts';
import {
  chosenText,
  MODEL_COLUMNS,
  type ModelRow,
  type ModelRowKind,
  type ModelText,
  readModelRow,
  type StoredModelRow,
} from './model-rows.ts';
import { APPLICATION_ID, CONCEPTS_SCHEMA_VERSION } from './schema.ts';
import { decodeTranslations } from './translations.ts';

/** An open concept base. Definitions are known by their numbers. */
export interface ConceptBase {
  meta(key: string): string | null;
  definition(number: number): Definition;
  numberOf(name: string): number | null;
  annotation(number: number): FullAnnotation;
  /** Entries elsewhere that the definition corresponds to. */
  referencesOf(number: number): Omit<CrossReference, 'name'>[];
  /** Definitions of a module and those below it. `row`: in the index that the base was built from. */
  definitionsIn(module: string): { name: string; row: number }[];
  /** What the user says to look up in place of a phrase; empty if nothing. The methods below do so for a key. */
  namesFor(key: string): readonly ConceptName[];
  /** The concept of a key. */
  concept(key: string): Concept | null;
  /** What a concept can mean, heaviest first; empty if there is no such concept. */
  meanings(key: string): readonly Meaning[];
  /** What the user says that a concept does not mean. */
  excluded(key: string): readonly number[];
  /** The concepts of a definition, heaviest first, with the phrase as written. */
  conceptsOf(number: number): { concept: Concept; weight: number; origin: Meaning['origin']; surface: string }[];
  /** What a phrase stands for in texts, most probable first; empty if it is not in the table. */
  translations(key: string): readonly Translation[];
  /** What statements that name a definition also name, most probable first. */
  companions(number: number): readonly Translation[];
  /** When to use the definition for the concept, as a model says; null if no model was asked. */
  whenToUse(number: number, key: string): ModelText | null;
  /** What models wrote, in the order of the definitions. */
  modelRows(): ModelRow[];
  /** Rows of any query. */
  all<T>(sql: string, ...parameters: unknown[]): T[];
  close(): void;
}

const BUILD = 'lemmahead concepts build';

/** `index.sqlite` → `index.concepts.sqlite`. */
export function conceptBaseOf(indexPath: string): string {
  return indexPath.replace(/(?:\.sqlite)?$/u, '.concepts.sqlite');
}

/**
 * `build`: the command that builds it.
 * @throws {Failure} `concepts-missing`, `concepts-foreign`, `concepts-schema`, `concepts-unreadable`
 */
export function openConceptBase(path: string, build = BUILD): ConceptBase {
  if (!fileExists(path)) {
    throw new Failure('missing', 'concepts-missing', { message: `There is no concept base at ${path}.`, next: build });
  }
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { fileMustExist: true, readonly: true });
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw foreign(path);
    const base = new SqliteConceptBase(database, path, build);
    if (base.meta('schema') !== String(CONCEPTS_SCHEMA_VERSION)) throw otherSchema(path, base.meta('schema'), build);
    return base;
  } catch (error) {
    database?.close();
    throw conceptFailure(path, build, error);
  }
}

/** Throws a `Failure` for a path that holds something else: a mistyped path must not destroy data. */
export function refuseForeign(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isFile() && (stat.size === 0 || isConceptBase(path)))) return;
  throw new Failure('usage', 'concepts-path-taken', {
    message: `${path} is ${stat.isFile() ? 'a file that is not a concept base' : 'not a file'}; it is left unchanged.`,
    next: 'Give another path with --concepts, or move it away.',
  });
}

/** Where SQLite's header has the application id, in bytes. */
const APPLICATION_ID_AT = 68;

/** A damaged base may be rebuilt: its header still says what it was. SQLite itself would not open it. */
function isConceptBase(path: string): boolean {
  const header = Buffer.alloc(APPLICATION_ID_AT + 4);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return (
    header.toString('latin1').startsWith('SQLite format 3\0') &&
    header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
  );
}

function foreign(path: string): Failure {
  return new Failure('missing', 'concepts-foreign', {
    message: `${path} is not a concept base of lemmahead.`,
    next: 'Give another path with --concepts.',
  });
}

function otherSchema(path: string, schema: string | null, build: string): Failure {
  return new Failure('missing', 'concepts-schema', {
    message: `The concept base at ${path} has another schema (${schema ?? 'none'}; this lemmahead reads ${CONCEPTS_SCHEMA_VERSION}).`,
    next: build,
  });
}

function conceptFailure(path: string, build: string, error: unknown): unknown {
  if (error instanceof Failure) return error;
  return new Failure('missing', 'concepts-unreadable', {
    message: `The concept base at ${path} cannot be read.`,
    reason: (error as Error).message,
    next: build,
    cause: error,
  });
}

interface EdgeRow {
  definition: number;
  weight: number;
  origin: number;
  surface: string;
}

interface ConceptRow {
  id: number;
  key: string;
  name: string;
  texts: number;
  is_core: number;
}

class SqliteConceptBase implements ConceptBase {
  readonly #database: Database.Database;
  /** Read once: a base has few or none. */
  #names: ReadonlyMap<string, ConceptName[]> | null = null;
  #isModelMade: boolean | null = null;

  readonly #path: string;
  readonly #build: string;

  constructor(database: Database.Database, path: string, build: string) {
    this.#database = database;
    this.#path = path;
    this.#build = build;
  }

  /** @throws {Failure} `concepts-unreadable` if a damaged base lacks the row */
  #row(number: number, columns: string): unknown {
    const [row] = this.all(`SELECT ${columns} FROM definitions WHERE number = ?`, number);
    if (row === undefined) throw conceptFailure(this.#path, this.#build, new Error(`definition ${number} is missing`));
    return row;
  }

  all<T>(sql: string, ...parameters: unknown[]): T[] {
    return this.#statement(sql).all(...parameters) as T[];
  }

  readonly #statement = memoizeByValue((sql: string) => this.#database.prepare(sql));

  meta(key: string): string | null {
    return this.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)[0]?.value ?? null;
  }

  readonly definition = memoizeByValue((number: number): Definition => {
    const columns = 'name, kind, module, package, uses, statements, texts, generated_from AS generatedFrom, words';
    return this.#row(number, columns) as Definition;
  });

  numberOf(name: string): number | null {
    return this.all<{ number: number }>('SELECT number FROM definitions WHERE name = ?', name)[0]?.number ?? null;
  }

  annotation(number: number): FullAnnotation {
    const annotation = this.#row(number, 'annotation AS text, annotation_origin AS origin') as Annotation;
    const row = this.#modelRow(number, 'back-translation', '');
    return { ...annotation, model: row === null ? null : chosenText(row) };
  }

  whenToUse(number: number, key: string): ModelText | null {
    const row = this.#modelRow(number, 'explanation', key);
    if (row === null) return null;
    const { data, model, template, snapshot } = row;
    return { text: data.text, model, template, snapshot };
  }

  modelRows(): ModelRow[] {
    if (!this.#hasModelRows()) return [];
    const sql = `SELECT ${MODEL_COLUMNS} FROM model_rows JOIN definitions ON number = definition
                 ORDER BY definition, model_rows.kind, concept`;
    return this.all<StoredModelRow>(sql).map(readModelRow);
  }

  #modelRow<Kind extends ModelRowKind>(number: number, kind: Kind, concept: string): ModelRow<Kind> | null {
    if (!this.#hasModelRows()) return null;
    const sql = `SELECT ${MODEL_COLUMNS} FROM model_rows JOIN definitions ON number = definition
                 WHERE definition = ? AND model_rows.kind = ? AND concept = ?`;
    const row = this.all<StoredModelRow>(sql, number, kind, concept)[0];
    return row === undefined ? null : (readModelRow(row) as ModelRow<Kind>);
  }

  /** Only a base that was built with a model has the table. */
  #hasModelRows(): boolean {
    this.#isModelMade ??= this.all("SELECT 1 FROM sqlite_master WHERE name = 'model_rows'").length > 0;
    return this.#isModelMade;
  }

  referencesOf(number: number): Omit<CrossReference, 'name'>[] {
    const sql = 'SELECT source, tag, note FROM cross_references WHERE definition = ? ORDER BY source, tag, note';
    return this.all(sql, number);
  }

  definitionsIn(module: string): { name: string; row: number }[] {
    const sql = 'SELECT name, row FROM definitions WHERE module = ? OR (module > ? AND module < ?)';
    return this.all(sql, module, `${module}.`, `${module}/`);
  }

  namesFor(key: string): readonly ConceptName[] {
    this.#names ??= Map.groupBy(
      this.all<ConceptName & { of: string }>(
        'SELECT key AS of, name_key AS key, name AS phrase FROM names ORDER BY key, position',
      ),
      ({ of }) => of,
    );
    return this.#names.get(key) ?? [];
  }

  #keysFor(key: string): string[] {
    const names = this.namesFor(key);
    return names.length === 0 ? [key] : names.map((name) => name.key);
  }

  concept(key: string): Concept | null {
    const sql = 'SELECT * FROM concepts WHERE key = ?';
    const [found] = this.#keysFor(key).flatMap((each) => this.all<ConceptRow>(sql, each));
    return found === undefined ? null : conceptOf(found);
  }

  meanings(key: string): Meaning[] {
    const sql = `SELECT definition, weight, origin, surface FROM edges JOIN concepts ON id = concept_id
                 WHERE key = ? AND weight > 0 ORDER BY weight DESC, definition`;
    const all = this.#keysFor(key).map((each) => this.all<EdgeRow>(sql, each));
    const rows = all.length === 1 ? all[0]! : heaviest(all.flat());
    return rows.map((row) => ({ ...row, origin: PHRASE_ORIGINS[row.origin]! }));
  }

  excluded(key: string): number[] {
    const sql = 'SELECT definition FROM edges JOIN concepts ON id = concept_id WHERE key = ? AND weight = 0';
    return this.#keysFor(key).flatMap((each) =>
      this.all<{ definition: number }>(sql, each).map(({ definition }) => definition),
    );
  }

  conceptsOf(number: number): ReturnType<ConceptBase['conceptsOf']> {
    const sql = `SELECT concepts.*, weight, origin, surface FROM edges JOIN concepts ON id = concept_id
                 WHERE definition = ? AND weight > 0 ORDER BY weight DESC, key`;
    return this.all<ConceptRow & { weight: number; origin: number; surface: string }>(sql, number).map((row) => ({
      concept: conceptOf(row),
      weight: row.weight,
      origin: PHRASE_ORIGINS[row.origin]!,
      surface: row.surface,
    }));
  }

  translations(key: string): readonly Translation[] {
    const sql = 'SELECT data FROM translations WHERE key = ?';
    const rows = this.#keysFor(key).flatMap((each) => this.all<{ data: Buffer }>(sql, each));
    const all = rows.map(({ data }) => decodeTranslations(data));
    return all.length === 1 ? all[0]! : mostProbable(all.flat());
  }

  readonly companions = memoizeByValue((number: number): readonly Translation[] => {
    const [row] = this.all<{ data: Buffer }>('SELECT data FROM companions WHERE definition = ?', number);
    return row === undefined ? [] : decodeTranslations(row.data);
  });

  close(): void {
    this.#database.close();
  }
}

/** One row per definition: the heaviest. */
function heaviest(rows: EdgeRow[]): EdgeRow[] {
  return firstOfEach(rows.toSorted((a, b) => b.weight - a.weight || a.definition - b.definition));
}

function mostProbable(translations: Translation[]): Translation[] {
  return firstOfEach(translations.toSorted((a, b) => b.probability - a.probability || a.definition - b.definition));
}

function firstOfEach<Row extends { definition: number }>(rows: readonly Row[]): Row[] {
  const seen = new Set<number>();
  return rows.filter(({ definition }) => !seen.has(definition) && seen.add(definition));
}

function conceptOf({ key, name, texts, is_core: isCore }: ConceptRow): Concept {
  return { key, name, texts, isCore: isCore === 1 };
}
