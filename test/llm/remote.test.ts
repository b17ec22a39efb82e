/** Models on a real HTTP server: both wire formats, and all kinds of failures. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelSettings } from '../../src/config/settings.ts';
import type { AskOptions, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { connect } from '../../src/llm/open-model.ts';
import { remoteModel } from '../../src/llm/remote.ts';
import { startModelServer, type ModelServer, type Reply, type SeenRequest } from './model-server.ts';

const WIRES = ['local/prover-1', 'openai/prover-1', 'anthropic/prover-1'] as const;
const BOTH = ['openai/prover-1', 'anthropic/prover-1'] as const;

const REQUEST: ChatRequest = {
  messages: [
    { role: 'system', text: 'You prove theorems.' },
    { role: 'user', text: 'Prove 1 + 1 = 2.' },
  ],
  maxOutputTokens: 100,
  temperature: null,
  sample: 0,
};

const SETTINGS: ModelSettings = {
  name: null,
  baseUrl: null,
  keyFile: null,
  timeoutSeconds: 10,
  idleSeconds: 10,
  retries: 2,
  concurrency: 4,
  temperature: null,
  topP: null,
  tools: 'auto',
  maxOutputTokens: 100,
  prices: {},
};

let server: ModelServer;
afterEach(() => server.close());

interface Overrides {
  retries?: number;
  concurrency?: number;
  totalMs?: number;
  idleMs?: number;
  timeoutMs?: number;
}

/** A model at `server` like one of `openModelFrom`, but with retry delays of a few milliseconds. */
async function modelAt(name: string, overrides: Overrides = {}): Promise<ChatModel> {
  return remoteModel({
    ...(await connect(name, { ...SETTINGS, baseUrl: server.baseUrl })),
    name,
    price: null,
    limits: { totalMs: overrides.totalMs ?? 10_000, idleMs: overrides.idleMs ?? 10_000 },
    retry: { retries: overrides.retries ?? 2, firstMs: 2, longestMs: 5, timeoutMs: overrides.timeoutMs ?? 1000 },
    concurrency: overrides.concurrency ?? 4,
  });
}

async function serve(...replies: Reply[]): Promise<void> {
  server = await startModelServer(replies);
}

async function ask(model: ChatModel, request = REQUEST, options: Partial<AskOptions> = {}) {
  return model.ask(request, { signal: new AbortController().signal, ...options });
}

