/** What goes, by the names that a user gives. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { findEntryIds } from './find-entry.ts';
import type { Removal } from './removal.ts';

export interface RemovalNames {
  /** Ids, keys or labels. */
  entries: readonly string[];
  documents: readonly string[];
  /** Alone: the whole source. With entries or documents: where these are looked for. */
  source: string | null;
}

/** @throws {Failure} if a name is nobody's, or could be several's */
export function namedRemoval(database: Database, { entries, documents, source }: RemovalNames): Removal {
  const sourceId = source === null ? null : idOf(database, 'sources', source, null);
  if (entries.length === 0 && documents.length === 0) {
    return { sources: sourceId === null ? [] : [sourceId], documents: [], entries: [] };
  }
  return {
    sources: [],
    documents: documents.map((name) => idOf(database, 'documents', name, sourceId)),
    entries: entries.map((name) => only(name, 'entry', findEntryIds(database, name, source), 'lemmahead library show')),
  };
}

function idOf(database: Database, table: 'sources' | 'documents', name: string, sourceId: number | null): number {
  const inSource = sourceId === null ? '' : ` AND source_id = ${sourceId}`;
  const ids = database.prepare(`SELECT id FROM ${table} WHERE name = ?${inSource}`).pluck().all(name) as number[];
  return only(name, table === 'sources' ? 'source' : 'document', ids, 'lemmahead library list');
}

function only(name: string, what: string, ids: readonly number[], look: string): number {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  throw new Failure({
    exit: 'no',
    code: ids.length === 0 ? `${what}-unknown` : `${what}-ambiguous`,
    message: ids.length === 0 ? `No ${what} is called ${name}.` : `${name} could be any of ${ids.length}.`,
    next: ids.length === 0 ? look : `Name its source with --source, or an entry by its id; ${look}`,
  });
}
