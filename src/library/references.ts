/** Finds what entries name by a label, anew wherever a label came or went; the rows of `refs` say where it led. */
import type { Database } from 'better-sqlite3';

/** One row of `refs` where it is looked for, and where it leads: null if to nothing, or to more than one. */
interface Found {
  entry_id: number;
  kind: string;
  label: string;
  to_id: number | null;
  found_id: number | null;
}

const FIND = `
SELECT r.entry_id, r.kind, r.label, r.to_id, (
  SELECT CASE count(*) WHEN 1 THEN min(l.entry_id) END FROM labels l
  JOIN entries e ON e.id = l.entry_id LEFT JOIN documents d ON d.id = e.document_id
  WHERE l.source_id = r.source_id AND l.label = r.target_label
    AND (r.target_document IS NULL OR d.name = r.target_document)
) AS found_id
FROM refs r WHERE r.kind = 'refers'`;

/** A label that came or went, and the document that it is of. */
export interface MovedLabel {
  label: string;
  /** Its name; null: it is of an entry that stands in none. */
  document: string | null;
}

/** Those of the entries of one document, and whatever else in its source names one of `moved`. */
export function resolveReferences(
  database: Database,
  { sourceId, documentId, moved }: { sourceId: number; documentId: number | null; moved: readonly MovedLabel[] },
): void {
  const ofDocument = database.prepare(`${FIND} AND r.entry_id IN (SELECT id FROM entries WHERE document_id = ?)`);
  // Asked for one document and for any, not for all of them: in the Stacks project every chapter has the same label.
  const byLabel = database.prepare(`${FIND} AND r.source_id = ? AND r.target_label = ? AND r.target_document IS ?`);
  const found = [
    ...(documentId === null ? [] : (ofDocument.all(documentId) as Found[])),
    ...moved.flatMap(({ label, document }) =>
      [...new Set([document, null])].flatMap((target) => byLabel.all(sourceId, label, target) as Found[]),
    ),
  ];
  write(
    database,
    found.filter(({ to_id, found_id }) => to_id !== found_id),
  );
}

/** Two labels of one entry may name the same other: that is one edge, which goes with the last of them. */
function write(database: Database, changed: readonly Found[]): void {
  const lead = database.prepare('UPDATE refs SET to_id = ? WHERE entry_id = ? AND kind = ? AND label = ?');
  const clear = database.prepare("DELETE FROM edges WHERE from_id = ? AND kind = 'refers'");
  const draw = database.prepare(
    `INSERT OR IGNORE INTO edges (from_id, kind, to_id) SELECT entry_id, 'refers', to_id FROM refs
     WHERE entry_id = ? AND to_id IS NOT NULL AND to_id <> entry_id`,
  );
  for (const { entry_id, kind, label, found_id } of changed) lead.run(found_id, entry_id, kind, label);
  for (const id of new Set(changed.map(({ entry_id }) => entry_id))) {
    clear.run(id);
    draw.run(id);
  }
}
