/** Lists the library's content: sources with their documents, and entries that match a filter. */
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { DocumentProblem } from '../sources/document.ts';
import type { FormatName } from '../sources/formats.ts';
import { LINE_COLUMNS, type EntryLine } from './entry-card.ts';
import { allowedEntries, type EntryFilter } from './filter-entries.ts';

export interface ListedDocument {
  name: string;
  title: string;
  path: string;
  format: FormatName;
  entries: number;
  addedAt: string;
  changedAt: string;
  problems: DocumentProblem[];
}

export interface ListedSource {
  name: string;
  entries: number;
  documents: ListedDocument[];
}

/** `sources`: only these; empty for all. */
export function listSources(database: Database, sources: readonly string[]): ListedSource[] {
  const rows = database
    .prepare(
      'SELECT id, name, (SELECT count(*) FROM entries WHERE source_id = sources.id) AS entries FROM sources ORDER BY name',
    )
    .all() as { id: number; name: string; entries: number }[];
  const documents = database.prepare(
    `SELECT name, title, path, format, added_at AS addedAt, changed_at AS changedAt, problems,
       (SELECT count(*) FROM entries WHERE document_id = documents.id) AS entries
     FROM documents WHERE source_id = ? ORDER BY name`,
  );
  return rows
    .filter(({ name }) => sources.length === 0 || sources.includes(name))
    .map(({ id, name, entries }) => ({
      name,
      entries,
      documents: (documents.all(id) as (Omit<ListedDocument, 'problems'> & { problems: string })[]).map((row) => ({
        ...row,
        problems: JSON.parse(row.problems) as DocumentProblem[],
      })),
    }));
}

export interface ListedEntry extends EntryLine {
  headings: string[];
  file: string | null;
  line: number | null;
  page: number | null;
}

/** The first `limit` entries in document order, and the total number. `documents`: their names; empty for all. */
export function listEntries(
  database: Database,
  filter: EntryFilter,
  documents: readonly string[],
  limit: number,
): { entries: ListedEntry[]; total: number } {
  const allowed = allowedEntries(database, filter);
  const from = `FROM entries e JOIN sources s ON s.id = e.source_id LEFT JOIN documents d ON d.id = e.document_id
    WHERE (:allowed IS NULL OR e.id IN (SELECT value FROM json_each(:allowed)))
      AND (:documents = '[]' OR d.name IN (SELECT value FROM json_each(:documents)))`;
  const values = {
    allowed: allowed === null ? null : JSON.stringify([...allowed]),
    documents: JSON.stringify(documents),
  };
  const rows = database
    .prepare(
      `SELECT ${LINE_COLUMNS}, e.headings, e.file, e.line, e.page ${from} ORDER BY s.name, d.name, e.position, e.id LIMIT :limit`,
    )
    .all({ ...values, limit }) as (Omit<ListedEntry, 'headings'> & { headings: string })[];
  return {
    entries: rows.map((row) => ({ ...row, headings: JSON.parse(row.headings) as string[] })),
    total: database.prepare(`SELECT count(*) ${from}`).pluck().get(values) as number,
  };
}

/** Absolute paths of all files that were read for these documents, by document id. */
export function filesOf(database: Database, documents: readonly number[]): string[] {
  const rows = database
    .prepare(
      `SELECT d.path, f.path AS part FROM files f JOIN documents d ON d.id = f.document_id
       WHERE f.sha256 <> '' AND d.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(documents)) as { path: string; part: string }[];
  return rows.map(({ path, part }) => join(dirname(path), part));
}
