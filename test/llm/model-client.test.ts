/** The model client: stored answers by sample, invalid answers, independent runs, and fatal errors. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';
import { AnswerCache } from '../../src/llm/answer-cache.ts';
import { BadAnswer } from '../../src/llm/bad-answer.ts';
import { Budget, BudgetSpent, NO_LIMITS, type Limits } from '../../src/llm/budget.ts';
import type { ChatAnswer, ChatModel } from '../../src/llm/chat.ts';
import { isFatal, requestFailure } from '../../src/llm/fatal-model-errors.ts';
import { ModelClient } from '../../src/llm/model-client.ts';
import { KINDS, ModelError, type ModelErrorKind } from '../../src/llm/model-error.ts';
import { promptHash } from '../../src/llm/prompt-hash.ts';
import { temporaryFolder } from '../index/temporary.ts';

const MESSAGES = [{ role: 'user' as const, text: 'What is 1 + 1?' }];
const QUESTION = { template: 'sum@1', messages: MESSAGES };

let folder: string;
/** Sample numbers of all requests. */
let sent: number[];
beforeEach(() => {
  folder = temporaryFolder();
  sent = [];
});

function client(
  answerTo: (sample: number) => Partial<ChatAnswer>,
  limits: Partial<Limits> = {},
  {
    firstSample = 0,
    name = 'local/m',
    endpoint = 'here',
    topP,
  }: { firstSample?: number; name?: string; endpoint?: string; topP?: number } = {},
) {
  const model: ChatModel = {
    ...{ name, endpoint, price: { input: 1, output: 1 }, ...(topP === undefined ? {} : { topP }) },
    async ask({ sample, topP: sampledFrom }, { onTry }) {
      expect(sampledFrom).toBe(topP);
      await onTry?.(1, 0);
      sent.push(sample);
      const usage = { inputTokens: 10, outputTokens: 1 };
      const tries = { retries: 0, unaccounted: 0, seconds: 0 };
      return { text: '', finish: 'end', usage, snapshot: 's', ...tries, ...answerTo(sample) };
    },
  };
  const budget = new Budget({ ...NO_LIMITS, ...limits });
  const questions = { cache: new AnswerCache(folder), maxOutputTokens: 100, temperature: null };
  return new ModelClient({ model, budget, signal: new AbortController().signal, firstSample, questions });
}

function read(text: string): { value: number } {
  if (!/^\d+$/.test(text)) throw new BadAnswer('it is not a number');
  return { value: Number(text) };
}

test('the samples of a question are different answers, and each is stored', async () => {
  const counting = client((sample) => ({ text: String(sample + 40) }));
  const ask = async (sample: number) => (await counting.question({ ...QUESTION, read, sample })).value.value;
  expect([await ask(0), await ask(1), await ask(2)]).toEqual([40, 42, 44]);
  const silent = client(() => ({ text: 'no number' }));
  for (const [sample, value] of [40, 42, 44].entries()) {
    expect(await silent.question({ ...QUESTION, read, sample })).toMatchObject({ value: { value }, isCached: true });
  }
  expect(sent).toEqual([0, 2, 4]);
});

test('the top-p of the model is in each request, in its hash, and in the key of kept answers', async () => {
  const request = { messages: MESSAGES, maxOutputTokens: 100, temperature: null, sample: 0 };
  const hashes: string[] = [];
  const log = {
    find: ({ prompt }: { prompt: string }) => {
      hashes.push(prompt);
      return null;
    },
    ...{ onTry: () => undefined, onAnswer: () => undefined, onError: () => undefined },
  };
  const [plain, narrow] = [client(() => ({ text: '1' })), client(() => ({ text: '2' }), {}, { topP: 0.8 })];
  for (const each of [plain, narrow]) await each.ask(request, 'sum@1', log);
  expect(hashes).toEqual([promptHash(request), promptHash({ ...request, topP: 0.8 })]);
  const values = [plain, narrow].map(async (each) => (await each.question({ ...QUESTION, read })).value.value);
  expect(await Promise.all(values)).toEqual([1, 2]);
});

