/** The document or the derivation that entries belong to, and the source that contains it. */
import type { Database, Statement } from 'better-sqlite3';
import { prepared, preparedValues } from './prepared.ts';

export interface EntryOwner {
  sourceId: number;
  /** Column of `entries` that contains `id`. */
  column: 'document_id' | 'derivation_id';
  id: number;
}

/** The id of the source called `name`, which is created if it does not exist. */
export function sourceIdOf(database: Database, name: string): number {
  const known = preparedValues(database, 'SELECT id FROM sources WHERE name = ?').get(name) as number | undefined;
  if (known !== undefined) return known;
  const insert = insertInto(database, 'sources', ['name', 'added_at']);
  return Number(insert.run({ name, added_at: new Date().toISOString() }).lastInsertRowid);
}

/** Inserts a row, with values bound by the names of their columns. */
export function insertInto(database: Database, table: string, columns: readonly string[]): Statement {
  const values = columns.map((column) => `:${column}`);
  return prepared(database, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`);
}

/** Sets these columns of the row `:id`. */
export function updateRow(database: Database, table: string, columns: readonly string[]): Statement {
  const sets = columns.map((column) => `${column} = :${column}`);
  return prepared(database, `UPDATE ${table} SET ${sets.join(', ')} WHERE id = :id`);
}
