/** The `doctor` checks of the model and the embedder. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkEmbedder, checkJudgeModel, checkModel } from '../../src/llm/health.ts';
import { writeTinyModel } from './tiny-onnx.ts';

const settings = (name: string | null, baseUrl: string | null = null) => ({
  name,
  baseUrl,
  keyFile: null,
  timeoutSeconds: 5,
  idleSeconds: 5,
  retries: 0,
  concurrency: 1,
  temperature: null,
  topP: null,
  tools: 'auto',
  maxOutputTokens: 16,
  prices: {},
});

const checkModelNamed = (name: string | null, baseUrl: string | null = null) => checkModel(settings(name, baseUrl));
const checkEmbedderNamed = (name: string, baseUrl: string | null = null) => checkEmbedder(settings(name, baseUrl));

const clearKeys = () => {
  delete process.env.ANTHROPIC_API_KEY;
  delete process.env.OPENAI_API_KEY;
};
beforeEach(clearKeys);
afterEach(clearKeys);

test('a missing model is not a fault', async () => {
  expect(await checkModelNamed(null)).toMatchObject({ what: 'model', state: 'absent' });
});

test('a usable model is ok and shows its address', async () => {
  process.env.ANTHROPIC_API_KEY = 'sk-test-123456';
  const check = await checkModelNamed('anthropic/claude-opus-5-5');
  expect(check).toMatchObject({ state: 'ok', found: expect.stringContaining('https://api.anthropic.com') });
  expect(JSON.stringify(check)).not.toContain('123456');
});

test.each([
  ['anthropic/claude-opus-5-5', null, 'ANTHROPIC_API_KEY'],
  ['claude-opus-5-5', null, '--model'],
  ['local/x', null, '--base-url'],
  ['local/x', 'ftp://x', '--base-url'],
])('model %s at %s is a fault and shows the fix', async (name, baseUrl, fix) => {
  expect(await checkModelNamed(name, baseUrl)).toMatchObject({ state: 'fault', fix: expect.stringContaining(fix) });
});

test('a judge is checked as a model, and its absence is no fault', async () => {
  const judge = (name: string | null) => checkJudgeModel('statement judge', name, settings(null));
  expect(await judge(null)).toMatchObject({ what: 'statement judge', state: 'absent' });
  expect(await judge('acme/x')).toMatchObject({ state: 'fault' });
  process.env.ANTHROPIC_API_KEY = 'sk-test-123456';
  expect(await judge('anthropic/claude-opus-5-5')).toMatchObject({ state: 'ok' });
});

test('a missing embedder is not a fault', async () => {
  expect(await checkEmbedder(null)).toMatchObject({ what: 'embedder', state: 'absent' });
});

test('an embedder with its key or folder is ok', async () => {
  process.env.OPENAI_API_KEY = 'sk-test-123456';
  const remote = await checkEmbedderNamed('openai/text-embedding-3-small');
  expect(remote).toMatchObject({ what: 'embedder', state: 'ok', found: expect.stringContaining('/embeddings') });
  expect(JSON.stringify(remote)).not.toContain('123456');
  const folder = join(mkdtempSync(join(tmpdir(), 'lemmahead-check-')), 'model');
  writeTinyModel(folder, { words: { prime: [1, 0, 0, 0] } });
  expect(await checkEmbedderNamed(`onnx:${folder}`)).toMatchObject({
    state: 'ok',
    found: expect.stringContaining(folder),
  });
});

test.each([
  ['openai/text-embedding-3-small', 'OPENAI_API_KEY'],
  ['local/x', '--base-url'],
  ['anthropic/x', '--embedder'],
  ['onnx:/nowhere', ''],
])('embedder %s is a fault and shows the fix', async (name, fix) => {
  expect(await checkEmbedderNamed(name)).toMatchObject({
    what: 'embedder',
    state: 'fault',
    fix: expect.stringContaining(fix),
  });
});
