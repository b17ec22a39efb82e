/** Compares the declarations of a file before and after a change, by name. */
import type Database from 'better-sqlite3';
import type { Declaration } from '../lean/declaration.ts';
import { RowBatchBuilder, rowText, type RowBatch } from './row-batch.ts';
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

const ANY_FILE = { fileId: 0, path: '', module: '', package: '', title: null };

/** The stored rows of a file whose origin satisfies the SQL condition `ofOrigin`. */
export function storedFileRows(
  database: Database.Database,
  stored: StoredRows,
  fileId: number,
  ofOrigin: string,
): FileRows {
  const ids = database.prepare(`SELECT id FROM decls WHERE file_id = ? AND origin ${ofOrigin}`).pluck().all(fileId);
  return summarise((ids as number[]).map((id) => stored.byId(id)!.declaration));
}

export function summarise(declarations: readonly Declaration[]): FileRows {
  const builder = new RowBatchBuilder();
  builder.startFile(ANY_FILE);
  for (const declaration of declarations) builder.add(declaration);
  return fileRows(builder.batch).get(ANY_FILE.fileId) ?? new Map();
}

/** Groups the rows of a batch by file. */
export function fileRows(batch: RowBatch): Map<number, FileRows> {
  const files = new Map<number, FileRows>();
  const zeros = new Array<number>(batch.length).fill(0);
  const lineless = { ...batch, line: zeros, endLine: zeros };
  batch.name.forEach((name, at) => {
    const { fileId } = batch.files[batch.file[at]!]!;
    const rows = files.get(fileId) ?? new Map<string, RowSummary[]>();
    files.set(fileId, rows);
    const row = { text: rowText(lineless, at), lines: `${batch.line[at]}-${batch.endLine[at]}` };
    const same = rows.get(name);
    if (same === undefined) rows.set(name, [row]);
    else same.push(row);
  });
  return files;
}

/** Names whose rows differ, in any order. */
export function changedRows(before: FileRows, now: FileRows): ChangedRow[] {
  const changed: ChangedRow[] = [];
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [old, current] = [before.get(name) ?? [], now.get(name) ?? []];
    const texts = (rows: readonly RowSummary[]): string =>
      rows
        .map(({ text }) => text)
        .toSorted()
        .join('\x1e');
    const places = (rows: readonly RowSummary[]): string =>
      rows
        .map(({ lines }) => lines)
        .toSorted()
        .join(' ');
    if (texts(old) !== texts(current)) changed.push({ name, isMovedOnly: false });
    else if (places(old) !== places(current)) changed.push({ name, isMovedOnly: true });
  }
  return changed;
}
