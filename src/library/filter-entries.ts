/** Selects the entries that a search may find, and reads entries by hash, position or text. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import type { EntryKind } from './entry.ts';
import { isNoGraph, templateGraphs } from './template-graphs.ts';
import { DEFAULT_SPACE } from './vector-rows.ts';

/** Selects entries; an empty list means all. */
export interface EntryFilter {
  sources: readonly string[];
  kinds: readonly string[];
  /** Each may match some heading, ignoring case. */
  headings: readonly string[];
}

/** An unknown source would only give an empty result, without an error. @throws {Failure} `source-unknown` */
export function requireSources(database: Database, sources: readonly string[]): void {
  if (sources.length === 0) return;
  const known = database.prepare('SELECT name FROM sources ORDER BY name').pluck().all() as string[];
  const unknown = sources.find((each) => !known.includes(each));
  if (unknown === undefined) return;
  throw new Failure('no', 'source-unknown', {
    message: `No source is named ${unknown}.`,
    reason: known.length === 0 ? 'The library is empty.' : `The sources are: ${known.join(', ')}.`,
    next: 'lemmahead library list',
  });
}

/**
 * The ids of the selected entries; null for all. Graphs of templates are no text: only their source, or the kind of
 * templates, selects them.
 */
export function allowedEntries(database: Database, { sources, kinds, headings }: EntryFilter): Set<number> | null {
  const tests: string[] = [];
  const values: unknown[] = [];
  const among = (column: string, list: readonly string[]): void => {
    if (list.length === 0) return;
    tests.push(`${column} IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(list));
  };
  among('s.name', sources);
  among('e.kind', kinds);
  if (headings.length > 0) {
    tests.push(`(${headings.map(() => 'instr(lower(e.headings), lower(?)) > 0').join(' OR ')})`);
    // As written in JSON, which doubles a backslash.
    values.push(...headings.map((each) => JSON.stringify(each).slice(1, -1)));
  }
  const isGraphMeant = sources.length > 0 || kinds.includes('template');
  if (!isGraphMeant && templateGraphs(database).length > 0) tests.push(isNoGraph('e.source_id'));
  if (tests.length === 0) return null;
  const found = database
    .prepare(`SELECT e.id FROM entries e JOIN sources s ON s.id = e.source_id WHERE ${tests.join(' AND ')}`)
    .pluck()
    .all(...values) as number[];
  return new Set(found);
}

/** Ids of the entries with a text of each hash in a vector space, the oldest first. */
export function idsByContent(
  database: Database,
  hashes: readonly string[],
  space = DEFAULT_SPACE,
): Map<string, number[]> {
  const [select, values] =
    space === DEFAULT_SPACE
      ? ['SELECT id, content_hash AS hash FROM entries WHERE content_hash', []]
      : ['SELECT DISTINCT entry_id AS id, text_hash AS hash FROM entry_texts WHERE space = ? AND text_hash', [space]];
  const rows = database
    .prepare(`${select} IN (SELECT value FROM json_each(?)) ORDER BY id`)
    .all(...values, JSON.stringify(hashes)) as { id: number; hash: string }[];
  const ids = new Map<string, number[]>();
  for (const { id, hash } of rows) ids.set(hash, [...(ids.get(hash) ?? []), id]);
  return ids;
}

/** Ids of the entries that link to a declaration with one of these names, and of entries with the same content. */
export function idsByDeclaration(database: Database, names: Iterable<string>): Set<number> {
  const linked = database
    .prepare(
      `SELECT id FROM entries WHERE content_hash IN (
         SELECT content_hash FROM entries JOIN declaration_links ON entry_id = id
         WHERE name IN (SELECT value FROM json_each(?))) ORDER BY id`,
    )
    .pluck()
    .all(JSON.stringify([...names])) as number[];
  return new Set(linked);
}

export interface EntryPosition {
  id: number;
  kind: EntryKind;
  documentId: number | null;
  /** From 0. */
  position: number;
}

/** In any order. */
export function positionsOf(database: Database, ids: readonly number[]): EntryPosition[] {
  return database
    .prepare(
      `SELECT id, kind, document_id AS documentId, position FROM entries
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids)) as EntryPosition[];
}

/** Bodies by id, without proofs. */
export function bodiesOf(database: Database, ids: readonly number[]): Map<number, string> {
  const rows = database
    .prepare('SELECT id, body FROM entries WHERE id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(ids)) as { id: number; body: string }[];
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** The text of an entry, by id, without its headings: copies have the same text. */
export type TextOf = (id: number) => string;

/** Reads each text once. */
export function textReader(database: Database): TextOf {
  const select = database.prepare('SELECT json_array(kind, title, body, proof) FROM entries WHERE id = ?').pluck();
  const read = new Map<number, string>();
  return (id) => {
    // An entry that was removed since the search has a text of its own.
    const text = read.get(id) ?? (select.get(id) as string | undefined) ?? String(id);
    read.set(id, text);
    return text;
  };
}

/** By document: the absolute path of its first file. */
export function documentPaths(database: Database, ids: readonly number[]): Map<number, string> {
  const rows = database
    .prepare('SELECT id, path FROM documents WHERE id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(ids)) as { id: number; path: string }[];
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** By entry: its labels. */
export function labelsOf(database: Database): Map<number, string[]> {
  const rows = database.prepare('SELECT entry_id AS id, label FROM labels').all() as { id: number; label: string }[];
  const labels = new Map<number, string[]>();
  for (const { id, label } of rows) labels.set(id, [...(labels.get(id) ?? []), label]);
  return labels;
}
