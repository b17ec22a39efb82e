/** All data of one entry: its content, its references in both directions, and its neighbours. */
import type { Database } from 'better-sqlite3';
import type { Entry, EntryKind } from './entry.ts';
import type { Reference } from '../sources/document.ts';
import type { Library } from './library.ts';

/** The data that identifies an entry to a user. */
export interface EntryLine {
  id: number;
  source: string;
  key: string;
  kind: EntryKind;
  called: string;
  number: string | null;
  title: string;
  /** The start of its text, on one line: distinguishes untitled passages. */
  begins: string;
}

/** `report/library-schema.ts` describes its fields. */
export type EntryCard = ReturnType<typeof entryCard>;

export const LINE_COLUMNS = `
e.id, s.name AS source, e.key, e.kind, e.called, e.number, e.title,
trim(replace(replace(substr(trim(e.body, char(10, 13, 32)), 1, 80), char(10), ' '), char(13), ' ')) AS begins`;

/** In the order of `ids`; skips missing entries. */
export function entryLines(database: Database, ids: readonly number[]): EntryLine[] {
  const lines = database
    .prepare(
      `SELECT ${LINE_COLUMNS} FROM entries e JOIN sources s ON s.id = e.source_id
       WHERE e.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids)) as EntryLine[];
  const byId = new Map(lines.map((line) => [line.id, line]));
  return ids.map((id) => byId.get(id)).filter((line) => line !== undefined);
}

export function entryCard(library: Library, entry: Entry) {
  const { database } = library;
  const { id } = entry;
  const line = (other: number | undefined | null): EntryLine | null =>
    other === undefined || other === null ? null : (entryLines(database, [other])[0] ?? null);
  const edges = library.edges(id);
  const refs = database
    .prepare('SELECT kind, label, to_id FROM refs WHERE entry_id = ? ORDER BY kind DESC, label')
    .all(id) as (Reference & { to_id: number | null })[];
  return {
    entry,
    document: (database.prepare('SELECT name, title, path FROM documents WHERE id = ?').get(entry.documentId) ??
      null) as { title: string; name: string; path: string } | null,
    labels: database.prepare('SELECT label FROM labels WHERE entry_id = ? ORDER BY label').pluck().all(id) as string[],
    references: refs.map(({ kind, label, to_id }) => ({ kind, label, to: line(to_id) })),
    referredBy: entryLines(
      database,
      edges.filter(({ kind, to }) => kind === 'refers' && to === id).map(({ from }) => from),
    ),
    previous: line(edges.find(({ kind, from }) => kind === 'follows' && from === id)?.to),
    next: line(edges.find(({ kind, to }) => kind === 'follows' && to === id)?.from),
    edges: edges
      .filter(({ kind }) => !['refers', 'follows'].includes(kind))
      .map(({ kind, from, to }) => ({ kind, from: line(from)!, to: line(to)! })),
  };
}
