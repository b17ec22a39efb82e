import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { BLOCK, COMPONENT_SCALE, toBlocks } from '../../../src/index/row-vectors.ts';
import { rowStore } from '../../../src/search/rank/row-store.ts';
import { seededRandom } from '../../index/random-library.ts';

const DIMENSION = 16;
/** Ids in three blocks; the second is empty, the last is partial. */
const IDS = [0, 1, 7, BLOCK - 1, 2 * BLOCK, 2 * BLOCK + 5];

/** A minimal index: its blocks and its id limit. */
function indexOf(idLimit: number): { index: LibraryIndex; vectors: Int8Array } {
  const random = seededRandom(3);
  const vectors = Int8Array.from({ length: IDS.length * DIMENSION }, () => random(255) - 127);
  const ids = Uint32Array.from(IDS);
  // Row `i` has `i` words.
  const counts = Uint16Array.from(IDS.keys());
  const words = Uint16Array.from(IDS.flatMap((_, i) => Array.from({ length: i }, (__, k) => [i, k]).flat()));
  const database = new Database(':memory:');
  database.exec('CREATE TABLE row_vectors (number INTEGER PRIMARY KEY, vectors BLOB, counts BLOB, words BLOB)');
  const insert = database.prepare('INSERT INTO row_vectors VALUES (@number, @vectors, @counts, @words)');
  for (const block of toBlocks([{ ids, vectors, counts, words }], DIMENSION, () => null)) insert.run(block);
  const index: Partial<LibraryIndex> = {
    idLimit,
    all: <T>(sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as T[],
  };
  return { index: index as LibraryIndex, vectors };
}

test('the first query, which does not keep vectors, and later queries give the same similarity and words', () => {
  const idLimit = 2 * BLOCK + 6;
  const { index, vectors } = indexOf(idLimit);
  const query = new Float32Array(DIMENSION).fill(0.25);
  const expected = new Float32Array(idLimit);
  IDS.forEach((id, row) => {
    const sum = vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION).reduce((all, value) => all + value, 0);
    expected[id] = (sum * 127) / (COMPONENT_SCALE * 127 * 4);
  });
  const store = rowStore(index, DIMENSION);
  for (let pass = 0; pass < 3; pass++) {
    const similarity = store.similarity(query);
    expect(similarity).toHaveLength(idLimit);
    expect(similarity.every((value, id) => Math.abs(value - expected[id]!) < 1e-6)).toBe(true);
    IDS.forEach((id, row) => expect(store.words.of(id), `${id}`).toHaveLength(2 * row));
    expect(store.words.of(BLOCK + 3)).toHaveLength(0);
  }
  const fresh = rowStore(indexOf(idLimit).index, DIMENSION);
  expect(fresh.words.of(2 * BLOCK + 5)).toEqual(store.words.of(2 * BLOCK + 5));
  expect(fresh.similarity(query)).toEqual(store.similarity(query));
});
