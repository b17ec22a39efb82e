/** Exports the library, or some of its sources, as records from which it can be rebuilt. Excludes vectors. */
import type { Database } from 'better-sqlite3';
import type { Entry } from './entry.ts';
import { entryOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import { listSources } from './listing.ts';

export interface SourceRecord {
  record: 'source';
  name: string;
}

export interface DocumentRecord {
  record: 'document';
  source: string;
  name: string;
  path: string;
  title: string;
  format: string;
  readBy: string;
  files: { path: string; sha256: string }[];
  externals: unknown[];
  problems: unknown[];
}

export interface EntryRecord extends Omit<Entry, 'documentId'> {
  record: 'entry';
  /** Name of its document in its source. */
  document: string | null;
  labels: string[];
  references: { kind: string; label: string }[];
}

/** Refers to ids of the export. */
export interface EdgeRecord {
  record: 'edge';
  from: number;
  to: number;
  kind: string;
}

export type LibraryRecord = SourceRecord | DocumentRecord | EntryRecord | EdgeRecord;

/** `sources`: only these; empty for all. A record refers only to previous records. */
export function exportRecords(database: Database, sources: readonly string[]): LibraryRecord[] {
  const names = listSources(database, sources).map(({ name }) => name);
  return [
    ...names.map((name): SourceRecord => ({ record: 'source', name })),
    ...names.flatMap((name) => documentRecords(database, name)),
    ...names.flatMap((name) => entryRecords(database, name)),
    ...edgeRecords(database, names),
  ];
}

function documentRecords(database: Database, source: string): DocumentRecord[] {
  const rows = database
    .prepare('SELECT * FROM documents WHERE source_id = (SELECT id FROM sources WHERE name = ?) ORDER BY id')
    .all(source) as Record<string, string>[];
  const files = database.prepare(
    "SELECT path, sha256 FROM files WHERE document_id = ? AND sha256 <> '' ORDER BY position",
  );
  return rows.map((row) => ({
    record: 'document',
    source,
    name: row.name!,
    path: row.path!,
    title: row.title!,
    format: row.format!,
    readBy: row.read_by!,
    files: files.all(row.id) as DocumentRecord['files'],
    externals: JSON.parse(row.externals!) as unknown[],
    problems: JSON.parse(row.problems!) as unknown[],
  }));
}

function entryRecords(database: Database, source: string): EntryRecord[] {
  const rows = database
    .prepare(
      `${SELECT_ENTRY} WHERE s.name = ?
       ORDER BY e.document_id, e.position, e.id`,
    )
    .all(source) as EntryRow[];
  const names = new Map(database.prepare('SELECT id, name FROM documents').raw().all() as [number, string][]);
  const labels = database.prepare('SELECT label FROM labels WHERE entry_id = ? ORDER BY label').pluck();
  const references = database.prepare('SELECT kind, label FROM refs WHERE entry_id = ? ORDER BY kind, label');
  return rows.map((row) => {
    const { documentId, ...entry } = entryOf(row);
    return {
      record: 'entry',
      ...entry,
      document: documentId === null ? null : names.get(documentId)!,
      labels: labels.all(row.id) as string[],
      references: references.all(row.id) as EntryRecord['references'],
    };
  });
}

function edgeRecords(database: Database, sources: readonly string[]): EdgeRecord[] {
  const among =
    'IN (SELECT e.id FROM entries e JOIN sources s ON s.id = e.source_id WHERE s.name IN (SELECT value FROM json_each(:names)))';
  const rows = database
    .prepare(
      `SELECT from_id AS "from", to_id AS "to", kind FROM edges WHERE from_id ${among} AND to_id ${among}
       ORDER BY from_id, kind, to_id`,
    )
    .all({ names: JSON.stringify(sources) }) as Omit<EdgeRecord, 'record'>[];
  return rows.map((row) => ({ record: 'edge', ...row }));
}