test('sample 0 has the cache file of versions without sample numbers', async () => {
  const prompt = promptHash({ messages: MESSAGES, maxOutputTokens: 0, temperature: null });
  const name = sha256(JSON.stringify(['openai/m', 'sum@1', prompt]));
  mkdirSync(join(folder, name.slice(0, 2)));
  const stored = { schema: 'lemmahead/kept-answer@1', model: 'openai/m', snapshot: 's', template: 'sum@1', text: '7' };
  writeFileSync(join(folder, name.slice(0, 2), `${name}.json`), JSON.stringify(stored));
  const eights = client(() => ({ text: '8' }), {}, { name: 'openai/m' });
  expect(await eights.question({ ...QUESTION, read })).toEqual({
    ...{ value: { value: 7 }, isCached: true, snapshot: 's', spent: { tokens: 0, cost: 0 } },
  });
  expect(await eights.question({ ...QUESTION, read, sample: 1 })).toMatchObject({
    value: { value: 8 },
    isCached: false,
  });
  expect(readdirSync(folder, { recursive: true }).filter((path) => String(path).endsWith('.json'))).toHaveLength(2);
});

test('a server of the user answers for itself, that of a provider for all its addresses', async () => {
  const ask = async (name: string, endpoint: string, text: string) =>
    (await client(() => ({ text }), {}, { name, endpoint }).question({ ...QUESTION, read })).value.value;
  expect([await ask('local/m', 'here', '1'), await ask('local/m', 'there', '2')]).toEqual([1, 2]);
  expect([await ask('local/m', 'here', '3'), await ask('local/m', 'there', '3')]).toEqual([1, 2]);
  expect([await ask('openai/m', 'here', '4'), await ask('openai/m', 'there', '5')]).toEqual([4, 4]);
});

test('an invalid answer is asked for once more, with another sample number, and is not stored', async () => {
  const second = client((sample) => (sample % 2 === 0 ? { text: '12', finish: 'length' } : { text: '12' }));
  expect(await second.question({ ...QUESTION, read, sample: 3 })).toMatchObject({
    value: { value: 12 },
    isCached: false,
  });
  expect(sent).toEqual([6, 7]);
  const never = client(() => ({ text: 'twelve' }));
  await expect(never.question({ ...QUESTION, read })).rejects.toThrow(BadAnswer);
  expect(await client(() => ({ text: '1' })).question({ ...QUESTION, read })).toMatchObject({ isCached: false });
});

test('a question is not sent if it could exceed the budget, and its usage is charged', async () => {
  const poor = client(() => ({ text: '1' }), { tokens: 100 });
  await expect(poor.question({ ...QUESTION, read })).rejects.toThrow(BudgetSpent);
  expect(sent).toEqual([]);
});

test('firstSample shifts the sent samples but not the logged ones', async () => {
  const log: number[] = [];
  const shifted = client(() => ({ text: '1' }), {}, { firstSample: 3000 });
  const request = { messages: MESSAGES, maxOutputTokens: 100, temperature: null, sample: 2 };
  await shifted.ask(request, 'sum@1', {
    find: () => null,
    onTry: (identified) => log.push(identified.request.sample),
    onAnswer: (identified) => log.push(identified.request.sample),
    onError: () => undefined,
  });
  expect([sent, log]).toEqual([[3002], [2, 2]]);
});

test('requestFailure explains errors of one request and returns null for errors that affect all requests', () => {
  const errors = Object.keys(KINDS).map((kind) => new ModelError(kind as ModelErrorKind, { message: 'It failed.' }));
  const own = errors.filter((error) => !isFatal(error)).map(({ kind }) => kind);
  expect(own).toEqual(['tooLong', 'badRequest', 'server', 'cut', 'timedOut', 'malformed', 'notRecorded']);
  for (const error of errors) expect(requestFailure(error) === null).toBe(isFatal(error));
  expect(requestFailure(new BadAnswer('it is not JSON'))).toEqual({ message: 'it is not JSON' });
  expect(requestFailure(new BudgetSpent({ limit: 'cost', isParents: false }))).toBeNull();
});
