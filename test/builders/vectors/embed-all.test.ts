/** Embedding missing vectors with a real server on loopback: resuming, stopping, and errors. */
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { embedAll, withoutVector, type Embeddable } from '../../../src/builders/vectors/embed-all.ts';
import { EmbeddedStore } from '../../../src/library/embedded-store.ts';
import { prepareVectorTables } from '../../../src/library/vector-rows.ts';
import { Budget, NO_LIMITS } from '../../../src/llm/budget.ts';
import { openEmbeddingFrom } from '../../../src/llm/embedding.ts';
import { ModelClient } from '../../../src/llm/model-client.ts';
import { DIMENSION, startEmbeddingServer, type EmbeddingServer, type Oddity } from './embedding-server.ts';

let server: EmbeddingServer | undefined;
afterEach(() => server?.close());

function emptyStore(): EmbeddedStore {
  const database = new Database(':memory:');
  prepareVectorTables(database);
  return new EmbeddedStore(database, 'memory');
}

const texts = (count: number): Embeddable[] =>
  Array.from({ length: count }, (_, i) => ({
    contentHash: `hash ${i}`,
    text: () => `word${'x'.repeat(i % 7)} number`,
  }));

interface Run {
  store?: EmbeddedStore;
  name?: string;
  budget?: Budget;
  signal?: AbortSignal;
  retries?: number;
}

async function embed(all: readonly Embeddable[], odd: (number: number) => Oddity, run: Run = {}) {
  server = await startEmbeddingServer(odd);
  const model = await openEmbeddingFrom({
    name: run.name ?? 'local/embedder',
    baseUrl: server.baseUrl,
    keyFile: null,
    timeoutSeconds: 20,
    idleSeconds: 20,
    retries: run.retries ?? 0,
    concurrency: 1,
    temperature: null,
    topP: null,
    tools: 'auto',
    maxOutputTokens: 16,
    prices: { 'local/embedder': { input: 1, output: 0 } },
  });
  const store = run.store ?? emptyStore();
  const missing = await withoutVector(all, store);
  const done = embedAll(missing, {
    client: new ModelClient({
      model,
      budget: run.budget ?? new Budget(NO_LIMITS),
      signal: run.signal ?? new AbortController().signal,
    }),
    store,
    remedy: 'again',
    onProgress: () => undefined,
  });
  return { store, missing, done };
}

test('embedAll embeds each content once and sends no stored content again', async () => {
  const all = texts(300);
  const first = await embed([...all, ...all], () => ({}));
  expect(await first.done).toMatchObject({
    embedded: 300,
    without: 0,
    embedder: { name: 'local/embedder', snapshot: 'embedder', dimension: DIMENSION },
  });
  expect(server!.seen.flat()).toHaveLength(300);
  await server!.close();
  const second = await embed([...all, ...texts(302)], () => ({}), { store: first.store });
  await second.done;
  expect([server!.seen.flat().length, await first.store.count()]).toEqual([2, 302]);
});

test('embedAll counts a text without a vector and does not store it', async () => {
  const { done, store } = await embed([...texts(2), { contentHash: 'empty', text: () => '…' }], () => ({}));
  expect(await done).toMatchObject({ embedded: 2, without: 1 });
  expect(await store.count()).toBe(2);
});

test('embedAll rejects an embedder that changes its dimension and keeps earlier vectors', async () => {
  const { store, done } = await embed(texts(200), (number) => (number < 2 ? {} : { dimension: 32 }));
  await expect(done).rejects.toMatchObject({
    detail: { exit: 'usage', code: 'embedder-differs', message: expect.stringContaining('32 numbers'), next: 'again' },
  });
  expect([await store.count(), await store.embedder()]).toMatchObject([128, { dimension: DIMENSION }]);
});

test.each<[string, Run, Oddity]>([
  ['with another name', { name: 'local/other' }, {}],
  ['with the same name but another snapshot', {}, { snapshot: 'embedder-2' }],
  ['of another dimension', {}, { dimension: 16 }],
])('vectors %s are not added to stored ones', async (_, run, oddity) => {
  const { store, done } = await embed(texts(3), () => ({}));
  await done;
  await server!.close();
  const other = await embed(texts(5), () => oddity, { ...run, store });
  await expect(other.done).rejects.toMatchObject({ detail: { code: 'embedder-differs' } });
  expect(await store.count()).toBe(3);
});

test('one failed request does not affect the others, and the next run resumes', async () => {
  const { store, done } = await embed(texts(256), (number) => (number === 1 ? { status: 500 } : {}));
  await expect(done).rejects.toMatchObject({ kind: 'server' });
  expect(await store.count()).toBe(192);
  await server!.close();
  const rest = await embed(texts(256), () => ({}), { store });
  expect([rest.missing.length, (await rest.done).embedded, await store.count()]).toEqual([64, 64, 256]);
});

test('an interrupt ends embedAll and keeps earlier vectors', async () => {
  const stop = new AbortController();
  const { store, done } = await embed(
    texts(600),
    (number) => {
      if (number === 5) stop.abort();
      return number === 5 ? { hang: true } : {};
    },
    { signal: stop.signal },
  );
  await expect(done).rejects.toMatchObject({ kind: 'cancelled' });
  expect(await store.count()).toBe(320);
});

test('embedAll sends no request that could exceed the limit, and counts failed requests that may be billed', async () => {
  const none = await embed(texts(10), () => ({}), { budget: new Budget({ ...NO_LIMITS, tokens: 50 }) });
  await expect(none.done).rejects.toThrow('the budget for tokens is used up');
  expect(server!.seen).toEqual([]);
  await server!.close();
  const smooth = new Budget({ ...NO_LIMITS, cost: 1 });
  await (
    await embed(texts(64), () => ({}), { budget: smooth })
  ).done;
  expect(smooth.spent.tokens).toBeGreaterThan(64 * 16);
  expect(smooth.spent.cost).toBeCloseTo(smooth.spent.tokens / 1e6);
  await server!.close();
  const rough = new Budget({ ...NO_LIMITS, cost: 1 });
  const failsOnce = (number: number): Oddity => (number === 0 ? { status: 500 } : {});
  await (
    await embed(texts(64), failsOnce, { budget: rough, retries: 1 })
  ).done;
  expect(rough.spent.tokens).toBe(2 * smooth.spent.tokens);
});
