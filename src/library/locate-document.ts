/** Where a document belongs: where it was before, else in a new place. */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Document } from '../sources/document.ts';
import { filesDigest } from './document-digest.ts';
import { entryKey } from './document-entries.ts';
import type { FoundDocument } from './find-documents.ts';

/** A document of the library, as far as it takes to know it again. */
export interface KnownDocument {
  id: number;
  source: string;
  name: string;
  path: string;
}

const SELECT = 'SELECT d.id, s.name AS source, d.name, d.path FROM documents d JOIN sources s ON s.id = d.source_id';

/** Every place that the file at `path` has already, in all sources or in the one that is named. */
export function placesOf(database: Database, path: string, source: string | null): KnownDocument[] {
  const known = database.prepare(`${SELECT} WHERE d.path = ? ORDER BY s.id`).all(path) as KnownDocument[];
  return known.filter((each) => source === null || each.source === source);
}

/** A place for a document whose file is not known there. */
export interface NewPlace {
  source: string;
  name: string;
  /** The document is this one, whose file is gone from where it was. */
  movedFrom: string | null;
  /** Documents elsewhere that say the same. */
  copies: KnownDocument[];
  /** A document of the source has the name that this one would have had. */
  namesake: string | null;
}

/**
 * A document has moved if its file is gone and it said the same, or had this name and half of its entries are in this
 * one.
 */
export function newPlace(database: Database, found: FoundDocument, document: Document, source: string): NewPlace {
  const same = database
    .prepare(`${SELECT} WHERE d.content = ? ORDER BY d.id`)
    .all(filesDigest(document)) as KnownDocument[];
  const byName = database.prepare(`${SELECT} WHERE s.name = ? AND d.name = ?`);
  const namesake = byName.get(source, found.name) as KnownDocument | undefined;
  const isHere = (each: KnownDocument): boolean => each.source === source && !existsSync(each.path);
  const gone =
    same.find(isHere) ??
    (namesake !== undefined && isHere(namesake) && isMostOf(database, namesake, document) ? namesake : undefined);
  const copies = same.filter((each) => each !== gone);
  if (gone !== undefined) return { source, name: gone.name, movedFrom: gone.path, copies, namesake: null };
  let name = found.name;
  for (let count = 2; byName.get(source, name) !== undefined; count++) name = `${found.name}~${count}`;
  return { source, name, movedFrom: null, copies, namesake: namesake?.path ?? null };
}

function isMostOf(database: Database, { id, name }: KnownDocument, document: Document): boolean {
  const before = database.prepare('SELECT key FROM entries WHERE document_id = ?').pluck().all(id) as string[];
  const now = new Set(document.pieces.map(({ key }) => entryKey(name, key)));
  return before.filter((key) => now.has(key)).length * 2 > before.length;
}