async function failure(pending: Promise<unknown>): Promise<ModelError> {
  const error = await pending.then(
    () => expect.unreachable('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

const answers = (): SeenRequest[] => server.seen.filter(({ path }) => !path.endsWith('/models'));

describe.each(WIRES)('%s', (name) => {
  test('returns the answer with reported tokens and snapshot', async () => {
    await serve({ text: 'by decide', usage: { input: 20, output: 4 }, snapshot: 'prover-1-2026' });
    const tries: number[][] = [];
    const answer = await ask(await modelAt(name), REQUEST, { onTry: (...args) => void tries.push(args) });
    expect(answer).toEqual({
      text: 'by decide',
      finish: 'end',
      usage: { inputTokens: 20, outputTokens: 4 },
      snapshot: 'prover-1-2026',
      retries: 0,
      unaccounted: 0,
      seconds: expect.any(Number),
    });
    expect(tries).toEqual([[1, 0]]);
  });

  test('sends temperature and top-p only if they are set', async () => {
    await serve({ text: 'x' });
    const model = await modelAt(name);
    await ask(model);
    await ask(model, { ...REQUEST, temperature: 0.5 });
    await ask(model, { ...REQUEST, topP: 0.9 });
    expect(answers().map(({ body }) => [body.temperature, body.top_p])).toEqual([
      [undefined, undefined],
      [0.5, undefined],
      [undefined, 0.9],
    ]);
    expect(answers().every(({ body }) => body.stream === true)).toBe(true);
  });

  test('reads an answer split at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        async (text, pieceBytes) => {
          await serve({ text, pieceBytes });
          try {
            expect((await ask(await modelAt(name))).text).toBe(text);
          } finally {
            await server.close();
          }
        },
      ),
      { numRuns: 12, examples: [['ℕ ∣ 𝔽₂ ⁻¹', 1]] },
    );
    await serve('hang');
  });

  test.each<[string, Reply[]]>([
    ['an incomplete answer', [{ text: 'by sim', withoutEnd: true }]],
    ['a connection broken within the answer', [{ text: 'by simp only [foo]', cutAfter: 500 }]],
    ['a connection broken before the answer', ['cut']],
    ['a connection broken within a character', [{ text: '∀∀∀∀', cutAfter: '∀' }]],
    ['a server error', [{ status: 500, body: '{"error":{"message":"internal"}}' }]],
    ['an overloaded server', [{ status: 529, body: '{"type":"error","error":{"type":"overloaded_error"}}' }]],
    [
      'an error page of a proxy',
      [{ status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }],
    ],
    ['a rate limit', [{ status: 429, headers: { 'retry-after-ms': '3' } }]],
    ['an event that is not JSON', [{ text: '', before: 'event: message_start\ndata: {"type":\n\n' }]],
    ['two different failures', [{ status: 429, headers: { 'retry-after': '0' } }, 'cut']],
  ])('retries after %s', async (_, replies) => {
    await serve(...replies, { text: 'by simp' });
    const answer = await ask(await modelAt(name));
    expect(answer.text).toBe('by simp');
    expect(answer.retries).toBe(replies.length);
    expect(answers()).toHaveLength(replies.length + 1);
  });

  test('counts tries without reported cost and passes their number to onTry', async () => {
    await serve({ status: 429 }, { text: 'by', withoutEnd: true }, { status: 500 }, { text: 'by simp' });
    const tries: number[][] = [];
    const model = await modelAt(name, { retries: 3 });
    const answer = await ask(model, REQUEST, { onTry: (...args) => void tries.push(args) });
    expect(tries).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 2],
    ]);
    expect(answer).toMatchObject({ retries: 3, unaccounted: 2 });
  });

  test.each([
    [409, 0],
    [408, 0],
    [529, 0],
    [500, 1],
    [503, 1],
  ])('status %i counts %i unaccounted requests', async (status, unaccounted) => {
    await serve({ status }, { text: 'by simp' });
    expect(await ask(await modelAt(name))).toMatchObject({ retries: 1, unaccounted });
  });

  test('gives up after the last retry and counts the unaccounted requests', async () => {
    await serve({ text: 'by', withoutEnd: true });
    const error = await failure(ask(await modelAt(name)));
    expect(error).toMatchObject({ kind: 'cut', retries: 2, unaccounted: 3, spent: 'unknown' });
    expect(error.detail.exit).toBe('missing');
  });

  test.each<[string, Reply, string]>([
    ['a refused key', { status: 401, body: '{"error":{"message":"bad key"}}' }, 'keyRefused'],
    ['an unknown model', { status: 404, body: '{"error":{"message":"model: prover-1"}}' }, 'unknownModel'],
    [
      'an empty account',
      { status: 429, body: '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}' },
      'noCredit',
    ],
    [
      'an empty account in other words',
      { status: 400, body: '{"error":{"message":"Your credit balance is too low"}}' },
      'noCredit',
    ],
    [
      'a prompt that is too long',
      { status: 400, body: '{"error":{"message":"prompt is too long: 9 tokens > 8"}}' },
      'tooLong',
    ],
    [
      'a context that is too small',
      { status: 400, body: '{"error":{"message":"maximum context length is 8"}}' },
      'tooLong',
    ],
    [
      'an unsupported field',
      { status: 400, body: '{"error":{"message":"temperature is not supported"}}' },
      'badRequest',
    ],
    [
      'an HTML page',
      { status: 404, body: '<html>nginx</html>', headers: { 'content-type': 'text/html' } },
      'badRequest',
    ],
    ['an error with x-should-retry: false', { status: 500, headers: { 'x-should-retry': 'false' } }, 'server'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'badRequest'],
    ['a requested delay above the limit', { status: 429, headers: { 'retry-after': '3600' } }, 'rateLimited'],
  ])('does not retry after %s', async (_, reply, kind) => {
    await serve(reply);
    const error = await failure(ask(await modelAt(name)));
    expect(error.kind).toBe(kind);
    expect(error.retries).toBe(0);
    expect(error.unaccounted).toBe(kind === 'server' ? 1 : 0);
    expect(answers()).toHaveLength(1);
    expect(error.detail.next).not.toBe('');
  });

  test('states the status once, and the command that lists the models', async () => {
    await serve({ status: 404, body: '{"error":{"message":"model: prover-1"}}' });
    const { detail } = await failure(ask(await modelAt(name)));
    expect(detail.reason).not.toMatch(/404.*404/);
    const provider = name.split('/')[0] ?? '';
    const at = provider === 'local' ? ` --base-url ${server.baseUrl}` : '';
    expect(detail.next).toBe(`lemmahead models ${provider}${at}`);
  });

  test('rejects an HTML page instead of an event stream', async () => {
    server = await startModelServer(() => ({
      status: 200,
      body: '<html>Log in</html>',
      headers: { 'content-type': 'text/html' },
    }));
    expect(await failure(ask(await modelAt(name)))).toMatchObject({ kind: 'malformed', retries: 0 });
  });

  test('waits as long as the server asks', async () => {
    await serve({ status: 429, headers: { 'retry-after': '0.2' } }, { text: 'x' });
    const start = performance.now();
    await ask(await modelAt(name));
    expect(performance.now() - start).toBeGreaterThan(195);
  });

  test('respects the concurrency limit', async () => {
    await serve({ text: 'by simp', slowMs: 20 });
    const model = await modelAt(name, { concurrency: 2 });
    await Promise.all([...Array(6).keys()].map((sample) => ask(model, { ...REQUEST, sample })));
    expect(server.maxConcurrent()).toBe(2);
    expect(answers()).toHaveLength(6);
  });
});

