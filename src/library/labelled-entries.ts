/** The entries of a source by document and label. */
import type { Database } from 'better-sqlite3';

const SELECT = `SELECT d.name || '-' || l.label AS label, l.entry_id AS entry FROM labels l
JOIN entries e ON e.id = l.entry_id JOIN documents d ON d.id = e.document_id JOIN sources s ON s.id = e.source_id
WHERE s.name = ? ORDER BY l.entry_id DESC`;

/** Ids by the name of the document, a hyphen, and the label: as the tags of the Stacks project name them. */
export function entriesByFullLabel(database: Database, source: string): Map<string, number> {
  const rows = database.prepare(SELECT).all(source) as { label: string; entry: number }[];
  return new Map(rows.map(({ label, entry }) => [label, entry]));
}
