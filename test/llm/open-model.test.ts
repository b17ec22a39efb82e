/** Opening models by name, and invalid names. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelSettings } from '../../src/config/settings.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';

const SETTINGS: ModelSettings = {
  name: null,
  baseUrl: null,
  keyFile: null,
  timeoutSeconds: 5,
  idleSeconds: 5,
  retries: 0,
  concurrency: 2,
  temperature: null,
  topP: null,
  tools: 'auto',
  maxOutputTokens: 100,
  prices: { 'local/x': { input: 0, output: 0 } },
};

const open = (settings: Partial<ModelSettings>, record: string | null = null) =>
  openModelFrom({ ...SETTINGS, ...settings }, { record });

const VARIABLES = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'LEMMAHEAD_API_KEY'];
beforeEach(() => VARIABLES.forEach((name) => delete process.env[name]));
afterEach(() => VARIABLES.forEach((name) => delete process.env[name]));

describe('openModelFrom with a key in the environment opens', () => {
  test.each([
    ['anthropic/claude-opus-5-5', 'https://api.anthropic.com/v1/messages', { input: 4, output: 20 }],
    ['openai/gpt-4-nobody-knows', 'https://api.openai.com/v1/chat/completions', null],
  ])('%s', async (name, endpoint, price) => {
    for (const variable of VARIABLES) process.env[variable] = ' sk-test-123456 ';
    expect(await open({ name })).toMatchObject({ name, endpoint, price });
  });
});

test.each([
  ['local/x', 'http://localhost:1234/v1/', 'http://localhost:1234/v1/chat/completions', { input: 0, output: 0 }],
  ['anthropic/claude-opus-5-5', 'http://localhost:1234/v1', 'http://localhost:1234/v1/messages', null],
  ['anthropic/claude-opus-5-5', 'http://localhost:1234', 'http://localhost:1234/v1/messages', null],
  ['openai/gpt-5', 'http://localhost:1234/api/v1', 'http://localhost:1234/api/v1/chat/completions', null],
  ['local/org/model:7b', 'http://localhost:1234/v1', 'http://localhost:1234/v1/chat/completions', null],
])('model %s at %s needs no key', async (name, baseUrl, endpoint, price) => {
  expect(await open({ name, baseUrl })).toMatchObject({ name, endpoint, price });
});

test.each<[string | null, string, string]>([
  [null, 'usage', 'No model is given'],
  ['gpt-5', 'usage', 'anthropic/NAME, openai/NAME'],
  ['openai/', 'usage', 'does not start with a known provider'],
  ['toString/x', 'usage', 'does not start with a known provider'],
  ['local/x', 'usage', 'The usual addresses'],
  ['anthropic/x', 'missing', 'ANTHROPIC_API_KEY is not set'],
  ['openai/x', 'missing', 'OPENAI_API_KEY is not set'],
  ['replay:/nowhere/a.jsonl', 'missing', 'no such file'],
])('model name %s is refused before anything is sent', async (name, exit, text) => {
  const error = await open({ name }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ detail: { exit, reason: expect.stringContaining(text), next: expect.any(String) } });
});

test('a key with a line break is refused', async () => {
  process.env.OPENAI_API_KEY = 'sk-1\nx: y';
  await expect(open({ name: 'openai/x' })).rejects.toMatchObject({ kind: 'noKey' });
});

test('answers of dummy can be recorded and replayed', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-open-')), 'answers.jsonl');
  const request = { messages: [], maxOutputTokens: 1, temperature: null, sample: 0 };
  const { signal } = new AbortController();
  const { text } = await (await open({ name: 'dummy' }, path)).ask(request, { signal });
  expect(readFileSync(path, 'utf8')).toContain('"model":"dummy"');
  const replayed = await open({ name: `replay:${path}` });
  expect((await replayed.ask(request, { signal })).text).toBe(text);
  expect(replayed.price).toEqual({ input: 0, output: 0 });
});