describe.each(BOTH)('%s timeouts', (name) => {
  test.each<[string, Reply, Overrides, string]>([
    ['a server that never responds', 'hang', { idleMs: 60 }, 'sent no more of the answer for 0.06 s'],
    [
      'a server that stops within its answer',
      { text: 'by simp', hangAfter: 300 },
      { idleMs: 60 },
      'sent no more of the answer',
    ],
    [
      'a server that is too slow overall',
      { text: 'x'.repeat(4000), pieceBytes: 20, slowMs: 5 },
      { totalMs: 120 },
      'not complete after 0.12 s',
    ],
  ])('end %s', async (_, reply, overrides, text) => {
    await serve(reply);
    const error = await failure(ask(await modelAt(name, { ...overrides, retries: 0 })));
    expect(error).toMatchObject({ kind: 'timedOut', spent: 'unknown', unaccounted: 1 });
    expect(error.detail.reason).toContain(text);
  });
});

describe.each(BOTH)('%s can be cancelled', (name) => {
  test.each<[string, Reply]>([
    ['before the response', 'hang'],
    ['within the answer', { text: 'by simp', hangAfter: 300 }],
    ['in the delay before a retry', { status: 429, headers: { 'retry-after': '0.9' } }],
  ])('%s', async (_, reply) => {
    await serve(reply);
    const controller = new AbortController();
    const pending = failure(ask(await modelAt(name), REQUEST, { signal: controller.signal }));
    while (server.seen.length === 0) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const start = performance.now();
    controller.abort();
    const error = await pending;
    expect(performance.now() - start).toBeLessThan(500);
    expect(error).toMatchObject({
      kind: 'cancelled',
      unaccounted: typeof reply === 'object' && 'status' in reply ? 0 : 1,
    });
    expect(error.detail.exit).toBe('interrupted');
  });

  test('in the queue, and then sends nothing', async () => {
    await serve('hang');
    const model = await modelAt(name, { concurrency: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const pending = [first, second].map(({ signal }) => failure(ask(model, REQUEST, { signal })));
    while (server.seen.length === 0) await new Promise(setImmediate);
    second.abort();
    expect(await pending[1]).toMatchObject({ kind: 'cancelled', unaccounted: 0 });
    first.abort();
    expect(await pending[0]).toMatchObject({ kind: 'cancelled', unaccounted: 1 });
    expect(answers()).toHaveLength(1);
  });

  test('before the start, and then sends nothing', async () => {
    await serve({ text: 'x' });
    expect(await failure(ask(await modelAt(name), REQUEST, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'cancelled',
      unaccounted: 0,
    });
    expect(answers()).toEqual([]);
  });
});

test('an error thrown by onTry ends the request, and nothing more is sent', async () => {
  await serve({ status: 500 });
  const stop = new Error('the budget is over');
  const onTry = (number: number): void => {
    if (number === 2) throw stop;
  };
  await expect(ask(await modelAt('openai/prover-1'), REQUEST, { onTry })).rejects.toBe(stop);
  expect(answers()).toHaveLength(1);
});

describe('finish reason', () => {
  test.each([
    ['anthropic/prover-1', 'end_turn', 'end'],
    ['anthropic/prover-1', 'max_tokens', 'length'],
    ['anthropic/prover-1', 'refusal', 'refused'],
    ['openai/prover-1', 'stop', 'end'],
    ['openai/prover-1', 'length', 'length'],
    ['openai/prover-1', 'content_filter', 'refused'],
  ])('of %s: %s becomes %s', async (name, finish, expected) => {
    await serve({ text: 'by', finish });
    expect((await ask(await modelAt(name))).finish).toBe(expected);
  });

  test('an error event within the stream is a failure', async () => {
    const event = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    await serve({ text: '', before: `event: error\ndata: ${event}\n\n` }, { text: 'by simp' });
    const answer = await ask(await modelAt('anthropic/prover-1'));
    expect(answer).toMatchObject({ text: 'by simp', retries: 1, unaccounted: 1 });
    await server.close();
    await serve({ text: '', before: 'data: {"error":{"message":"upstream broke"}}\n\n' });
    const error = await failure(ask(await modelAt('openai/prover-1', { retries: 0 })));
    expect(error.kind).toBe('server');
    expect(error.detail.reason).toContain('upstream broke');
  });

  test('an overlong answer is cut off as malformed', async () => {
    await serve({ text: 'x'.repeat(200_000) });
    expect(await failure(ask(await modelAt('local/prover-1')))).toMatchObject({ kind: 'malformed', unaccounted: 1 });
  });
});

describe('reported token usage', () => {
  test.each<[string, { input: unknown; output: unknown } | null]>([
    ['a missing report', null],
    ['negative numbers', { input: -5, output: -1 }],
    ['null values', { input: null, output: null }],
    ['strings', { input: '20', output: '4' }],
    ['fractions', { input: 20.5, output: 3.5 }],
    ['huge numbers', { input: 1e300, output: 1e300 }],
    ['zeros', { input: 0, output: 0 }],
  ])('rejects %s and uses a bound', async (_, usage) => {
    for (const name of BOTH) {
      await serve({ text: 'by simp', usage });
      const counted = (await ask(await modelAt(name))).usage;
      expect(counted).toEqual({ inputTokens: expect.any(Number), outputTokens: 100, isBound: true });
      expect(counted.inputTokens).toBeGreaterThan(1000);
      expect(counted.inputTokens).toBeLessThan(1500);
      await server.close();
    }
    await serve('hang');
  });

  test.each([
    ['anthropic/prover-1', { cache_creation_input_tokens: 7, cache_read_input_tokens: 5 }, 20 + 2 * 7 + 5],
    ['openai/prover-1', { prompt_tokens_details: { cached_tokens: 5 } }, 20],
    ['openai/prover-1', { prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 8 } }, 20 + 2],
  ])('of %s counts cache reads and writes at least in full', async (name, more, expected) => {
    await serve({ text: 'by simp', usage: { input: 20, output: 4, more } });
    expect((await ask(await modelAt(name))).usage).toEqual({ inputTokens: expected, outputTokens: 4 });
  });
});

describe('servers with fewer fields', () => {
  test('stream_options is left out after a server refused it', async () => {
    server = await startModelServer(({ body }) =>
      body.stream_options === undefined
        ? { text: 'by simp' }
        : { status: 400, body: '{"error":{"message":"Unrecognized request argument: stream_options"}}' },
    );
    const model = await modelAt('local/prover-1');
    expect(await ask(model)).toMatchObject({ text: 'by simp', retries: 1, unaccounted: 0, usage: { isBound: true } });
    expect(await ask(model)).toMatchObject({ retries: 0 });
  });

  test('the other name of the output limit is used after a server refused the first', async () => {
    server = await startModelServer(({ body }) =>
      body.max_tokens === undefined
        ? { text: 'by simp' }
        : {
            status: 400,
            body: '{"error":{"message":"Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead.","param":"max_tokens"}}',
          },
    );
    expect(await ask(await modelAt('local/prover-1'))).toMatchObject({ text: 'by simp', retries: 1 });
    expect(answers().map(({ body }) => body.max_completion_tokens)).toEqual([undefined, 100]);
  });
});

test('an output limit that is too large is reported and not retried', async () => {
  await serve({ status: 400, body: '{"error":{"message":"max_completion_tokens is too large: 100. At most 50."}}' });
  const error = await failure(ask(await modelAt('openai/prover-1')));
  expect(error).toMatchObject({ kind: 'badRequest', retries: 0 });
  expect(error.detail.reason).toContain('At most 50');
});

test('a server that refuses both names of the output limit is not retried forever', async () => {
  await serve({ status: 400, body: '{"error":{"message":"Unsupported parameter: max_completion_tokens"}}' });
  const error = await failure(ask(await modelAt('openai/prover-1', { retries: 9 })));
  expect(error).toMatchObject({ kind: 'badRequest', retries: 1 });
  expect(answers().map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [undefined, 100],
    [100, undefined],
  ]);
});

test('an unreachable server fails at once and shows the address', async () => {
  await serve('hang');
  const model = await modelAt('local/prover-1');
  await server.close();
  const error = await failure(ask(model));
  expect(error).toMatchObject({ kind: 'unreachable', retries: 0, unaccounted: 0 });
  expect(error.message).toContain('http://127.0.0.1:');
  await serve('hang');
});

test.each(BOTH)('%s stops reading an endless line', async (name) => {
  server = await startModelServer([{ text: 'rfl', before: `: ${'x'.repeat(8_000_000)}`, pieceBytes: 65_536 }]);
  const model = await modelAt(name);
  const why = model.ask(REQUEST, { signal: new AbortController().signal });
  await expect(why).rejects.toMatchObject({ kind: 'malformed', unaccounted: 1 });
  expect(server.seen.length).toBe(1);
});
