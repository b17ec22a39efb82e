import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findSimilar } from '../../../src/search/library/similar-entries.ts';
import type { EmbeddingModel } from '../../../src/llm/embedding.ts';
import type { VectorStore } from '../../../src/vectors/vector-store.ts';

/** A store of 2,000 contents, the entry `i` being the nearest but `i`, that counts what it is asked for. */
function numberedStore(): { store: VectorStore; asked: number[] } {
  const asked: number[] = [];
  const embedder = { name: 'counting', snapshot: '1', dimension: 1 };
  const nearest = (_: Float32Array, count: number) => {
    asked.push(count);
    const near = Array.from({ length: Math.min(count, 2000) }, (_each, i) => ({
      contentHash: String(i),
      similarity: 1 - i / 2000,
    }));
    return Promise.resolve(near);
  };
  return { store: { nearest, embedder: () => Promise.resolve(embedder) } as unknown as VectorStore, asked };
}

const model = {
  price: null,
  name: 'counting',
  embed: () => Promise.resolve({ vectors: [Float32Array.of(1)], snapshot: '1', retries: 0, unaccounted: 0 }),
} as unknown as EmbeddingModel;

async function similar(allowed: (id: number) => boolean): Promise<{ ids: number[]; asked: number[] }> {
  const { store, asked } = numberedStore();
  const ids = Array.from({ length: 2000 }, (_, i) => i);
  const found = await findSimilar({
    database: null as unknown as Database,
    question: 'q',
    allowed: new Set(ids.filter(allowed)),
    size: 400,
    textOf: String,
    vectors: {
      ...{ model, store, signal: new AbortController().signal },
      idsOf: (hashes) => new Map(hashes.map((hash) => [hash, [Number(hash)]])),
    },
  });
  if (!Array.isArray(found)) throw new TypeError('a notice');
  return { ids: found.map(({ id }) => id), asked };
}

test('the store is asked once if few entries are filtered out', async () => {
  const { ids, asked } = await similar((id) => id % 10 !== 0);
  expect(ids).toHaveLength(400);
  expect(ids.slice(0, 3)).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(1);
});

test('and again, for more, if most are', async () => {
  const { ids, asked } = await similar((id) => id % 4 === 0);
  expect(ids).toHaveLength(400);
  expect(asked).toHaveLength(2);
});
