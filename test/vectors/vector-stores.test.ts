/** Tests of both vector stores: in the library's file, and in a real Chroma server. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test, type TestContext } from 'vitest';
import { EmbeddedStore } from '../../src/library/embedded-store.ts';
import { prepareVectorTables, VECTOR_TABLES } from '../../src/library/vector-rows.ts';
import { openChromaStore, readChromaPlace } from '../../src/vectors/chroma-store.ts';
import type { Embedder, VectorStore } from '../../src/vectors/vector-store.ts';
import { chromaServer } from './chroma-server.ts';

const EMBEDDER: Embedder = { name: 'local/x', snapshot: 'x-1', dimension: 20 };

function embedded(): VectorStore {
  const database = new Database(':memory:');
  prepareVectorTables(database);
  return new EmbeddedStore(database, 'memory');
}

async function inChroma(context: TestContext): Promise<VectorStore> {
  const { store } = await chromaServer(context);
  return openChromaStore(readChromaPlace(store)!, new AbortController().signal);
}

/** Deterministic pseudorandom numbers from −0.5 to 0.5. */
function randomVector(seed: number, count: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

const vectors = Array.from({ length: 300 }, (_, i) => ({ contentHash: `hash ${i}`, vector: randomVector(i + 1, 20) }));

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return dot / Math.hypot(...a) / Math.hypot(...b);
}

function exactNearest(query: Float32Array, count: number): string[] {
  const scored = vectors.map(({ contentHash, vector }) => ({ contentHash, similarity: cosine(query, vector) }));
  return scored
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, count)
    .map(({ contentHash }) => contentHash);
}

describe.each<[string, (context: TestContext) => VectorStore | Promise<VectorStore>]>([
  ['vector store in a file', embedded],
  ['vector store in Chroma', inChroma],
])('%s', (_, open) => {
  test('stores each vector once, finds the nearest with their cosine, and clears', async (context) => {
    const store = await open(context);
    expect([await store.embedder(), await store.count(), [...(await store.storedHashes(['hash 1']))]]).toEqual([
      null,
      0,
      [],
    ]);
    expect(await store.nearest(randomVector(9, 20), 3)).toEqual([]);
    await store.put(EMBEDDER, vectors.slice(0, 200));
    await store.put(EMBEDDER, vectors.slice(100));
    expect([await store.embedder(), await store.count()]).toEqual([EMBEDDER, vectors.length]);
    expect([...(await store.storedHashes(['hash 299', 'none']))]).toEqual(['hash 299']);
    const query = randomVector(77, 20);
    const near = await store.nearest(query, 7);
    expect(near.map(({ contentHash }) => contentHash)).toEqual(exactNearest(query, 7));
    for (const { contentHash, similarity } of near) {
      expect(similarity).toBeCloseTo(
        cosine(query, vectors.find((each) => each.contentHash === contentHash)!.vector),
        4,
      );
    }
    expect(await store.nearest(query, 1000)).toHaveLength(vectors.length);
    await store.clear();
    expect([await store.embedder(), await store.count()]).toEqual([null, 0]);
    await store.put({ ...EMBEDDER, dimension: 3 }, [{ contentHash: 'a', vector: Float32Array.of(1, 2, 3) }]);
    expect((await store.nearest(Float32Array.of(1, 2, 3), 1))[0]!.similarity).toBeCloseTo(1, 5);
  });
});

test('in a file, a batch with an invalid vector or of another embedder is rejected completely', async () => {
  const store = embedded();
  const bad = { contentHash: 'zero', vector: new Float32Array(20) };
  await expect(store.put(EMBEDDER, [vectors[0]!, bad])).rejects.toThrow();
  await expect(
    store.put(EMBEDDER, [vectors[0]!, { contentHash: 'short', vector: randomVector(1, 4) }]),
  ).rejects.toThrow();
  expect(await store.count()).toBe(0);
  await store.put(EMBEDDER, [vectors[0]!]);
  await expect(store.put({ ...EMBEDDER, snapshot: 'x-2' }, [vectors[1]!])).rejects.toThrow();
  expect(await store.count()).toBe(1);
});

