/** Resolves the names that a user gives for removal to ids. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { findEntryIds } from './find-entry.ts';
import type { Removal } from './removal.ts';

export interface RemovalNames {
  /** Ids, keys or labels. */
  entries: readonly string[];
  documents: readonly string[];
  /** Alone: the full source. With entries or documents: the source to search for them. */
  source: string | null;
}

/** @throws {Failure} if a name is unknown or ambiguous */
export function resolveRemoval(database: Database, { entries, documents, source }: RemovalNames): Removal {
  const sourceId = source === null ? null : idOf(database, 'sources', source, null);
  if (entries.length === 0 && documents.length === 0) {
    return { sources: sourceId === null ? [] : [sourceId], documents: [], entries: [], derivations: [] };
  }
  return {
    sources: [],
    derivations: [],
    documents: documents.map((name) => idOf(database, 'documents', name, sourceId)),
    entries: entries.map((name) =>
      only(name, 'entry', findEntryIds(database, name, source), 'lemmahead library list --entries'),
    ),
  };
}

function idOf(database: Database, table: 'sources' | 'documents', name: string, sourceId: number | null): number {
  const inSource = sourceId === null ? '' : ` AND source_id = ${sourceId}`;
  const ids = database.prepare(`SELECT id FROM ${table} WHERE name = ?${inSource}`).pluck().all(name) as number[];
  return only(name, table === 'sources' ? 'source' : 'document', ids, 'lemmahead library list');
}

function only(name: string, what: string, ids: readonly number[], listCommand: string): number {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  throw new Failure('no', ids.length === 0 ? `${what}-unknown` : `${what}-ambiguous`, {
    message: ids.length === 0 ? `No ${what} is named ${name}.` : `${name} is ambiguous: ${ids.length} match.`,
    next: ids.length === 0 ? listCommand : `Give its source with --source, or the id of an entry; ${listCommand}`,
  });
}
