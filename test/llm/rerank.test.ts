/** Rerankers: servers with the known formats on loopback, and a tiny cross-encoder run by the real ONNX Runtime. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test } from 'vitest';
import { openOnnxReranker } from '../../src/llm/onnx-rerank.ts';
import { openRerankerFrom, placesByScore } from '../../src/llm/reranking.ts';
import { type RerankFormat, type RerankServer, startRerankServer } from './rerank-server.ts';
import { crossEncoderModel, writeTinyModel } from './tiny-onnx.ts';

const { signal } = new AbortController();
const TEXTS = ['a lantern', 'a quay where ships moor', 'a ship'];

let server: RerankServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const open = (baseUrl: string, name = 'local/bge') =>
  openRerankerFrom({
    ...{ name, baseUrl, keyFile: null, timeoutSeconds: 5, idleSeconds: 5, retries: 0, concurrency: 2 },
    ...{ temperature: null, topP: null, tools: 'auto', maxOutputTokens: 16, prices: {} },
  });

describe('a reranking server', () => {
  it.each<[RerankFormat, string[]]>([
    ['jina', ['documents']],
    ['tei', ['documents', 'texts', 'texts']],
  ])('of the format %s gives each passage its score', async (format, fields) => {
    server = await startRerankServer(format);
    const model = await open(server.baseUrl);
    const { scores } = await model.score('where ships moor', TEXTS, { signal });
    expect(scores).toEqual([0, 3, 0]);
    if (format === 'tei') await model.score('ship', TEXTS, { signal });
    expect(server.seen.flatMap((body) => Object.keys(body).filter((field) => /documents|texts/.test(field)))).toEqual(
      fields,
    );
    expect(model.endpoint).toBe(`${server.baseUrl}/rerank`);
  });

  it.each<[string, unknown]>([
    ['no list', { results: 'none' }],
    ['too few', { results: [{ index: 0, relevance_score: 1 }] }],
    ['one twice', { results: [0, 0, 1].map((index) => ({ index, relevance_score: 1 })) }],
    ['no number', { results: [0, 1, 2].map((index) => ({ index, relevance_score: 'high' })) }],
  ])('whose answer has %s is refused', async (_, body) => {
    server = await startRerankServer('jina', () => ({ status: 200, body }));
    const model = await open(server.baseUrl);
    await expect(model.score('ship', TEXTS, { signal })).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('that fails is not taken for another format', async () => {
    server = await startRerankServer('jina', () => ({ status: 400, body: { error: { message: 'unknown model' } } }));
    const model = await open(server.baseUrl);
    await expect(model.score('ship', TEXTS, { signal })).rejects.toThrow();
    expect(server.seen).toHaveLength(1);
  });
});

test('passages are put in order, equal ones as before', async () => {
  server = await startRerankServer();
  const model = await open(server.baseUrl);
  const { scores } = await model.score('a ship', TEXTS, { signal });
  expect(placesByScore(scores)).toEqual([2, 0, 1]);
  expect(placesByScore([1, 2, 2])).toEqual([1, 2, 0]);
});

test.each(['openai/reranker', 'bge', ''])('%j is no reranker', async (name) => {
  await expect(open('http://127.0.0.1:1/v1', name)).rejects.toMatchObject({ detail: { code: 'reranker-name' } });
});

describe('a cross-encoder on this machine', () => {
  const WORDS = { ship: [0], quay: [0], lantern: [0], rain: [0] };

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'lemmahead-cross-'));
    writeTinyModel(path, { words: WORDS });
    // Rows of the table: four special tokens, then the words.
    writeFileSync(join(path, 'onnx/model.onnx'), crossEncoderModel([-9, -9, -9, -9, -1, 2, 0, 0.5]));
    return path;
  }

  it('reads text and passage together, and gives a number from 0 to 1', async () => {
    const path = folder();
    const model = await openOnnxReranker('onnx:x', path);
    const { scores, snapshot } = await model.score('ship', ['lantern', 'quay', 'ship', 'a', 'rain rain'], { signal });
    const sigmoid = (value: number) => expect.closeTo(1 / (1 + Math.exp(-value)), 5);
    // The text is read too: `ship` is in each pair.
    expect(scores).toEqual([sigmoid(0), sigmoid(2), sigmoid(-1), sigmoid(-1), sigmoid(0.5)]);
    expect(snapshot).toMatch(/^[0-9a-f]{64}$/);
    expect(placesByScore(scores.slice(0, 2))).toEqual([1, 0]);
    await model.close();
  });

  it('is refused with a reason if the folder has none', async () => {
    const path = mkdtempSync(join(tmpdir(), 'lemmahead-cross-'));
    await expect(openOnnxReranker('onnx:x', path)).rejects.toMatchObject({ detail: { code: 'reranker-folder' } });
    writeTinyModel(path, { words: { ship: [1, 2, 3] } });
    const embedder = await openOnnxReranker('onnx:x', path);
    await expect(embedder.score('ship', ['ship'], { signal })).rejects.toMatchObject({
      detail: { code: 'reranker-folder', reason: expect.stringContaining('shape') },
    });
    await embedder.close();
  });
});
