/** Statistics of a library. */
import { statSync } from 'node:fs';
import { listSources } from './listing.ts';
import type { Library } from './library.ts';
import { listSpaces } from './vector-rows.ts';

/** `report/library-schema.ts` describes its fields. */
export type LibraryStats = ReturnType<typeof readStats>;

const MAX_LABELS = 50;

/** Entries with a vector in a space, by its id. */
const EMBEDDED = `(
  SELECT e.id FROM vectors v JOIN entries e ON e.content_hash = v.content_hash WHERE v.space_id = :id
  UNION SELECT t.entry_id FROM vectors v JOIN vector_spaces s ON s.id = v.space_id
  JOIN entry_texts t ON t.text_hash = v.content_hash AND t.space = s.space WHERE v.space_id = :id)`;

export function readStats(library: Library) {
  const { database, path } = library;
  const rows = <T>(sql: string, ...values: unknown[]): T[] => database.prepare(sql).all(...values) as T[];
  const count = (sql: string, ...values: unknown[]): number =>
    database
      .prepare(`SELECT count(*) FROM ${sql}`)
      .pluck()
      .get(...values) as number;
  const byKind = rows<{ source: string; kind: string; entries: number }>(
    `SELECT s.name AS source, kind, count(*) AS entries FROM entries e JOIN sources s ON s.id = e.source_id
     GROUP BY 1, 2 ORDER BY 1, 3 DESC`,
  );
  const sources = listSources(database, []);
  return {
    path,
    bytes: statSync(path).size,
    steps: database.prepare('SELECT name FROM steps ORDER BY name').pluck().all() as string[],
    entries: count('entries'),
    kinds: totals(byKind),
    sources: sources.map(({ name, documents, entries }) => ({
      name,
      documents: documents.length,
      entries,
      kinds: totals(byKind.filter(({ source }) => source === name)),
      problems: documents.reduce((sum, { problems }) => sum + problems.length, 0),
    })),
    references: {
      resolved: count("refs WHERE kind = 'refers' AND to_id IS NOT NULL"),
      unresolved: count("refs WHERE kind = 'refers' AND to_id IS NULL"),
      cites: count("refs WHERE kind = 'cites'"),
    },
    unresolvedLabels: rows<{ source: string; label: string; times: number }>(
      `SELECT s.name AS source, label, count(*) AS times FROM refs r JOIN sources s ON s.id = r.source_id
       WHERE kind = 'refers' AND to_id IS NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MAX_LABELS}`,
    ),
    embedders: listSpaces(database).map(({ id, ...space }) => ({ ...space, entries: count(EMBEDDED, { id }) })),
    derivations: rows<{ maker: string; version: string; units: number; stale: number }>(
      `SELECT d.maker, d.version, count(*) AS units, count(s.id) AS stale
       FROM derivations d LEFT JOIN stale_derivations s ON s.id = d.id GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    problems: sources.flatMap(({ name, documents }) =>
      documents.flatMap((document) =>
        document.problems.map(({ code, message }) => ({ source: name, document: document.name, code, message })),
      ),
    ),
  };
}

function totals(rows: readonly { kind: string; entries: number }[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { kind, entries } of rows) sums.set(kind, (sums.get(kind) ?? 0) + entries);
  return Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a));
}
