/** Finds the location of a document in the library: its previous one, otherwise a new one. */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Document } from '../sources/document.ts';
import { filesDigest } from './document-digest.ts';
import { entryKey } from './document-entries.ts';
import type { FoundDocument } from './find-documents.ts';

/** The data of a stored document that identifies it. */
export interface KnownDocument {
  id: number;
  source: string;
  name: string;
  path: string;
}

const SELECT = 'SELECT d.id, s.name AS source, d.name, d.path FROM documents d JOIN sources s ON s.id = d.source_id';

/** Every location of the file at `path`, in all sources or in the named one. */
export function findLocations(database: Database, path: string, source: string | null): KnownDocument[] {
  const known = database.prepare(`${SELECT} WHERE d.path = ? ORDER BY s.id`).all(path) as KnownDocument[];
  return known.filter((each) => source === null || each.source === source);
}

/** The location for a document whose file is not in the library yet. */
export interface NewLocation {
  source: string;
  name: string;
  /** Previous path, if the document's file was moved. */
  movedFrom: string | null;
  /** Other documents with the same content. */
  copies: KnownDocument[];
  /** Path of another document of the source that already has this document's name. */
  namesake: string | null;
}

/**
 * A document has moved if its old file no longer exists, and if the contents are equal, or if the names are equal and
 * more than half of the old entries are in the new document.
 */
export function newLocation(database: Database, found: FoundDocument, document: Document, source: string): NewLocation {
  const same = database
    .prepare(`${SELECT} WHERE d.content = ? ORDER BY d.id`)
    .all(filesDigest(document)) as KnownDocument[];
  const byName = database.prepare(`${SELECT} WHERE s.name = ? AND d.name = ?`);
  const namesake = byName.get(source, found.name) as KnownDocument | undefined;
  const isMovable = (each: KnownDocument): boolean => each.source === source && !existsSync(each.path);
  const moved =
    same.find(isMovable) ??
    (namesake !== undefined && isMovable(namesake) && hasMost(database, namesake, document) ? namesake : undefined);
  const copies = same.filter((each) => each !== moved);
  if (moved !== undefined) return { source, name: moved.name, movedFrom: moved.path, copies, namesake: null };
  let name = found.name;
  for (let count = 2; byName.get(source, name) !== undefined; count++) name = `${found.name}~${count}`;
  return { source, name, movedFrom: null, copies, namesake: namesake?.path ?? null };
}

function hasMost(database: Database, { id, name }: KnownDocument, document: Document): boolean {
  const before = database.prepare('SELECT key FROM entries WHERE document_id = ?').pluck().all(id) as string[];
  const now = new Set(document.pieces.map(({ key }) => entryKey(name, key)));
  return before.filter((key) => now.has(key)).length * 2 > before.length;
}
