/** Updates the rows of one document's entries to its current content; an entry with the same key keeps its id. */
import type { Database } from 'better-sqlite3';
import { contentHash } from './content-hash.ts';
import type { DocumentEntry } from './document-entries.ts';
import type { NewEntry } from './entry.ts';
import type { EntryRow } from './entry-rows.ts';

export interface EntryCounts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

const COLUMNS = [
  'position',
  'kind',
  'called',
  'number',
  'title',
  'headings',
  'body',
  'proof',
  'file',
  'line',
  'page',
  'content_hash',
] as const;

/** A row without its id, source, document and key. */
type Values = Pick<EntryRow, (typeof COLUMNS)[number]>;

/** Columns of an entry's position: if only these change, the entry counts as unchanged. */
const PLACE: ReadonlySet<string> = new Set(['position', 'file', 'line', 'page']);

/** Runs in the caller's transaction. Returns the ids in the order of the entries. */
export function writeEntries(
  database: Database,
  { sourceId, documentId }: { sourceId: number; documentId: number },
  entries: readonly DocumentEntry[],
): { ids: number[]; counts: EntryCounts } {
  const remaining = readRows(database, documentId);
  const insert = database.prepare(
    `INSERT INTO entries (source_id, document_id, key, ${COLUMNS.join(', ')})
     VALUES (:source_id, :document_id, :key, ${COLUMNS.map((name) => `:${name}`).join(', ')})`,
  );
  const counts: EntryCounts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const ids = entries.map(({ entry }, position) => {
    const values = valuesOf(entry, position);
    const row = remaining.get(entry.key);
    if (row === undefined) {
      counts.added++;
      const { key } = entry;
      return Number(insert.run({ ...values, key, source_id: sourceId, document_id: documentId }).lastInsertRowid);
    }
    remaining.delete(entry.key);
    const changed = COLUMNS.filter((name) => values[name] !== row[name]);
    counts[changed.every((name) => PLACE.has(name)) ? 'unchanged' : 'changed']++;
    if (changed.length > 0) update(database, row.id, values, changed);
    return row.id;
  });
  const remove = database.prepare('DELETE FROM entries WHERE id = ?');
  for (const { id } of remaining.values()) remove.run(id);
  counts.removed = remaining.size;
  return { ids, counts };
}

/** Sets only the changed columns, because triggers watch the columns with an entry's content. */
function update(database: Database, id: number, values: Values, changed: readonly (keyof Values)[]): void {
  const sets = changed.map((name) => `${name} = :${name}`).join(', ');
  database.prepare(`UPDATE entries SET ${sets} WHERE id = :id`).run({ ...values, id });
}

function readRows(database: Database, documentId: number): Map<string, EntryRow> {
  const rows = database.prepare('SELECT * FROM entries WHERE document_id = ?').all(documentId) as EntryRow[];
  return new Map(rows.map((row) => [row.key, row]));
}

function valuesOf(entry: NewEntry, position: number): Values {
  const { kind, called, number, title, headings, body, proof, place } = entry;
  return {
    position,
    kind,
    called,
    number,
    title,
    headings: JSON.stringify(headings),
    body,
    proof,
    file: place?.file ?? null,
    line: place?.line ?? null,
    page: place?.page ?? null,
    content_hash: contentHash(entry),
  };
}
