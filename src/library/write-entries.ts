/** Updates the rows of one owner's entries to their current content; an entry with the same key keeps its id. */
import type { Database } from 'better-sqlite3';
import type { NewEntry } from './entry.ts';
import { insertInto, updateRow, type EntryOwner } from './entry-owner.ts';
import { entryColumns, type EntryColumns, type EntryRow } from './entry-rows.ts';
import { prepared } from './prepared.ts';

export interface EntryCounts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

/** Columns of an entry's position: if only these change, the entry counts as unchanged. */
const PLACE: ReadonlySet<string> = new Set(['position', 'file', 'line', 'page']);

/** Runs in the caller's transaction. Returns the ids in the order of the entries. */
export function writeEntries(
  database: Database,
  { sourceId, column, id: ownerId }: EntryOwner,
  entries: readonly { entry: NewEntry; payload?: unknown }[],
): { ids: number[]; counts: EntryCounts } {
  const rows = prepared(database, `SELECT * FROM entries WHERE ${column} = ?`).all(ownerId) as EntryRow[];
  const remaining = new Map(rows.map((row) => [row.key, row]));
  const counts: EntryCounts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const ids = entries.map(({ entry, payload }, position) => {
    const values = entryColumns(entry, position, payload);
    const row = remaining.get(entry.key);
    if (row === undefined) {
      counts.added++;
      const added = { source_id: sourceId, [column]: ownerId, key: entry.key, ...values };
      return Number(insertInto(database, 'entries', Object.keys(added)).run(added).lastInsertRowid);
    }
    remaining.delete(entry.key);
    const columns = Object.keys(values) as (keyof EntryColumns)[];
    const changed = columns.filter((name) => values[name] !== row[name]);
    counts[changed.every((name) => PLACE.has(name)) ? 'unchanged' : 'changed']++;
    // Sets only the changed columns, because triggers watch the columns with an entry's content.
    if (changed.length > 0) updateRow(database, 'entries', changed).run({ ...values, id: row.id });
    return row.id;
  });
  const remove = prepared(database, 'DELETE FROM entries WHERE id = ?');
  for (const { id } of remaining.values()) remove.run(id);
  counts.removed = remaining.size;
  return { ids, counts };
}
