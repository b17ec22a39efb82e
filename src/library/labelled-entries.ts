/** Labels of entries. */
import type { Database } from 'better-sqlite3';

const SELECT = `SELECT d.name || '-' || l.label AS label, l.entry_id AS entry FROM labels l
JOIN entries e ON e.id = l.entry_id JOIN documents d ON d.id = e.document_id JOIN sources s ON s.id = e.source_id
WHERE s.name = ? ORDER BY l.entry_id DESC`;

/** Ids by the name of the document, a hyphen, and the label: as the tags of the Stacks project name them. */
export function entriesByFullLabel(database: Database, source: string): Map<string, number> {
  const rows = database.prepare(SELECT).all(source) as { label: string; entry: number }[];
  return new Map(rows.map(({ label, entry }) => [label, entry]));
}

/**
 * SQL for the label by which an entry `e` is called, among its labels `l`: its first one, which is in its key, or if an
 * earlier entry has that too, the least. Null without labels.
 */
export const OWN_LABEL = `coalesce(max(iif(substr(e.key, -length(l.label) - 1) = '#' || l.label, l.label, NULL)), min(l.label))`;

/** The labels by which entries are called, by id; entries without labels are left out. `ids`: only these entries. */
export function ownLabels(database: Database, ids: readonly number[] | null = null): Map<number, string> {
  const rows = database.prepare(
    `SELECT e.id, ${OWN_LABEL} FROM labels l JOIN entries e ON e.id = l.entry_id
     ${ids === null ? '' : 'WHERE e.id IN (SELECT value FROM json_each(?))'} GROUP BY e.id`,
  );
  return new Map(rows.raw().all(...(ids === null ? [] : [JSON.stringify(ids)])) as [number, string][]);
}
