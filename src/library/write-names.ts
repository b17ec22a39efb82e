/** Writes the labels and references of one owner's entries again. */
import type { Database } from 'better-sqlite3';
import type { DocumentEntry } from './document-entries.ts';
import type { EntryOwner } from './entry-owner.ts';
import { prepared, preparedValues } from './prepared.ts';

/** The labels of the owner's entries. To be read before entries are removed, which removes their labels. */
export function labelsOf(database: Database, { column, id }: EntryOwner): Set<string> {
  const select = `SELECT label FROM labels WHERE entry_id IN (SELECT id FROM entries WHERE ${column} = ?)`;
  return new Set(preparedValues(database, select).all(id) as string[]);
}

/** Runs in the caller's transaction. Returns the labels that it writes. */
export function writeNames(
  database: Database,
  { sourceId, column, id: ownerId }: EntryOwner,
  entries: readonly Pick<DocumentEntry, 'labels' | 'references'>[],
  ids: readonly number[],
): Set<string> {
  const ofOwner = `IN (SELECT id FROM entries WHERE ${column} = ?)`;
  prepared(database, `DELETE FROM labels WHERE entry_id ${ofOwner}`).run(ownerId);
  prepared(database, `DELETE FROM refs WHERE entry_id ${ofOwner}`).run(ownerId);
  const label = prepared(database, 'INSERT INTO labels (source_id, label, entry_id) VALUES (?, ?, ?)');
  const ref = prepared(
    database,
    `INSERT OR IGNORE INTO refs (entry_id, kind, label, source_id, target_document, target_label)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  // A repeated label belongs to its last entry, as in LaTeX.
  const owners = new Map<string, number>();
  for (const [position, entry] of entries.entries()) {
    const id = ids[position]!;
    for (const name of entry.labels) owners.set(name, id);
    for (const reference of entry.references) {
      const { targetDocument, targetLabel } = reference;
      ref.run(id, reference.kind, reference.label, sourceId, targetDocument, targetLabel);
    }
  }
  for (const [name, id] of owners) label.run(sourceId, name, id);
  return new Set(owners.keys());
}
