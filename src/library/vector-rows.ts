/** The vector tables: vectors as floats, as bytes for a full scan, and their embedder. */
import type { Database } from 'better-sqlite3';
import type { Embedder } from '../vectors/vector-store.ts';

/** `vector_codes` is a separate table, because all of it is read at once, but only the best rows of `vectors`. */
export const VECTOR_TABLES = `
-- Whose vectors these are: one row, or none yet.
CREATE TABLE embedders (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, snapshot TEXT NOT NULL, dimension INTEGER NOT NULL,
  UNIQUE (name, snapshot, dimension)
);
-- By what was embedded: two entries that say the same share one, and one that is added again has it already.
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY, embedder_id INTEGER NOT NULL REFERENCES embedders(id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  vector BLOB NOT NULL,             -- 32-bit floats, little-endian, of length 1
  UNIQUE (embedder_id, content_hash)
);
CREATE TABLE vector_codes (
  id INTEGER PRIMARY KEY REFERENCES vectors(id) ON DELETE CASCADE,
  scale REAL NOT NULL,              -- what a byte is divided by
  code BLOB NOT NULL                -- a signed byte a component
);
`;

/** The embedders of the stored vectors, with the number of vectors. */
export function listEmbedders(database: Database): (Embedder & { id: number; vectors: number })[] {
  return database
    .prepare(
      `SELECT id, name, snapshot, dimension, (SELECT count(*) FROM vectors WHERE embedder_id = embedders.id) AS vectors
       FROM embedders ORDER BY id`,
    )
    .all() as (Embedder & { id: number; vectors: number })[];
}
