/** Writes a concept base: readers see the old file until the new one is complete. */
import { renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { takeLock } from '../base/lock.ts';
import { Failure } from '../base/errors.ts';
import {
  PHRASE_ORIGINS,
  type Annotation,
  type Concept,
  type ConceptName,
  type CrossReference,
  type Definition,
  type NamedPhrase,
  type Translation,
} from './definition.ts';
import { insertModelRows, type ModelRow } from './model-rows.ts';
import { refuseForeign } from './open-base.ts';
import { APPLICATION_ID, CONCEPTS_SCHEMA_VERSION, INDEXES, SCHEMA } from './schema.ts';
import { encodeTranslations } from './translations.ts';

/** The content of a base. Definitions have numbers in the order of the list; `id` is the row of the index. */
export interface BaseContent {
  definitions: readonly (Definition & { id: number; annotation: Annotation })[];
  concepts: readonly (Concept & { meanings: readonly (NamedPhrase & { definition: number })[] })[];
  /** By key: what to look up in its place. */
  names: ReadonlyMap<string, readonly ConceptName[]>;
  /** Those of names that are no definitions are left out. */
  references: readonly CrossReference[];
  translations: ReadonlyMap<string, readonly Translation[]>;
  /** By definition: what statements that name it also name. */
  companions: readonly (readonly Translation[])[];
  /** Those about other definitions are left out. */
  modelRows: readonly ModelRow[];
  meta: Readonly<Record<string, string>>;
}

/** A build of a base. Only its holder may write to `temporary`. */
export interface BaseBuild {
  temporary: string;
  /** Replaces the base by the complete temporary file. */
  commit(): void;
  /** Removes the temporary file and releases the lock; also after a failure. */
  end(): void;
}

/** @throws {Failure} if another build is running, or if the path holds something that is not a concept base */
export function startBuild(path: string): BaseBuild {
  refuseForeign(path);
  const lock = takeLock(
    `${path}.lock`,
    (holder) =>
      new Failure('missing', 'concepts-busy', {
        message: `${path} is being built by ${holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`}.`,
        next: 'Wait for it to finish, or stop it.',
      }),
  );
  const temporary = `${path}.building.${process.pid}`;
  const remove = () => rmSync(temporary, { force: true });
  remove();
  return {
    temporary,
    commit: () => renameSync(temporary, path),
    end() {
      remove();
      lock.release();
    },
  };
}

/** Writes a new file. */
export function fillConceptBase(
  path: string,
  { definitions, concepts, names, references, translations, companions, modelRows, meta }: BaseContent,
): void {
  const database = new Database(path);
  try {
    // The file is renamed into place only when it is complete.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.exec(SCHEMA);
    database.exec('BEGIN');
    const insert = (table: string, columns: number) =>
      database.prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: columns }, () => '?').join(', ')})`);
    const definition = insert('definitions', 13);
    for (const [number, each] of definitions.entries()) {
      const { id, name, kind, module, uses, statements, texts, generatedFrom, words, annotation } = each;
      definition.run(
        number,
        id,
        name,
        kind,
        module,
        each.package,
        uses,
        statements,
        texts,
        generatedFrom,
        words,
        annotation.text,
        annotation.origin,
      );
    }
    const concept = insert('concepts', 5);
    const edge = insert('edges', 5);
    for (const [id, { key, name, texts, isCore, meanings }] of concepts.entries()) {
      concept.run(id, key, name, texts, Number(isCore));
      for (const { definition: number, weight, origin, phrase } of meanings)
        edge.run(id, number, weight, PHRASE_ORIGINS.indexOf(origin), phrase);
    }
    const numbers = new Map(definitions.map(({ name }, number) => [name, number]));
    const reference = database.prepare('INSERT OR IGNORE INTO cross_references VALUES (?, ?, ?, ?)');
    for (const { name, source, tag, note } of references) {
      const number = numbers.get(name);
      if (number !== undefined) reference.run(number, source, tag, note);
    }
    const name = insert('names', 4);
    for (const [key, found] of names)
      for (const [position, each] of found.entries()) name.run(key, position, each.key, each.phrase);
    insertModelRows(database, modelRows, numbers);
    const translation = insert('translations', 2);
    for (const [key, found] of translations) translation.run(key, encodeTranslations(found));
    const companion = insert('companions', 2);
    for (const [number, found] of companions.entries())
      if (found.length > 0) companion.run(number, encodeTranslations(found));
    const entry = insert('meta', 2);
    for (const [key, value] of Object.entries({ schema: String(CONCEPTS_SCHEMA_VERSION), ...meta }))
      entry.run(key, value);
    database.exec('COMMIT');
    database.exec(INDEXES);
  } finally {
    database.close();
  }
}
