/** Finds the entry that a user names by an id, a key, a label or a title. */
import type { Database } from 'better-sqlite3';

/** SQL: ids of the wanted sources; of all without one. With it, an index of sources and names finds a name at once. */
const SOURCES = '(SELECT id FROM sources WHERE :source IS NULL OR name = :source)';

/** Each lookup runs only if the previous ones found nothing. */
const LOOKUPS = [
  `SELECT id FROM entries WHERE source_id IN ${SOURCES} AND key = :name`,
  // A repeated label is that of its last entry, and the key of its first one.
  `SELECT entry_id FROM labels WHERE source_id IN ${SOURCES} AND label = :name
   UNION SELECT id FROM entries WHERE source_id IN ${SOURCES} AND substr(key, instr(key, '#') + 1) = :name`,
  `SELECT id FROM entries WHERE source_id IN ${SOURCES} AND title <> '' AND lower(title) = lower(:name)`,
];

/** Ids of all matching entries; exactly one if `name` is unambiguous. `source`: null for any. */
export function findEntryIds(database: Database, name: string, source: string | null): number[] {
  if (/^\d+$/u.test(name)) {
    const sql = `SELECT id FROM entries WHERE id = :id AND source_id IN ${SOURCES}`;
    const found = database
      .prepare(sql)
      .pluck()
      .all({ id: Number(name), source }) as number[];
    if (found.length > 0) return found;
  }
  for (const lookup of LOOKUPS) {
    const found = database.prepare(`${lookup} ORDER BY 1`).pluck().all({ name, source }) as number[];
    if (found.length > 0) return found;
  }
  return [];
}

/** Suggestions for a mistyped name: ids of entries whose key, label or title contains `name`; at most `limit`. */
export function similarEntryIds(database: Database, name: string, limit: number): number[] {
  return database
    .prepare(
      `SELECT e.id FROM entries e WHERE instr(lower(e.key), lower(:name)) > 0 OR instr(lower(e.title), lower(:name)) > 0
         OR EXISTS (SELECT 1 FROM labels l WHERE l.entry_id = e.id AND instr(lower(l.label), lower(:name)) > 0)
       ORDER BY length(e.key), e.id LIMIT :limit`,
    )
    .pluck()
    .all({ name, limit }) as number[];
}
