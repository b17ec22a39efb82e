/** Vector store that needs no server: tables in a SQLite file, scanned completely for every query. */
import type { Database } from 'better-sqlite3';
import { ByteScan, encodeVector } from '../vectors/byte-scan.ts';
import { dotProduct, unitVector } from '../vectors/unit-vector.ts';
import type { Embedder, NearVector, StoredVector, VectorStore } from '../vectors/vector-store.ts';

/** The scan by bytes selects `CANDIDATE_FACTOR * count + EXTRA_CANDIDATES` vectors for an exact comparison. */
const CANDIDATE_FACTOR = 4;
const EXTRA_CANDIDATES = 50;

/** `database` has the tables of `vector-rows.ts`; a writer holds its lock. */
export class EmbeddedStore implements VectorStore {
  readonly place: string;
  readonly #database: Database;
  /** Null if not read yet, or if vectors were stored since. */
  #scan: ByteScan | null = null;

  constructor(database: Database, place: string) {
    this.#database = database;
    this.place = place;
  }

  async embedder(): Promise<Embedder | null> {
    const row = this.#embedderRow();
    return row === null ? null : { name: row.name, snapshot: row.snapshot, dimension: row.dimension };
  }

  async count(): Promise<number> {
    return this.#countNow();
  }

  async storedHashes(hashes: readonly string[]): Promise<Set<string>> {
    const rows = this.#database
      .prepare('SELECT content_hash FROM vectors WHERE content_hash IN (SELECT value FROM json_each(?))')
      .pluck()
      .all(JSON.stringify(hashes));
    return new Set(rows as string[]);
  }

  async put(embedder: Embedder, vectors: readonly StoredVector[]): Promise<void> {
    const rows = vectors.map((each) => storedForm(each, embedder.dimension));
    const insert = this.#database.prepare(
      'INSERT OR IGNORE INTO vectors (embedder_id, content_hash, vector) VALUES (?, ?, ?)',
    );
    const insertCode = this.#database.prepare('INSERT INTO vector_codes (id, scale, code) VALUES (?, ?, ?)');
    this.#database.transaction(() => {
      const id = this.#embedderId(embedder);
      for (const { contentHash, vector, scale, code } of rows) {
        const { changes, lastInsertRowid } = insert.run(id, contentHash, vector);
        if (changes > 0) insertCode.run(lastInsertRowid, scale, code);
      }
    })();
    this.#scan = null;
  }

  async nearest(vector: Float32Array, count: number): Promise<NearVector[]> {
    const unit = unitVector(vector);
    if (unit === null || this.#embedderRow() === null) return [];
    const ids = this.#scanned(unit.length).candidates(unit, CANDIDATE_FACTOR * count + EXTRA_CANDIDATES);
    const rows = this.#database
      .prepare('SELECT content_hash, vector FROM vectors WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids)) as { content_hash: string; vector: Uint8Array }[];
    return rows
      .map((row) => ({ contentHash: row.content_hash, similarity: dotProduct(unit, floatsOf(row.vector)) }))
      .sort((a, b) => b.similarity - a.similarity || (a.contentHash < b.contentHash ? -1 : 1))
      .slice(0, count);
  }

  async clear(): Promise<void> {
    this.#database.transaction(() => {
      for (const table of ['vector_codes', 'vectors', 'embedders']) this.#database.exec(`DELETE FROM ${table}`);
    })();
    this.#scan = null;
  }

  #embedderRow(): (Embedder & { id: number }) | null {
    const row = this.#database.prepare('SELECT id, name, snapshot, dimension FROM embedders').get();
    return (row as (Embedder & { id: number }) | undefined) ?? null;
  }

  #embedderId({ name, snapshot, dimension }: Embedder): number {
    const known = this.#embedderRow();
    if (known !== null) {
      if (known.name === name && known.snapshot === snapshot && known.dimension === dimension) return known.id;
      throw new TypeError(`cannot store vectors of ${name} together with those of ${known.name}`);
    }
    const added = this.#database
      .prepare('INSERT INTO embedders (name, snapshot, dimension) VALUES (?, ?, ?)')
      .run(name, snapshot, dimension);
    return Number(added.lastInsertRowid);
  }

  #countNow(): number {
    return this.#database.prepare('SELECT count(*) FROM vector_codes').pluck().get() as number;
  }

  #scanned(dimension: number): ByteScan {
    const read = this.#database.transaction(() => {
      const rows = this.#database.prepare('SELECT id, scale, code FROM vector_codes').iterate();
      type Row = { id: number; scale: number; code: Uint8Array };
      return new ByteScan(this.#countNow(), dimension, rows as Iterable<Row>);
    });
    return (this.#scan ??= read());
  }
}

function storedForm({ contentHash, vector }: StoredVector, dimension: number) {
  const unit = unitVector(vector);
  if (unit === null || unit.length !== dimension) throw new TypeError(`invalid vector of ${contentHash}`);
  const { scale, code } = encodeVector(unit);
  return { contentHash, vector: bytesOf(unit), scale, code: bytesOf(code) };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Copied, because blobs from SQLite may start at any address, but floats must be aligned. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
