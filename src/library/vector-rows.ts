/** Vectors of entries by the hash of what they say, with who made them: kept as numbers, and as bytes for scanning. */
import type { Database } from 'better-sqlite3';

/** Who makes vectors. Those of two embedders cannot be compared. */
export interface Embedder {
  /** `provider/model`, as the user names it. */
  name: string;
  /** What answers by that name: as the provider calls it, or the SHA-256 of a model's file. */
  snapshot: string;
  dimension: number;
}

/**
 * A content has at most one vector of each embedder. `code`: each component as a signed byte, of which `scale` makes
 * about the number again; apart from the vectors, for all of them are read at once.
 */
export const VECTOR_TABLES = `
CREATE TABLE embedders (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, snapshot TEXT NOT NULL, dimension INTEGER NOT NULL,
  UNIQUE (name, snapshot, dimension)
);
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY, embedder_id INTEGER NOT NULL REFERENCES embedders(id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  vector BLOB NOT NULL,             -- 32-bit floats, little-endian, of length 1
  UNIQUE (embedder_id, content_hash)
);
CREATE TABLE vector_codes (
  id INTEGER PRIMARY KEY REFERENCES vectors(id) ON DELETE CASCADE,
  scale REAL NOT NULL, code BLOB NOT NULL
);
`;

/** A vector as it is stored. */
export interface VectorRow {
  contentHash: string;
  vector: Uint8Array;
  scale: number;
  code: Uint8Array;
}

/** The embedder's number; null if nothing is stored of it. */
export function embedderId(database: Database, { name, snapshot, dimension }: Embedder): number | null {
  const id = database
    .prepare('SELECT id FROM embedders WHERE name = ? AND snapshot = ? AND dimension = ?')
    .pluck()
    .get(name, snapshot, dimension);
  return (id as number | undefined) ?? null;
}

/** All embedders that vectors are stored of, the newest last. */
export function listEmbedders(database: Database): (Embedder & { id: number; vectors: number })[] {
  return database
    .prepare(
      `SELECT id, name, snapshot, dimension, (SELECT count(*) FROM vectors WHERE embedder_id = embedders.id) AS vectors
       FROM embedders ORDER BY id`,
    )
    .all() as (Embedder & { id: number; vectors: number })[];
}

export function addEmbedder(database: Database, { name, snapshot, dimension }: Embedder): number {
  const added = database
    .prepare('INSERT INTO embedders (name, snapshot, dimension) VALUES (?, ?, ?)')
    .run(name, snapshot, dimension);
  return Number(added.lastInsertRowid);
}

/** Those of `hashes` that have a vector already. */
export function hashesWithVector(database: Database, embedder: number, hashes: readonly string[]): Set<string> {
  const rows = database
    .prepare(
      'SELECT content_hash FROM vectors WHERE embedder_id = ? AND content_hash IN (SELECT value FROM json_each(?))',
    )
    .pluck()
    .all(embedder, JSON.stringify(hashes));
  return new Set(rows as string[]);
}

/** All of them or none; a content that has one already keeps it. */
export function putVectors(database: Database, embedder: number, rows: readonly VectorRow[]): void {
  const insert = database.prepare('INSERT OR IGNORE INTO vectors (embedder_id, content_hash, vector) VALUES (?, ?, ?)');
  const insertCode = database.prepare('INSERT INTO vector_codes (id, scale, code) VALUES (?, ?, ?)');
  database.transaction(() => {
    for (const { contentHash, vector, scale, code } of rows) {
      const { changes, lastInsertRowid } = insert.run(embedder, contentHash, vector);
      if (changes > 0) insertCode.run(lastInsertRowid, scale, code);
    }
  })();
}

/** Every code of an embedder, in no order. */
export function readCodes(
  database: Database,
  embedder: number,
): { count: number; rows: Iterable<{ id: number; scale: number; code: Uint8Array }> } {
  const count = database.prepare('SELECT count(*) FROM vectors WHERE embedder_id = ?').pluck().get(embedder) as number;
  const rows = database
    .prepare(
      `SELECT c.id, c.scale, c.code FROM vector_codes c WHERE c.id IN (SELECT id FROM vectors WHERE embedder_id = ?)`,
    )
    .iterate(embedder) as Iterable<{ id: number; scale: number; code: Uint8Array }>;
  return { count, rows };
}

/** The vectors of these numbers, with the hashes they belong to. */
export function readVectors(
  database: Database,
  ids: readonly number[],
): { id: number; contentHash: string; vector: Uint8Array }[] {
  return database
    .prepare(
      `SELECT id, content_hash AS contentHash, vector FROM vectors
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids)) as { id: number; contentHash: string; vector: Uint8Array }[];
}

/** Forgets an embedder with all its vectors. */
export function dropEmbedder(database: Database, embedder: number): void {
  database.transaction(() => {
    database
      .prepare('DELETE FROM vector_codes WHERE id IN (SELECT id FROM vectors WHERE embedder_id = ?)')
      .run(embedder);
    database.prepare('DELETE FROM vectors WHERE embedder_id = ?').run(embedder);
    database.prepare('DELETE FROM embedders WHERE id = ?').run(embedder);
  })();
}
