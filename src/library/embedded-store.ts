/** Vector store that needs no server: one space of a SQLite file, scanned completely for every query. */
import type { Database } from 'better-sqlite3';
import { ByteScan, encodeVector } from '../vectors/byte-scan.ts';
import { dotProduct, unitVector } from '../vectors/unit-vector.ts';
import type { Embedder, NearVector, StoredVector, VectorStore } from '../vectors/vector-store.ts';
import { DEFAULT_SPACE, listSpaces, type VectorSpace } from './vector-rows.ts';

/** The scan by bytes selects `CANDIDATE_FACTOR * count + EXTRA_CANDIDATES` vectors for an exact comparison. */
const CANDIDATE_FACTOR = 4;
const EXTRA_CANDIDATES = 50;

/** `database` has the tables of `vector-rows.ts`; a writer holds its lock. */
export class EmbeddedStore implements VectorStore {
  readonly place: string;
  readonly #database: Database;
  readonly #space: string;
  /** Null if not read yet, or if vectors were stored since. */
  #scan: ByteScan | null = null;

  constructor(database: Database, place: string, space = DEFAULT_SPACE) {
    this.#database = database;
    this.place = place;
    this.#space = space;
  }

  async embedder(): Promise<Embedder | null> {
    const row = this.#spaceRow();
    return row === null ? null : { name: row.name, snapshot: row.snapshot, dimension: row.dimension };
  }

  async count(): Promise<number> {
    return this.#countNow();
  }

  async storedHashes(hashes: readonly string[]): Promise<Set<string>> {
    const rows = this.#database
      .prepare(
        'SELECT content_hash FROM vectors WHERE space_id = ? AND content_hash IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .all(this.#spaceRow()?.id, JSON.stringify(hashes));
    return new Set(rows as string[]);
  }

  /** The stored vectors of these contents, of length 1. */
  vectorsOf(hashes: readonly string[]): Map<string, Float32Array> {
    const rows = this.#database
      .prepare(
        'SELECT content_hash, vector FROM vectors WHERE space_id = ? AND content_hash IN (SELECT value FROM json_each(?))',
      )
      .all(this.#spaceRow()?.id, JSON.stringify(hashes)) as { content_hash: string; vector: Uint8Array }[];
    return new Map(rows.map((row) => [row.content_hash, floatsOf(row.vector)]));
  }

  async put(embedder: Embedder, vectors: readonly StoredVector[]): Promise<void> {
    this.restore(
      embedder,
      vectors.map(({ contentHash, vector }) => ({ contentHash, vector: unitVector(vector) ?? new Float32Array() })),
    );
  }

  /** As `put`, for vectors of length 1, which are stored unchanged. */
  restore(embedder: Embedder, vectors: readonly StoredVector[]): void {
    const rows = vectors.map((each) => storedForm(each, embedder.dimension));
    const insert = this.#database.prepare(
      'INSERT OR IGNORE INTO vectors (space_id, content_hash, vector) VALUES (?, ?, ?)',
    );
    const insertCode = this.#database.prepare('INSERT INTO vector_codes (id, scale, code) VALUES (?, ?, ?)');
    this.#database.transaction(() => {
      const id = this.#spaceId(embedder);
      for (const { contentHash, vector, scale, code } of rows) {
        const { changes, lastInsertRowid } = insert.run(id, contentHash, vector);
        if (changes > 0) insertCode.run(lastInsertRowid, scale, code);
      }
    })();
    this.#scan = null;
  }

  async nearest(vector: Float32Array, count: number): Promise<NearVector[]> {
    const unit = unitVector(vector);
    const space = this.#spaceRow();
    if (unit === null || space === null) return [];
    const ids = this.#scanned(space).candidates(unit, CANDIDATE_FACTOR * count + EXTRA_CANDIDATES);
    const rows = this.#database
      .prepare('SELECT content_hash, vector FROM vectors WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids)) as { content_hash: string; vector: Uint8Array }[];
    return rows
      .map((row) => ({ contentHash: row.content_hash, similarity: dotProduct(unit, floatsOf(row.vector)) }))
      .sort((a, b) => b.similarity - a.similarity || (a.contentHash < b.contentHash ? -1 : 1))
      .slice(0, count);
  }

  async clear(): Promise<void> {
    this.#database.prepare('DELETE FROM vector_spaces WHERE space = ?').run(this.#space);
    this.#scan = null;
  }

  #spaceRow(): VectorSpace | null {
    return listSpaces(this.#database).find(({ space }) => space === this.#space) ?? null;
  }

  #spaceId({ name, snapshot, dimension }: Embedder): number {
    const known = this.#spaceRow();
    if (known !== null) {
      if (known.name === name && known.snapshot === snapshot && known.dimension === dimension) return known.id;
      throw new TypeError(`cannot store vectors of ${name} together with those of ${known.name}`);
    }
    const added = this.#database
      .prepare('INSERT INTO vector_spaces (space, embedder, snapshot, dimension) VALUES (?, ?, ?, ?)')
      .run(this.#space, name, snapshot, dimension);
    return Number(added.lastInsertRowid);
  }

  #countNow(): number {
    return this.#database
      .prepare('SELECT count(*) FROM vectors WHERE space_id = ?')
      .pluck()
      .get(this.#spaceRow()?.id) as number;
  }

  #scanned({ id, dimension }: VectorSpace): ByteScan {
    const read = this.#database.transaction(() => {
      const rows = this.#database
        .prepare(
          'SELECT id, scale, code FROM vector_codes WHERE id IN (SELECT id FROM vectors WHERE space_id = ?) ORDER BY id',
        )
        .iterate(id);
      type Row = { id: number; scale: number; code: Uint8Array };
      return new ByteScan(this.#countNow(), dimension, rows as Iterable<Row>);
    });
    return (this.#scan ??= read());
  }
}

function storedForm({ contentHash, vector }: StoredVector, dimension: number) {
  if (vector.length !== dimension) throw new TypeError(`invalid vector of ${contentHash}`);
  const { scale, code } = encodeVector(vector);
  return { contentHash, vector: bytesOf(vector), scale, code: bytesOf(code) };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Copied, because blobs from SQLite may start at any address, but floats must be aligned. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
