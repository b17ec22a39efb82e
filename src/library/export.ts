/**
 * Exports the library, or some of its sources, as records from which it can be rebuilt. The same content gives the same
 * records: numbers identify entries and derivations within the export only, and no order depends on ids of the library.
 */
import type { Database } from 'better-sqlite3';
import { DERIVED_TABLES } from './derivation.ts';
import { derivedField } from './derived-rows.ts';
import { entryOf, SELECT_ENTRY, type EntryRow } from './entry-rows.ts';
import { listSources } from './listing.ts';
import { listSpaces } from './vector-rows.ts';

/** A line of an export, with the names of its fields. */
export type LibraryRecord = { record: string } & Record<string, unknown>;

/** `sources`: only these; empty for all. `vectors`: with the vectors in the library's file, most of its size. */
export function exportRecords(
  database: Database,
  sources: readonly string[],
  { vectors = false }: { vectors?: boolean } = {},
): LibraryRecord[] {
  const names = listSources(database, sources).map(({ name }) => name);
  const numbers: Numbers = { entries: new Map(), derivations: new Map() };
  const derivations = names.flatMap((name) => derivationRecords(database, name, numbers));
  const entries = names.flatMap((name) => entryRecords(database, name, numbers));
  const derived = Object.entries(DERIVED_TABLES).flatMap(([key, table]) =>
    derivedRecords(database, key, table, numbers),
  );
  return [
    ...names.map((name) => ({ record: 'source', name })),
    ...names.flatMap((name) => documentRecords(database, name)),
    ...derivations,
    ...entries,
    ...derived,
    ...(vectors ? vectorRecords(database, hashesOf([...entries, ...derived])) : []),
  ];
}

/** By id in the library: the number in the export, from 1. */
interface Numbers {
  entries: Map<number, number>;
  derivations: Map<number, number>;
}

function documentRecords(database: Database, source: string): LibraryRecord[] {
  const rows = database
    .prepare('SELECT * FROM documents WHERE source_id = (SELECT id FROM sources WHERE name = ?) ORDER BY name')
    .all(source) as Record<string, string>[];
  const files = database.prepare('SELECT path, sha256 FROM files WHERE document_id = ? ORDER BY position');
  const lostLabels = database.prepare(LOST_LABELS).pluck();
  return rows.map(({ id, name, path, title, format, read_by, externals, problems }) => {
    const all = files.all(id) as { path: string; sha256: string }[];
    return {
      record: 'document',
      source,
      name,
      path,
      title,
      format,
      read_by,
      files: all.filter(({ sha256 }) => sha256 !== ''),
      lacks: all.filter(({ sha256 }) => sha256 === '').map((file) => file.path),
      lost_labels: lostLabels.all(id),
      externals: JSON.parse(externals!) as unknown,
      problems: JSON.parse(problems!) as unknown,
    };
  });
}

/** Labels that a document refers to as its own, but no longer has. */
const LOST_LABELS = `
SELECT DISTINCT r.label FROM refs r JOIN entries e ON e.id = r.entry_id JOIN documents d ON d.id = e.document_id
WHERE d.id = ? AND r.target_document = d.name AND r.target_label = r.label AND NOT EXISTS (
  SELECT 1 FROM labels l JOIN entries o ON o.id = l.entry_id WHERE l.label = r.label AND o.document_id = d.id)
ORDER BY 1`;

function derivationRecords(database: Database, source: string, numbers: Numbers): LibraryRecord[] {
  const rows = database
    .prepare(
      `SELECT d.id, s.name AS source, maker, version, unit, input_hash FROM derivations d
       JOIN sources s ON s.id = d.source_id WHERE s.name = ? ORDER BY maker, unit`,
    )
    .all(source) as { id: number }[];
  return rows.map(({ id, ...row }) => ({ record: 'derivation', id: numberOf(numbers.derivations, id), ...row }));
}