test('a file of the first version, without spaces, has its vectors in the default space', async () => {
  const database = new Database(':memory:');
  database.exec(VECTOR_TABLES);
  database.exec(`INSERT INTO embedders VALUES (1, 'local/x', 'x-1', 2);
    INSERT INTO vectors VALUES (7, 1, 'one', x'9a99193fcdcc4c3f'); INSERT INTO vector_codes VALUES (7, 158.75, x'5f7f')`);
  for (let times = 0; times < 2; times++) prepareVectorTables(database);
  const store = new EmbeddedStore(database, 'memory');
  expect(await store.embedder()).toEqual({ name: 'local/x', snapshot: 'x-1', dimension: 2 });
  const [near] = await store.nearest(Float32Array.of(3, 4), 1);
  expect(near).toMatchObject({ contentHash: 'one', similarity: expect.closeTo(1, 5) });
});

test('in a file, the nearest vectors equal those of an exact comparison', async () => {
  const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 });
  const isNonZero = (numbers: number[]): boolean => Math.hypot(...numbers) > 1e-3;
  await fc.assert(
    fc.asyncProperty(
      fc.array(vector.filter(isNonZero), { minLength: 1, maxLength: 80 }),
      vector.filter(isNonZero),
      async (all, query) => {
        const store = embedded();
        const some = all.map((numbers, i) => ({ contentHash: `${i}`, vector: Float32Array.from(numbers) }));
        await store.put({ ...EMBEDDER, dimension: 5 }, some);
        const [best] = await store.nearest(Float32Array.from(query), 1);
        const most = Math.max(...some.map((each) => cosine(Float32Array.from(query), each.vector)));
        expect(best!.similarity).toBeCloseTo(most, 4);
      },
    ),
    { numRuns: 50 },
  );
});

test('a stopped Chroma server is reported as unreachable, and has its vectors after a restart', async (context) => {
  const server = await chromaServer(context);
  const store = await openChromaStore(readChromaPlace(server.store)!, new AbortController().signal);
  await store.put(EMBEDDER, vectors.slice(0, 50));
  await server.kill();
  for (const ask of [
    () => store.put(EMBEDDER, vectors),
    () => store.nearest(randomVector(1, 20), 3),
    () => store.count(),
  ]) {
    await expect(ask()).rejects.toMatchObject({ detail: { exit: 'missing', code: 'store-unreachable' } });
  }
  await server.start();
  expect(await store.count()).toBe(50);
  await store.put(EMBEDDER, vectors);
  expect(await store.count()).toBe(vectors.length);
});

test("another program's collection is rejected", async (context) => {
  const server = await chromaServer(context);
  const { ChromaClient } = await import('chromadb');
  const { port } = new URL(server.store.replace('chroma:', ''));
  const client = new ChromaClient({ host: '127.0.0.1', port: Number(port), ssl: false });
  await client.createCollection({ name: 'lemmahead', embeddingFunction: null });
  const store = await openChromaStore(readChromaPlace(server.store)!, new AbortController().signal);
  await expect(store.embedder()).rejects.toMatchObject({ detail: { code: 'store-foreign' } });
});

describe('readChromaPlace', () => {
  test.each<[string, { url: string; collection: string } | null]>([
    ['chroma:http://localhost:8000', { url: 'http://localhost:8000/', collection: 'lemmahead' }],
    ['chroma:https://vectors.example/my-books/', { url: 'https://vectors.example/', collection: 'my-books' }],
    ['chroma:ftp://localhost', null],
    ['chroma:http://user:secret@localhost', null],
    ['chroma:http://localhost/a/b', null],
    ['chroma:http://localhost/x?y', null],
    ['http://localhost:8000', null],
    ['chroma:', null],
  ])('parses or rejects %s', (text, place) => {
    const read = readChromaPlace(text);
    expect(read === null ? null : { url: read.url.href, collection: read.collection }).toEqual(place);
  });
});
