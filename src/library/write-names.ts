/** Writes the labels and references of a document's entries again, and the edges of its order. */
import type { Database } from 'better-sqlite3';
import type { DocumentEntry } from './document-entries.ts';

/** Runs in the caller's transaction. Returns every label that the document has or had. */
export function writeNames(
  database: Database,
  { sourceId, documentId }: { sourceId: number; documentId: number },
  entries: readonly DocumentEntry[],
  ids: readonly number[],
): Set<string> {
  const ofDocument = 'IN (SELECT id FROM entries WHERE document_id = ?)';
  const labels = new Set(
    database.prepare(`SELECT label FROM labels WHERE entry_id ${ofDocument}`).pluck().all(documentId) as string[],
  );
  database.prepare(`DELETE FROM labels WHERE entry_id ${ofDocument}`).run(documentId);
  database.prepare(`DELETE FROM refs WHERE entry_id ${ofDocument}`).run(documentId);
  database.prepare(`DELETE FROM edges WHERE kind IN ('refers', 'follows') AND from_id ${ofDocument}`).run(documentId);
  const label = database.prepare('INSERT INTO labels (source_id, label, entry_id) VALUES (?, ?, ?)');
  const ref = database.prepare(
    `INSERT OR IGNORE INTO refs (entry_id, kind, label, source_id, target_document, target_label)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const follows = database.prepare("INSERT INTO edges (from_id, kind, to_id) VALUES (?, 'follows', ?)");
  // A repeated label belongs to its last entry, as in LaTeX.
  const owners = new Map<string, number>();
  for (const [position, entry] of entries.entries()) {
    const id = ids[position]!;
    for (const name of entry.labels) owners.set(name, id);
    for (const reference of entry.references) {
      const { targetDocument, targetLabel } = reference;
      ref.run(id, reference.kind, reference.label, sourceId, targetDocument, targetLabel);
    }
    if (position > 0) follows.run(id, ids[position - 1]);
  }
  for (const [name, id] of owners) {
    label.run(sourceId, name, id);
    labels.add(name);
  }
  return labels;
}
