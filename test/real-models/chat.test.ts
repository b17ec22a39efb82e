/** Requests to a real chat model: what llama.cpp's server answers, refuses, and does when it dies. */
import { describe, expect, test, type TestContext } from 'vitest';
import type { ModelSettings } from '../../src/config/settings.ts';
import type { ChatMessage, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { maxInputTokens } from '../../src/llm/cost-bound.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';
import { readTextCalls } from '../../src/llm/text-tools.ts';
import { jsonIn } from '../../src/prompt/json-answer.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { chatServer, CONTEXT_TOKENS, SETTINGS, startChatServer, toolServer, type RealServer } from './servers.ts';

const modelAt = ({ baseUrl }: RealServer, changed: Partial<ModelSettings> = {}): Promise<ChatModel> =>
  openModelFrom({ ...SETTINGS, baseUrl, ...changed }, { record: null });

const request = (text: string, changed: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [
    { role: 'system', text: 'You are a helpful assistant.' },
    { role: 'user', text },
  ],
  maxOutputTokens: 24,
  temperature: 0,
  sample: 0,
  ...changed,
});

const ask = (model: ChatModel, asked: ChatRequest) => model.ask(asked, { signal: new AbortController().signal });

/** Resolves when the server has generated some tokens of an answer. */
async function untilAnswering({ baseUrl }: RealServer): Promise<void> {
  const slots = new URL('/slots', baseUrl);
  for (;;) {
    const [slot] = (await (await fetch(slots)).json()) as { next_token?: { n_decoded: number }[] }[];
    if ((slot?.next_token?.[0]?.n_decoded ?? 0) > 3) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const TOOL = {
  name: 'search',
  description: 'Searches the library.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

/** A question that was answered with the help of a tool. */
const searched = (query: string): ChatMessage[] => [
  { role: 'user', text: `Find ${query}.` },
  { role: 'assistant', text: '', calls: [{ id: query, name: 'search', input: JSON.stringify({ query }) }] },
  { role: 'user', text: '', results: [{ call: query, text: `Nat.${query}` }] },
  { role: 'assistant', text: `It is Nat.${query}.` },
];

describe('a real chat model', () => {
  test('answers with its own counts of tokens, which the budget bounds', async (context: TestContext) => {
    const model = await modelAt(await chatServer(context));
    const asked = request('Name three colours.');
    const answer = await ask(model, asked);
    expect(answer).toMatchObject({ snapshot: 'chat', retries: 0, unaccounted: 0 });
    expect(answer.text).not.toBe('');
    expect(['end', 'length']).toContain(answer.finish);
    // A count of the server, not the bound that replaces an implausible one.
    expect(answer.usage).not.toHaveProperty('isBound');
    expect(answer.usage.inputTokens).toBeGreaterThan(10);
    expect(answer.usage.inputTokens).toBeLessThan(maxInputTokens(asked));
    expect(answer.usage.outputTokens).toBeLessThanOrEqual(24);
  });

  test('counts the same prompt alike when the server has it cached', async (context) => {
    const model = await modelAt(await chatServer(context));
    const asked = request('Name three animals.', { maxOutputTokens: 8 });
    const [first, second] = [await ask(model, asked), await ask(model, asked)];
    expect(second.usage.inputTokens).toBe(first.usage.inputTokens);
  });

  test('says when the limit cuts off its answer', async (context) => {
    const answer = await ask(
      await modelAt(await chatServer(context)),
      request('Count to 100.', { maxOutputTokens: 3 }),
    );
    expect([answer.finish, answer.usage.outputTokens]).toEqual(['length', 3]);
  });

  test.for(['auto', 'text'] as const)('is offered tools, tools = %s', async (tools, context) => {
    const model = await modelAt(await chatServer(context), { tools, retries: 1 });
    const asked = request('Search for primes.', { tools: [TOOL], maxOutputTokens: 48 });
    const answer = await ask(model, asked);
    // Such a small model need not call anything; what it calls must be complete.
    for (const { id, name } of answer.calls ?? []) expect([typeof id, typeof name]).toEqual(['string', 'string']);
    const next = await ask(model, {
      ...asked,
      messages: [
        ...asked.messages,
        { role: 'assistant', text: '', calls: [{ id: 'call-1', name: 'search', input: '{"query":"prime"}' }] },
        { role: 'user', text: '', results: [{ call: 'call-1', text: 'Nat.Prime' }] },
      ],
    });
    expect(next.usage.inputTokens).toBeGreaterThan(answer.usage.inputTokens);
  });

  test('calls a tool in the form of the API', async (context) => {
    const model = await openModelFrom({ ...SETTINGS, baseUrl: await toolServer(context) }, { record: null });
    const messages = [...['prime', 'even', 'odd'].flatMap(searched), { role: 'user', text: 'Find square.' } as const];
    const answer = await ask(model, { ...request('', { maxOutputTokens: 48 }), messages, tools: [TOOL] });
    const [call] = answer.calls!;
    expect([answer.text, call!.name, JSON.parse(call!.input)]).toEqual(['', 'search', { query: 'square' }]);
    const results = [{ call: call!.id, text: 'Nat.square' }];
    const next = await ask(model, {
      ...request('', { tools: [TOOL], maxOutputTokens: 8 }),
      messages: [...messages, { role: 'assistant', text: '', calls: [call!] }, { role: 'user', text: '', results }],
    });
    expect(next.text).toContain('square');
  });

  test('imitates calls in words, which are read but not made if the answer is cut off', async (context) => {
    const model = await modelAt(await chatServer(context), { tools: 'text' });
    const messages = [...['prime', 'even', 'odd'].flatMap(searched), { role: 'user', text: 'Find square.' } as const];
    const answer = await ask(model, { ...request(''), messages, tools: [TOOL], maxOutputTokens: 40 });
    // It does not stop after its call: it goes on with a result that it invents.
    expect(answer.finish).toBe('length');
    expect(answer).not.toHaveProperty('calls');
    expect(readTextCalls(answer.text).calls[0]).toMatchObject({
      name: 'search',
      input: expect.stringMatching(/square/i),
    });
  });

  test('imitates JSON, which is found in its answer', async (context) => {
    const model = await modelAt(await chatServer(context));
    const given = (name: string, age: number): ChatMessage[] => [
      { role: 'user', text: `As JSON: ${name} is ${age} years old.` },
      { role: 'assistant', text: JSON.stringify({ name, age }) },
    ];
    const messages = [...given('Ann', 3), ...given('Bob', 7), ...given('Eve', 9), ...given('Tom', 5).slice(0, 1)];
    const answer = await ask(model, { ...request(''), messages, maxOutputTokens: 16 });
    expect(jsonIn(answer.text)).toEqual({ name: 'Tom', age: 5 });
  });

  test('refuses a prompt that exceeds its context, without cost', async (context) => {
    const model = await modelAt(await chatServer(context));
    const pending = ask(model, request('word '.repeat(CONTEXT_TOKENS)));
    await expect(pending).rejects.toMatchObject({ kind: 'tooLong', spent: 'nothing', unaccounted: 0 });
  });

  test('has answers that fill its context cut off', async (context) => {
    const server = await startChatServer(context, 256);
    const model = await modelAt(server);
    const answer = await ask(model, request('word '.repeat(180), { maxOutputTokens: 4000 }));
    await server.kill();
    expect(answer.usage.inputTokens + answer.usage.outputTokens).toBeLessThanOrEqual(257);
    expect(answer.finish).toBe('length');
  });

  test('is given up when its first token takes too long, and answers the next request', async (context) => {
    const server = await chatServer(context);
    const slow = request('one two three four five six '.repeat(200), { maxOutputTokens: 4 });
    const pending = ask(await modelAt(server, { idleSeconds: 0.3 }), slow);
    await expect(pending).rejects.toMatchObject({ kind: 'timedOut', spent: 'unknown', unaccounted: 1 });
    expect((await ask(await modelAt(server), slow)).text).not.toBe('');
  });

  test('is waited for as long as the limit allows', async (context) => {
    const server = await chatServer(context);
    const pending = ask(
      await modelAt(server, { timeoutSeconds: 1 }),
      request('Tell a story.', { maxOutputTokens: 1500 }),
    );
    await expect(pending).rejects.toMatchObject({ kind: 'timedOut', unaccounted: 1 });
  });

  test('killed in the middle of an answer fails as cut off, then as unreachable', async (context) => {
    const server = await startChatServer(context);
    const model = await modelAt(server);
    const pending = ask(model, request('Tell a story.', { maxOutputTokens: 1500 }));
    const failed = expect(pending).rejects.toMatchObject({ kind: 'cut', spent: 'unknown', unaccounted: 1 });
    await untilAnswering(server);
    await server.kill();
    await failed;
    await expect(ask(model, request('And now?'))).rejects.toMatchObject({ kind: 'unreachable', spent: 'nothing' });
  });

  test('is listed by `lemmahead models`', async (context) => {
    const { baseUrl } = await chatServer(context);
    const { status, stdout } = await lemmaheadMeanwhile(['models', 'local', '--base-url', baseUrl, '--json']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('chat')]);
  });
});
