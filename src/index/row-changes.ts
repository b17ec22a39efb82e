/** Compares the declarations of a file before and after a change, by name. */
import type Database from 'better-sqlite3';
import { rowText, type Row } from './row-columns.ts';
import { rowsOf } from './row-batch.ts';
import type { StoredRows } from './stored-rows.ts';

interface RowSummary {
  /** All columns but the lines. */
  text: string;
  lines: string;
}

/** By name. */
export type FileRows = Map<string, RowSummary[]>;

export interface ChangedRow {
  name: string;
  /** Only lines have changed. */
  isMovedOnly: boolean;
}

/** The stored rows of a file whose origin satisfies the SQL condition `ofOrigin`. */
export function storedFileRows(
  database: Database.Database,
  stored: StoredRows,
  fileId: number,
  ofOrigin: string,
): FileRows {
  const ids = database.prepare(`SELECT id FROM decls WHERE file_id = ? AND origin ${ofOrigin}`).pluck().all(fileId);
  return summarise(rowsOf((ids as number[]).map((id) => stored.declaration(id))));
}

export function summarise(rows: readonly Row[]): FileRows {
  const summaries: FileRows = new Map();
  for (const [name, same] of Map.groupBy(rows, (row) => row.name)) {
    summaries.set(
      name,
      same.map((row) => ({ text: rowText({ ...row, line: 0, endLine: 0 }), lines: `${row.line}-${row.endLine}` })),
    );
  }
  return summaries;
}

/** Names whose rows differ, in any order. */
export function changedRows(before: FileRows, now: FileRows): ChangedRow[] {
  const changed: ChangedRow[] = [];
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [old, current] = [before.get(name) ?? [], now.get(name) ?? []];
    const sorted = (rows: readonly RowSummary[], field: keyof RowSummary): string =>
      rows
        .map((row) => row[field])
        .toSorted()
        .join('\x1e');
    if (sorted(old, 'text') !== sorted(current, 'text')) changed.push({ name, isMovedOnly: false });
    else if (sorted(old, 'lines') !== sorted(current, 'lines')) changed.push({ name, isMovedOnly: true });
  }
  return changed;
}
