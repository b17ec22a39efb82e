/** Converts derived rows to columns of their tables and back: ids of entries, JSON, and names in snake case. */
import type { Database } from 'better-sqlite3';
import { DERIVED_TABLES, type DerivedRows } from './derivation.ts';

const JSON_COLUMNS: ReadonlySet<string> = new Set(['payload', 'evidence', 'value']);

/** The columns of a row. `idOf`: the id of an entry that the row names. */
export function derivedColumns(row: object, idOf: (ref: unknown) => number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (key === 'entry' || key === 'from' || key === 'to') return [`${key}_id`, value === null ? null : idOf(value)];
      if (JSON_COLUMNS.has(key)) return [key, JSON.stringify(value ?? null)];
      return [key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), value];
    }),
  );
}

/** A column's value as data; of an id, `from_id` becomes `from`. */
export function derivedField([column, value]: [string, unknown]): [string, unknown] {
  if (column.endsWith('_id')) return [column.slice(0, -3), value];
  return [column, JSON_COLUMNS.has(column) ? (JSON.parse(value as string) as unknown) : value];
}

/** A stored row with the names of its fields: `statement_hash` becomes `statementHash`. */
export function derivedRow(row: object): Record<string, unknown> {
  const fields = Object.entries(row)
    .map(derivedField)
    .map(([name, value]) => [name.replace(/_[a-z]/gu, (letter) => letter[1]!.toUpperCase()), value]);
  return Object.fromEntries(fields) as Record<string, unknown>;
}

/** The stored rows about an entry, each with the id of its derivation. */
export function derivedRowsOf<Key extends keyof typeof DERIVED_TABLES>(
  database: Database,
  key: Key,
  entry: number,
): (DerivedRows<number>[Key][number] & { derivation: number })[] {
  const isEntry = key === 'edges' ? 'from_id = :entry OR to_id = :entry' : 'entry_id = :entry';
  const rows = database.prepare(`SELECT * FROM ${DERIVED_TABLES[key]} WHERE ${isEntry}`).all({ entry }) as object[];
  return rows.map((row) => derivedRow(row) as unknown as DerivedRows<number>[Key][number] & { derivation: number });
}
