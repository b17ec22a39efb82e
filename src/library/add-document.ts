/** Adds one document to the library in one transaction: as new, changed or unchanged. */
import type { Database } from 'better-sqlite3';
import type { Document } from '../sources/document.ts';
import { documentDigest, filesDigest } from './document-digest.ts';
import { documentEntries } from './document-entries.ts';
import { insertInto, sourceIdOf, updateRow } from './entry-owner.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeEntries, type EntryCounts } from './write-entries.ts';
import { labelsOf, writeNames } from './write-names.ts';

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
  const sourceId = sourceIdOf(database, source);
  const known = database.prepare('SELECT id, digest FROM documents WHERE source_id = ? AND name = ?');
  const row = known.get(sourceId, name) as { id: number; digest: string } | undefined;
  const digest = documentDigest(document);
  if (row?.digest === digest) {
    updateRow(database, 'documents', ['path', 'read_by']).run({ path, read_by: readBy, id: row.id });
    writeFiles(database, row.id, document);
    return { id: row.id, change: 'unchanged', added: 0, changed: 0, unchanged: document.pieces.length, removed: 0 };
  }
  const values = {
    path,
    title: document.title,
    format: document.format,
    digest,
    content: filesDigest(document),
    read_by: readBy,
    externals: JSON.stringify(document.externals),
    problems: JSON.stringify(document.problems),
    changed_at: now,
  };
  const added = { ...values, source_id: sourceId, name, added_at: now };
  const documentId =
    row?.id ?? Number(insertInto(database, 'documents', Object.keys(added)).run(added).lastInsertRowid);
  if (row !== undefined) updateRow(database, 'documents', Object.keys(values)).run({ ...values, id: row.id });
  writeFiles(database, documentId, document);
  const owner = { sourceId, column: 'document_id', id: documentId } as const;
  const entries = documentEntries(document, name);
  const before = labelsOf(database, owner);
  const { ids, counts } = writeEntries(database, owner, entries);
  const labels = new Set([...before, ...writeNames(database, owner, entries, ids)]);
  const moved = Array.from(labels, (label) => ({ label, document: name }));
  resolveReferences(database, { sourceId, documentId, moved });
  return { id: documentId, change: row === undefined ? 'added' : 'changed', ...counts };
}

/** Missing files are stored without a hash. */
function writeFiles(database: Database, documentId: number, { files, lacks = [] }: Document): void {
  database.prepare('DELETE FROM files WHERE document_id = ?').run(documentId);
  const insert = database.prepare('INSERT INTO files (document_id, position, path, sha256) VALUES (?, ?, ?, ?)');
  const all = [...files, ...lacks.map((path) => ({ path, sha256: '' }))];
  for (const [position, { path, sha256: hash }] of all.entries()) insert.run(documentId, position, path, hash);
}
