/** Servers that answer a request for a stream with plain JSON, or with an error within the stream. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ChatAnswer, ChatRequest } from '../../src/llm/chat.ts';
import { connect } from '../../src/llm/open-model.ts';
import { remoteModel } from '../../src/llm/remote.ts';
import { type ModelServer, type Reply, startModelServer } from './model-server.ts';

const REQUEST: ChatRequest = {
  messages: [{ role: 'user', text: 'Prove it.' }],
  ...{ maxOutputTokens: 500, temperature: null, sample: 0 },
};

let server: ModelServer;
afterEach(() => server.close());

async function ask(name: string, ...replies: Reply[]): Promise<ChatAnswer> {
  server = await startModelServer(replies);
  const settings = {
    ...{ name, baseUrl: server.baseUrl, keyFile: null, timeoutSeconds: 10, idleSeconds: 10, retries: 2 },
    ...{ concurrency: 4, temperature: null, topP: null, tools: 'auto', maxOutputTokens: 100, prices: {} },
  } as const;
  const model = remoteModel({
    ...{ ...(await connect(name, settings)), name, price: null, concurrency: 4 },
    limits: { totalMs: 10_000, idleMs: 10_000 },
    retry: { retries: 2, firstMs: 2, longestMs: 5, timeoutMs: 1000 },
  });
  return model.ask(REQUEST, { signal: new AbortController().signal });
}

const json = (value: unknown): Reply => ({
  status: 200,
  body: JSON.stringify(value, null, 2),
  headers: { 'content-type': 'application/json; charset=utf-8' },
});

describe('a complete answer as JSON', () => {
  const completion = (message: object, reason = 'stop') => ({
    ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm-2026' },
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }],
    usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
  });

  test('is read like a stream', async () => {
    const answer = await ask('local/m', json(completion({ content: 'by\n  simp — ü' })));
    expect(answer).toMatchObject({
      ...{ text: 'by\n  simp — ü', finish: 'end', snapshot: 'm-2026', retries: 0 },
      usage: { inputTokens: 7, outputTokens: 5 },
    });
  });

  test('may call tools', async () => {
    const calls = [
      { id: 'a', type: 'function', function: { name: 'goal', arguments: '{}' } },
      { id: 'b', type: 'function', function: { name: 'try', arguments: '{"tactics":["rfl"]}' } },
    ];
    const answer = await ask('local/m', json(completion({ content: null, tool_calls: calls }, 'tool_calls')));
    expect(answer.calls).toEqual([
      { id: 'a', name: 'goal', input: '{}' },
      { id: 'b', name: 'try', input: '{"tactics":["rfl"]}' },
    ]);
  });

  test.each([
    ['an empty object', {}],
    ['no choice', { choices: [] }],
    ['a list', [1, 2]],
    ['an answer that never ends', completion({ content: 'by simp' }, null as never)],
  ])('is refused if it has %s', async (_, value) => {
    await expect(ask('local/m', json(value))).rejects.toMatchObject({
      kind: expect.stringMatching(/^(?:malformed|cut)$/u),
    });
  });
});

describe('an error within a stream', () => {
  const event = (error: object): Reply => ({
    status: 200,
    body: `data: ${JSON.stringify({ error })}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
  });

  test('about the length of the context is not retried', async () => {
    const error = {
      message: 'This model has a context of 4096 tokens.',
      code: 'context_length_exceeded',
      type: 'invalid_request_error',
    };
    await expect(ask('local/m', event(error))).rejects.toMatchObject({
      kind: 'tooLong',
      detail: { reason: expect.stringContaining('context of 4096 tokens') },
    });
    expect(server.seen.filter(({ path }) => path.endsWith('/completions'))).toHaveLength(1);
  });

  test('of an overloaded server is retried', async () => {
    const answer = await ask('local/m', event({ message: 'Overloaded', code: 503 }), { text: 'by rfl' });
    expect(answer).toMatchObject({ text: 'by rfl', retries: 1 });
  });
});
