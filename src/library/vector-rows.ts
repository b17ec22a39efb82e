/** The vector tables: vectors as floats, as bytes for a full scan, and their spaces with their embedders. */
import type { Database } from 'better-sqlite3';
import type { Embedder } from '../vectors/vector-store.ts';

/** The space of `library embed` and `index embed`: one vector per content, by the hash of the content. */
export const DEFAULT_SPACE = 'default';

/**
 * A released step of the schema, never to be changed. `vector_codes` is a separate table, because all of it is read at
 * once, but only the best rows of `vectors`.
 */
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

/** The next step: a row of `embedders` becomes a named space. Changes no row of `vectors`, which may be many. */
export const VECTOR_SPACES = `
ALTER TABLE embedders RENAME TO vector_spaces;
ALTER TABLE vector_spaces RENAME COLUMN name TO space;
ALTER TABLE vector_spaces ADD COLUMN embedder TEXT NOT NULL DEFAULT '';
UPDATE vector_spaces SET embedder = space, space = 'default';
CREATE UNIQUE INDEX vector_spaces_by_name ON vector_spaces(space);
ALTER TABLE vectors RENAME COLUMN embedder_id TO space_id;
`;

/** Creates or upgrades the vector tables of a file that has no others. */
export function prepareVectorTables(database: Database): void {
  const has = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?');
  if (has.get('vector_spaces') !== undefined) return;
  const create = database.transaction(() => {
    if (has.get('vector_spaces') !== undefined) return;
    database.exec(has.get('embedders') === undefined ? VECTOR_TABLES + VECTOR_SPACES : VECTOR_SPACES);
  });
  create.immediate();
}

/** A named set of vectors of one embedder. */
export interface VectorSpace extends Embedder {
  id: number;
  space: string;
}

/** The spaces with vectors, by name. */
export function listSpaces(database: Database): VectorSpace[] {
  return database
    .prepare('SELECT id, space, embedder AS name, snapshot, dimension FROM vector_spaces ORDER BY space')
    .all() as VectorSpace[];
}
