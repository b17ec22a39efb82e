/** Embeddings from a real HTTP server: batches, order, invalid vectors. */
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
    topP: null,
    tools: 'auto',
    maxOutputTokens: 16,
    prices: {},
  });
  return model.embed(texts, 'passage', { signal: new AbortController().signal });
}

test('remote embedding returns the vector of each text over several batches in any order', async () => {
  const texts = [...Array(150).keys()].map((length) => 'x'.repeat(length + 1));
  const { vectors, snapshot, retries, unaccounted } = await embed(texts);
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  expect([snapshot, retries, unaccounted]).toEqual(['embedder', 0, 0]);
  expect(server.seen.map(({ body }) => body.input.length).toSorted((a, b) => a - b)).toEqual([22, 64, 64]);
});

test('remote embedding sends no request for an empty list of texts', async () => {
  expect((await embed([])).vectors).toEqual([]);
  expect(server.seen).toEqual([]);
});

const list = (...data: unknown[]): Reply => ({
  status: 200,
  body: JSON.stringify({ object: 'list', model: 'm', data }),
});

describe('remote embedding rejects', () => {
  test.each<[string, Reply]>([
    ['too few vectors', list({ index: 0, embedding: [1] })],
    ['too many vectors', list(...[0, 1, 2].map((index) => ({ index, embedding: [1] })))],
    ['a duplicate index', list({ index: 0, embedding: [1] }, { index: 0, embedding: [2] })],
    ['different lengths', list({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] })],
    ['values that are not numbers', list({ index: 0, embedding: ['1'] }, { index: 1, embedding: [1] })],
    ['empty vectors', list({ index: 0, embedding: [] }, { index: 1, embedding: [] })],
    ['a response without a list', { status: 200, body: '{"object":"error"}' }],
    ['an HTML page', { status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } }],
    ['truncated JSON', { status: 200, body: '{"data":[{"ind' }],
  ])('%s', async (_, reply) => {
    await expect(embed(['a', 'b'], [reply])).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('a key that the server refuses', async () => {
    await expect(embed(['a'], [{ status: 401 }])).rejects.toMatchObject({
      kind: 'keyRefused',
      detail: { exit: 'missing' },
    });
  });

  test('a provider without embeddings', async () => {
    await expect(embed(['a'], [], 'anthropic/x')).rejects.toMatchObject({ detail: { exit: 'usage' } });
  });
});
