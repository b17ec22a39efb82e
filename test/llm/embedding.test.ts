/** Embeddings from a real HTTP server: batches, order, and vectors that are none. */
import { afterEach, describe, expect, test } from 'vitest';
import { openEmbeddingFrom } from '../../src/llm/embedding.ts';
import { startModelServer, type ModelServer, type Reply } from './model-server.ts';

let server: ModelServer;
afterEach(() => server.close());

async function embed(texts: string[], replies: Reply[] = ['hang'], name = 'local/embedder') {
  server = await startModelServer(replies);
  const model = await openEmbeddingFrom({
    name,
    baseUrl: server.baseUrl,
    keyFile: null,
    timeoutSeconds: 5,
    idleSeconds: 5,
    retries: 0,
    concurrency: 2,
    temperature: null,
    maxOutputTokens: 16,
    prices: {},
  });
  return model.embed(texts, 'passage', { signal: new AbortController().signal });
}

test('each text gets its vector, over several batches that come in any order', async () => {
  const texts = [...Array(150).keys()].map((length) => 'x'.repeat(length + 1));
  const { vectors, snapshot, retries, unaccounted } = await embed(texts);
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  expect([snapshot, retries, unaccounted]).toEqual(['embedder', 0, 0]);
  expect(server.seen.map(({ body }) => body.input.length).toSorted((a, b) => a - b)).toEqual([22, 64, 64]);
});

test('no text, no request', async () => {
  expect((await embed([])).vectors).toEqual([]);
  expect(server.seen).toEqual([]);
});

const list = (...data: unknown[]): Reply => ({
  status: 200,
  body: JSON.stringify({ object: 'list', model: 'm', data }),
});

describe('what is refused', () => {
  test.each<[string, Reply]>([
    ['too few', list({ index: 0, embedding: [1] })],
    ['too many', list(...[0, 1, 2].map((index) => ({ index, embedding: [1] })))],
    ['one twice', list({ index: 0, embedding: [1] }, { index: 0, embedding: [2] })],
    ['different lengths', list({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] })],
    ['no numbers', list({ index: 0, embedding: ['1'] }, { index: 1, embedding: [1] })],
    ['no vector', list({ index: 0, embedding: [] }, { index: 1, embedding: [] })],
    ['no list', { status: 200, body: '{"object":"error"}' }],
    ['a page', { status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } }],
    ['half of it', { status: 200, body: '{"data":[{"ind' }],
  ])('%s', async (_, reply) => {
    await expect(embed(['a', 'b'], [reply])).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('a key', async () => {
    await expect(embed(['a'], [{ status: 401 }])).rejects.toMatchObject({
      kind: 'keyRefused',
      detail: { exit: 'missing' },
    });
  });

  test('a provider without them', async () => {
    await expect(embed(['a'], [], 'anthropic/x')).rejects.toMatchObject({ detail: { exit: 'usage' } });
  });
});
