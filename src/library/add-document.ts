/** Adds one document to the library in one transaction: as new, changed or unchanged. */
import type { Database } from 'better-sqlite3';
import type { Document } from '../sources/document.ts';
import { documentDigest, filesDigest } from './document-digest.ts';
import { documentEntries } from './document-entries.ts';
import { resolveReferences } from './references.ts';
import { writeEntries, type EntryCounts } from './write-entries.ts';
import { writeNames } from './write-names.ts';

/** Where a document is in the library. */
export interface DocumentLocation {
  source: string;
  /** Name of the document in its source: other documents refer to it by this name, and entry keys begin with it. */
  name: string;
  /** Absolute path of its first file. */
  path: string;
  /** The id of the reader that read it, including the user's options. */
  readBy: string;
}

export interface AddedDocument extends EntryCounts {
  id: number;
  change: 'added' | 'changed' | 'unchanged';
}

/** If a document at `path` exists already, `name` must be its name. */
export function addDocument(database: Database, document: Document, location: DocumentLocation): AddedDocument {
  return database.transaction(() => put(database, document, location)).immediate();
}

function put(database: Database, document: Document, { source, name, path, readBy }: DocumentLocation): AddedDocument {
  const now = new Date().toISOString();
  const sourceId = sourceIdOf(database, source, now);
  const known = database.prepare('SELECT id, digest FROM documents WHERE source_id = ? AND name = ?');
  const row = known.get(sourceId, name) as { id: number; digest: string } | undefined;
  const digest = documentDigest(document);
  const values = {
    path,
    digest,
    title: document.title,
    format: document.format,
    content: filesDigest(document),
    read_by: readBy,
    externals: JSON.stringify(document.externals),
    problems: JSON.stringify(document.problems),
    now,
  };
  if (row?.digest === digest) {
    database.prepare('UPDATE documents SET path = ?, read_by = ? WHERE id = ?').run(path, readBy, row.id);
    writeFiles(database, row.id, document);
    return { id: row.id, change: 'unchanged', added: 0, changed: 0, unchanged: document.pieces.length, removed: 0 };
  }
  const documentId =
    row?.id ?? Number(database.prepare(INSERT).run({ ...values, source_id: sourceId, name }).lastInsertRowid);
  if (row !== undefined) database.prepare(UPDATE).run({ ...values, id: row.id });
  writeFiles(database, documentId, document);
  const place = { sourceId, documentId };
  const entries = documentEntries(document, name);
  const { ids, counts } = writeEntries(database, place, entries);
  const labels = writeNames(database, place, entries, ids);
  const moved = Array.from(labels, (label) => ({ label, document: name }));
  resolveReferences(database, { ...place, moved });
  return { id: documentId, change: row === undefined ? 'added' : 'changed', ...counts };
}

function sourceIdOf(database: Database, name: string, now: string): number {
  const known = database.prepare('SELECT id FROM sources WHERE name = ?').pluck().get(name) as number | undefined;
  if (known !== undefined) return known;
  const added = database.prepare('INSERT INTO sources (name, added_at) VALUES (?, ?)').run(name, now);
  return Number(added.lastInsertRowid);
}

const INSERT = `
INSERT INTO documents
  (source_id, name, path, title, format, digest, content, read_by, externals, problems, added_at, changed_at)
VALUES (:source_id, :name, :path, :title, :format, :digest, :content, :read_by, :externals, :problems, :now, :now)`;

const UPDATE = `
UPDATE documents SET path = :path, title = :title, format = :format, digest = :digest, content = :content,
  read_by = :read_by, externals = :externals, problems = :problems, changed_at = :now
WHERE id = :id`;

/** Missing files are stored without a hash. */
function writeFiles(database: Database, documentId: number, { files, lacks = [] }: Document): void {
  database.prepare('DELETE FROM files WHERE document_id = ?').run(documentId);
  const insert = database.prepare('INSERT INTO files (document_id, position, path, sha256) VALUES (?, ?, ?, ?)');
  const all = [...files, ...lacks.map((path) => ({ path, sha256: '' }))];
  for (const [position, { path, sha256: hash }] of all.entries()) insert.run(documentId, position, path, hash);
}
