/** Tools in both wire formats and in words, on a real HTTP server. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { AnswerCache } from '../../src/llm/answer-cache.ts';
import { Budget, NO_LIMITS } from '../../src/llm/budget.ts';
import type { ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { maxInputTokens } from '../../src/llm/cost-bound.ts';
import { ModelClient } from '../../src/llm/model-client.ts';
import { connect } from '../../src/llm/open-model.ts';
import { promptHash } from '../../src/llm/prompt-hash.ts';
import { recordingModel } from '../../src/llm/record-answers.ts';
import { remoteModel } from '../../src/llm/remote.ts';
import { replayModel } from '../../src/llm/replay.ts';
import { readTextCalls, withTextTools } from '../../src/llm/text-tools.ts';
import { type ModelServer, type Reply, startModelServer } from './model-server.ts';

const ADD = {
  name: 'add',
  description: 'Adds two numbers.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
};
const REQUEST: ChatRequest = {
  messages: [
    { role: 'system', text: 'You calculate.' },
    { role: 'user', text: 'What is 2 + 3?' },
  ],
  ...{ maxOutputTokens: 500, temperature: null, sample: 0, tools: [ADD] },
};
const CALLS = [
  { id: 'one', name: 'add', input: '{"a":2,"b":3}' },
  { id: 'two', name: 'add', input: '{"a":5,"b":"ü"}' },
];
/** The request after the calls, with a result that is an error. */
const AFTER: ChatRequest = {
  ...REQUEST,
  messages: [
    ...REQUEST.messages,
    { role: 'assistant', text: 'I add.', calls: CALLS },
    {
      ...{ role: 'user', text: '' },
      results: [
        { call: 'one', text: '5' },
        { call: 'two', text: 'ü is no number', isError: true },
      ],
    },
  ],
};

let server: ModelServer;
afterEach(() => server?.close());

async function modelAt(name: string, hasTextTools = false, key: string | null = null): Promise<ChatModel> {
  const settings = {
    ...{ name, baseUrl: server.baseUrl, keyFile: null, timeoutSeconds: 10, idleSeconds: 10, retries: 2 },
    ...{ concurrency: 4, temperature: null, topP: null, tools: 'auto', maxOutputTokens: 100, prices: {} },
  };
  return remoteModel({
    ...{ ...(await connect(name, settings)), name, price: null, hasTextTools, concurrency: 4 },
    ...(key === null ? {} : { key }),
    limits: { totalMs: 10_000, idleMs: 10_000 },
    retry: { retries: 2, firstMs: 2, longestMs: 5, timeoutMs: 1000 },
  });
}

const serve = async (...replies: Reply[]): Promise<void> => void (server = await startModelServer(replies));
const { signal } = new AbortController();

describe.each(['openai/m', 'anthropic/m'])('%s', (name) => {
  test('offers tools, reads parallel calls in pieces, and sends their results', async () => {
    await serve({ text: 'I add.', calls: CALLS, pieceBytes: 7 }, { text: 'It is 5.' });
    const model = await modelAt(name);
    const first = await model.ask(REQUEST, { signal });
    expect(first).toMatchObject({ text: 'I add.', finish: 'end', calls: CALLS });
    expect(first.usage.isBound).toBeUndefined();
    const second = await model.ask(AFTER, { signal });
    expect([second.text, second.calls]).toEqual(['It is 5.', undefined]);
    const [asked, again] = server.seen.map(({ body }) => body);
    if (name.startsWith('openai')) {
      expect(asked.tools).toEqual([{ type: 'function', function: ADD }]);
      expect(again.messages.slice(2)).toEqual([
        {
          ...{ role: 'assistant', content: 'I add.' },
          tool_calls: CALLS.map(({ id, input }) => ({
            id,
            type: 'function',
            function: { name: 'add', arguments: input },
          })),
        },
        { role: 'tool', tool_call_id: 'one', content: '5' },
        { role: 'tool', tool_call_id: 'two', content: 'ü is no number' },
      ]);
    } else {
      const { name: called, description, parameters } = ADD;
      expect(asked.tools).toEqual([{ name: called, description, input_schema: parameters }]);
      expect(again.messages.slice(1)).toEqual([
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I add.' },
            ...CALLS.map(({ id, input }) => ({ type: 'tool_use', id, name: 'add', input: JSON.parse(input) })),
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'one', content: '5' },
            { type: 'tool_result', tool_use_id: 'two', content: 'ü is no number', is_error: true },
          ],
        },
      ]);
    }
  });

  test('an answer that is cut off or refused has no calls', async () => {
    const finish = name.startsWith('openai') ? 'length' : 'max_tokens';
    await serve({ text: '', calls: [{ name: 'add', input: '{"a":' }], finish });
    expect(await (await modelAt(name)).ask(REQUEST, { signal })).toMatchObject({ finish: 'length' });
    expect((await (await modelAt(name)).ask(REQUEST, { signal })).calls).toBeUndefined();
  });

  test('a call without end is an error, and the key is removed from calls', async () => {
    await serve({ text: '', calls: [{ name: 'add', input: `{"a":"${'9'.repeat(200_000)}"}` }] });
    await expect((await modelAt(name)).ask(REQUEST, { signal })).rejects.toThrow('not a valid answer');
    await server.close();
    await serve({ text: '', calls: [{ name: 'add', input: '{"a":"secret-key-of-mine"}' }] });
    const { calls } = await (await modelAt(name, false, 'secret-key-of-mine')).ask(REQUEST, { signal });
    expect(calls![0]!.input).toBe('{"a":"[key]"}');
  });
});

