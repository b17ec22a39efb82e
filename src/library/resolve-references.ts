/** Resolves the labels that entries refer to, again whenever a label is added or removed; `refs` stores the targets. */
import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';

/** A row of `refs` with its stored target, and the found one: null if not found or ambiguous. */
interface FoundReference {
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

/** An added or removed label, and its document. */
export interface MovedLabel {
  label: string;
  /** Its name; null if the entry is not part of a document. */
  document: string | null;
}

/** Resolves the references of one document's entries, and all in its source that refer to one of `moved`. */
export function resolveReferences(
  database: Database,
  { sourceId, documentId, moved }: { sourceId: number; documentId: number | null; moved: readonly MovedLabel[] },
): void {
  const ofDocument = prepared(database, `${FIND} AND r.entry_id IN (SELECT id FROM entries WHERE document_id = ?)`);
  // Looked up for one document and for any, not for all: in the Stacks project every chapter has the same label.
  const byLabel = prepared(database, `${FIND} AND r.source_id = ? AND r.target_label = ? AND r.target_document IS ?`);
  const found = [
    ...(documentId === null ? [] : (ofDocument.all(documentId) as FoundReference[])),
    ...moved.flatMap(({ label, document }) =>
      [...new Set([document, null])].flatMap((target) => byLabel.all(sourceId, label, target) as FoundReference[]),
    ),
  ];
  const setTarget = prepared(database, 'UPDATE refs SET to_id = ? WHERE entry_id = ? AND kind = ? AND label = ?');
  for (const { entry_id, kind, label, to_id, found_id } of found) {
    if (to_id !== found_id) setTarget.run(found_id, entry_id, kind, label);
  }
}
