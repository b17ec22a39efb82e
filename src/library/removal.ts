/** Removes sources, documents or single entries from the library, and data that belongs only to them. */
import type { Database } from 'better-sqlite3';
import { resolveReferences, type MovedLabel } from './resolve-references.ts';

export interface Removal {
  sources: number[];
  documents: number[];
  entries: number[];
  /** With all their rows. */
  derivations: number[];
}

export interface RemovalCounts {
  documents: number;
  entries: number;
  /** References of other entries that lose their target; they are stored in case it is added again. */
  references: number;
}

const REMOVED = `
SELECT e.id FROM entries e WHERE e.source_id IN (SELECT value FROM json_each(:sources))
  OR e.document_id IN (SELECT value FROM json_each(:documents)) OR e.id IN (SELECT value FROM json_each(:entries))
  OR e.derivation_id IN (SELECT value FROM json_each(:derivations))`;

/** Counts what `remove` would remove. */
export function countRemoval(database: Database, removal: Removal): RemovalCounts {
  const values = listsOf(removal);
  const count = (sql: string): number => database.prepare(sql).pluck().get(values) as number;
  return {
    documents: database
      .prepare(
        `SELECT count(*) FROM documents WHERE source_id IN (SELECT value FROM json_each(?))
           OR id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .get(values.sources, values.documents) as number,
    entries: count(`SELECT count(*) FROM (${REMOVED})`),
    references: count(`SELECT count(*) FROM refs WHERE to_id IN (${REMOVED}) AND entry_id NOT IN (${REMOVED})`),
  };
}

/** Runs in one transaction. A document or derivation that loses an entry is made again completely. */
export function remove(database: Database, removal: Removal): void {
  database.transaction(() => removeAll(database, removal)).immediate();
}

function removeAll(database: Database, removal: Removal): void {
  const values = listsOf(removal);
  const labels = database
    .prepare(
      `SELECT DISTINCT l.source_id, l.label, d.name AS document FROM labels l JOIN entries e ON e.id = l.entry_id
       LEFT JOIN documents d ON d.id = e.document_id WHERE l.entry_id IN (${REMOVED})`,
    )
    .all(values) as (MovedLabel & { source_id: number })[];
  for (const [table, column, owner] of [
    ['documents', 'digest', 'document_id'],
    ['derivations', 'input_hash', 'derivation_id'],
  ]) {
    const owners = `SELECT ${owner} FROM entries WHERE id IN (${REMOVED})`;
    database.prepare(`UPDATE ${table} SET ${column} = '' WHERE id IN (${owners})`).run(values);
  }
  const ids = database.prepare(REMOVED).pluck().all(values) as number[];
  const drop = database.prepare('DELETE FROM entries WHERE id = ?');
  for (const id of ids) drop.run(id);
  for (const table of ['documents', 'derivations'] as const) {
    database
      .prepare(
        `DELETE FROM ${table} WHERE source_id IN (SELECT value FROM json_each(?))
           OR id IN (SELECT value FROM json_each(?))`,
      )
      .run(values.sources, values[table]);
  }
  database.exec(`
    DELETE FROM sources WHERE id NOT IN (
      SELECT source_id FROM documents UNION SELECT source_id FROM derivations UNION SELECT source_id FROM entries);
    DELETE FROM vectors WHERE content_hash NOT IN (
      SELECT content_hash FROM entries UNION SELECT text_hash FROM entry_texts)`);
  // A label that was ambiguous may be unique now.
  for (const sourceId of new Set(labels.map((each) => each.source_id))) {
    const moved = labels.filter((each) => each.source_id === sourceId);
    resolveReferences(database, { sourceId, documentId: null, moved });
  }
}

function listsOf(removal: Removal): Record<keyof Removal, string> {
  const { sources, documents, entries, derivations } = removal;
  return {
    sources: JSON.stringify(sources),
    documents: JSON.stringify(documents),
    entries: JSON.stringify(entries),
    derivations: JSON.stringify(derivations),
  };
}