describe('servers with their own idea of calls', () => {
  test.each([
    ['no index', [null, null]],
    ['index 0 for each', [0, 0]],
    ['no usual index', [7, 3]],
  ])('%s', async (_, [first, second]) => {
    const calls = [
      { ...CALLS[0]!, index: first! },
      { ...CALLS[1]!, index: second! },
    ];
    await serve({ text: '', calls });
    expect((await (await modelAt('local/m')).ask(REQUEST, { signal })).calls).toEqual(CALLS);
  });

  test('calls without an id get one', async () => {
    await serve({ text: '', calls: [{ id: '', name: 'add', input: '{}' }] });
    const { calls } = await (await modelAt('local/m')).ask(REQUEST, { signal });
    expect(calls).toEqual([{ id: 'call-1', name: 'add', input: '{}' }]);
  });
});

describe('tools in words', () => {
  test.each([
    [400, 'registry.ollama.ai/library/gemma3:270m does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
    [422, 'Extra inputs are not permitted: tools'],
  ])('are used after the server refused tools: %i %s', async (status, message) => {
    const refusal = { status, body: JSON.stringify({ error: { message } }) };
    await serve(
      refusal,
      { text: 'I add.\n```tool\n{"name": "add", "input": {"a": 2, "b": 3}}\n```' },
      { text: 'It is 5.' },
    );
    const model = await modelAt('local/m');
    const first = await model.ask(REQUEST, { signal });
    expect(first).toMatchObject({ text: 'I add.', calls: [{ id: 'call-1', name: 'add', input: '{"a":2,"b":3}' }] });
    expect((await model.ask(AFTER, { signal })).text).toBe('It is 5.');
    expect(server.seen.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
    const { messages } = server.seen.at(-1)!.body;
    expect(messages[0].content).toContain('- add: Adds two numbers. Schema of the input: {"type":"object"');
    expect(messages.map(({ role }: any) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2].content).toContain('```tool\n{"name": "add", "input": {"a":2,"b":3}}\n```');
    expect(messages[3].content).toBe('Result of call 1:\n5\n\nResult of call 2:\nü is no number');
  });

  test('other errors are errors', async () => {
    await serve({ status: 400, body: '{"error": {"message": "The prompt is too long."}}' });
    await expect((await modelAt('local/m')).ask(REQUEST, { signal })).rejects.toThrow();
    expect(server.seen).toHaveLength(1);
  });

  test('are used from the start if the settings say so, with Anthropic too', async () => {
    await serve({ text: '<tool_call>{"name": "add", "arguments": {"a": 1}}</tool_call>' });
    const { calls, text } = await (await modelAt('anthropic/m', true)).ask(REQUEST, { signal });
    expect([text, calls]).toEqual(['', [{ id: 'call-1', name: 'add', input: '{"a":1}' }]]);
    expect(server.seen[0]!.body).not.toHaveProperty('tools');
  });

  test.each([
    ['two blocks', '```tool\n{"name":"a","input":{}}\n``` and\n```tool\n{"name":"b"}', ['a', 'b']],
    ['no JSON', '```tool\nadd 2 and 3\n```', ['']],
    ['JSON without a name', '```tool\n[1]\n```', ['']],
    ['only thinking', '<think>```tool\n{"name":"a"}\n```</think>It is 5.', []],
    ['other code', '```js\n1\n```', []],
    ['the word tool', 'No tool is needed.', []],
  ])('%s', (_, answer, names) => {
    const { text, calls } = readTextCalls(answer);
    expect(calls.map(({ name }) => name)).toEqual(names);
    if (names.length === 0) expect(text).toBe(answer);
  });

  test('a request without a system message gets one', () => {
    const { messages, tools } = withTextTools({ ...REQUEST, messages: REQUEST.messages.slice(1) });
    expect([tools, messages[0]!.role, messages.length]).toEqual([undefined, 'system', 2]);
  });

  test('any answer is read, in time that grows with its length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '```tool\n', '<tool_call>', '{', '"', 'a', '\n') }),
        (text) => {
          expect(readTextCalls(text).calls.length).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 5000 },
    );
    const start = performance.now();
    readTextCalls('```tool\n'.repeat(100_000));
    readTextCalls('<tool_call>'.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('records', () => {
  test('a recorded conversation is replayed, whatever the server calls its calls', async () => {
    await serve({ text: '', calls: CALLS }, { text: 'It is 5.' });
    const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-tools-')), 'answers.jsonl');
    const model = recordingModel(await modelAt('openai/m'), path);
    for (const request of [REQUEST, AFTER]) await model.ask(request, { signal });
    const replay = replayModel(path);
    expect((await replay.ask(REQUEST, { signal })).calls).toEqual(CALLS);
    expect((await replay.ask(AFTER, { signal })).text).toBe('It is 5.');
    await expect(replay.ask({ ...REQUEST, tools: [] }, { signal })).rejects.toThrow('matches this request');
  });

  test('the hash depends on tools, calls and results, not on names of calls', () => {
    const { tools: _, ...without } = REQUEST;
    // Recordings and kept answers on disk have this hash.
    expect(promptHash(without)).toBe('6e09ab6c51f366eb017aaa6415ee868613003823a9fe536865c1b559b7edd7c5');
    const renamed = JSON.parse(
      JSON.stringify(AFTER).replaceAll('"one"', '"1"').replaceAll('"two"', '"2"'),
    ) as ChatRequest;
    expect(promptHash(renamed)).toBe(promptHash(AFTER));
    const changed = [
      JSON.stringify(AFTER).replace('"text":"5"', '"text":"6"'),
      JSON.stringify(AFTER).replace(',"isError":true', ''),
      JSON.stringify(AFTER).replace('Adds two', 'Adds 2'),
      JSON.stringify(AFTER).replace('\\"a\\":2', '\\"a\\":4'),
    ].map((text) => promptHash(JSON.parse(text) as ChatRequest));
    expect(new Set([promptHash(without), promptHash(REQUEST), promptHash(AFTER), ...changed]).size).toBe(7);
  });

  test('kept answers have their calls', async () => {
    await serve({ text: '', calls: CALLS });
    const client = new ModelClient({
      ...{ model: await modelAt('openai/m'), budget: new Budget(NO_LIMITS), signal },
      questions: {
        ...{ cache: new AnswerCache(mkdtempSync(join(tmpdir(), 'lemmahead-tools-'))) },
        ...{ maxOutputTokens: 500, temperature: null },
      },
    });
    const { messages, tools } = REQUEST;
    const question = { template: 't@1', messages, tools, read: (_: string, calls: readonly object[]) => ({ calls }) };
    const [first, second] = [await client.question(question), await client.question(question)];
    expect([first.isCached, second.isCached, second.value.calls]).toEqual([false, true, CALLS]);
    // Without tools it is another question.
    await client.question({ ...question, tools: undefined });
    expect(server.seen).toHaveLength(2);
  });

  test('the bound of the tokens covers both forms, byte by byte', async () => {
    await serve({ text: 'It is 5.' });
    for (const [name, isText] of [
      ['openai/m', false],
      ['anthropic/m', false],
      ['openai/m', true],
    ] as const) {
      await (await modelAt(name, isText)).ask(AFTER, { signal });
      const { messages, system = '', tools = [] } = server.seen.at(-1)!.body;
      const sent = Buffer.byteLength(JSON.stringify([messages, system, tools]));
      expect(sent).toBeLessThanOrEqual(maxInputTokens(AFTER));
    }
  });
});