function entryRecords(database: Database, source: string, numbers: Numbers): LibraryRecord[] {
  const rows = database
    .prepare(
      `${SELECT_ENTRY} LEFT JOIN documents d ON d.id = e.document_id LEFT JOIN derivations v ON v.id = e.derivation_id
       WHERE s.name = ? ORDER BY d.name IS NULL, d.name, v.maker, v.unit, e.position, e.key`,
    )
    .all(source) as EntryRow[];
  const names = new Map(database.prepare('SELECT id, name FROM documents').raw().all() as [number, string][]);
  const labels = database.prepare('SELECT label FROM labels WHERE entry_id = ? ORDER BY label').pluck();
  const references = database.prepare('SELECT kind, label FROM refs WHERE entry_id = ? ORDER BY kind, label');
  return rows.map((row) => {
    const { id, documentId, contentHash, ...entry } = entryOf(row);
    const { payload, derivation_id: derivation } = row;
    return {
      record: 'entry',
      id: numberOf(numbers.entries, id),
      ...entry,
      content_hash: contentHash,
      document: documentId === null ? null : names.get(documentId)!,
      labels: labels.all(id),
      references: references.all(id),
      ...(derivation === null ? {} : { derivation: numbers.derivations.get(derivation) }),
      ...(payload === null ? {} : { payload: JSON.parse(payload) as unknown }),
    };
  });
}

function numberOf(numbers: Map<number, number>, id: number): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}

/** The rows of a table between exported derivations and entries. An input that is not exported counts as removed. */
function derivedRecords(database: Database, key: string, table: string, numbers: Numbers): LibraryRecord[] {
  const rows = database.prepare(`SELECT * FROM ${table}`).all() as Record<string, string | number | null>[];
  if (key === 'edges') {
    rows.push(...(database.prepare('SELECT * FROM edges WHERE derivation_id IS NULL').all() as typeof rows));
  }
  const numberOfRef = ([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'derivation') return [name, value === null ? null : numbers.derivations.get(value as number)];
    if (name !== 'entry' && name !== 'from' && name !== 'to') return [name, value];
    return [name, numbers.entries.get(value as number) ?? (key === 'inputs' ? null : undefined)];
  };
  const records = rows.map((row) => {
    const fields = Object.entries(row).map(derivedField).map(numberOfRef);
    return { record: key.replace(/s$/u, ''), ...Object.fromEntries(fields) };
  });
  return records.filter((record) => Object.values(record).every((value) => value !== undefined)).sort(byFields);
}

/** Orders records by their first field that differs. The primary keys of the tables come before JSON columns. */
function byFields(a: LibraryRecord, b: LibraryRecord): number {
  for (const key of Object.keys(a)) {
    const [x, y] = [a[key] ?? 0, b[key] ?? 0] as [string | number, string | number];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** The hashes of all texts that may have a vector. */
function hashesOf(records: readonly LibraryRecord[]): Set<unknown> {
  return new Set(
    records.flatMap(({ record, content_hash: content, text_hash: text }) => {
      return record === 'entry' ? [content] : record === 'text' ? [text] : [];
    }),
  );
}

/** A space precedes its vectors: 32-bit floats, little-endian, in Base64. */
function vectorRecords(database: Database, hashes: ReadonlySet<unknown>): LibraryRecord[] {
  const select = database.prepare('SELECT content_hash, vector FROM vectors WHERE space_id = ? ORDER BY content_hash');
  return listSpaces(database).flatMap(({ id, space, name, snapshot, dimension }) => {
    const rows = select.all(id) as { content_hash: string; vector: Buffer }[];
    const vectors = rows
      .filter((row) => hashes.has(row.content_hash))
      .map((row) => ({ record: 'vector', hash: row.content_hash, vector: row.vector.toString('base64') }));
    return vectors.length === 0 ? [] : [{ record: 'space', space, embedder: name, snapshot, dimension }, ...vectors];
  });
}
