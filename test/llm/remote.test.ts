/** Models behind a real HTTP server: both wire formats, and everything that can go wrong on the way. */
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
  maxOutputTokens: 100,
  prices: {},
};

let server: ModelServer;
afterEach(() => server.close());

interface Patient {
  retries?: number;
  concurrency?: number;
  wholeMs?: number;
  idleMs?: number;
  timeoutMs?: number;
}

/** A model at `server`, as `openModelFrom` makes one, but with pauses of a few milliseconds. */
async function modelAt(name: string, patient: Patient = {}): Promise<ChatModel> {
  return remoteModel({
    ...(await connect(name, { ...SETTINGS, baseUrl: server.baseUrl })),
    name,
    price: null,
    limits: { wholeMs: patient.wholeMs ?? 10_000, idleMs: patient.idleMs ?? 10_000 },
    retry: { retries: patient.retries ?? 2, firstMs: 2, longestMs: 5, timeoutMs: patient.timeoutMs ?? 1000 },
    concurrency: patient.concurrency ?? 4,
  });
}

async function serve(...replies: Reply[]): Promise<void> {
  server = await startModelServer(replies);
}

async function ask(model: ChatModel, request = REQUEST, options: Partial<AskOptions> = {}) {
  return model.ask(request, { signal: new AbortController().signal, ...options });
}

async function failure(asking: Promise<unknown>): Promise<ModelError> {
  const error = await asking.then(
    () => expect.unreachable('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

const answers = (): SeenRequest[] => server.seen.filter(({ path }) => !path.endsWith('/models'));

describe.each(WIRES)('%s', (name) => {
  test('answers, with tokens as reported and the name of what answered', async () => {
    await serve({ text: 'by decide', usage: { input: 20, output: 4 }, snapshot: 'prover-1-2026' });
    const tries: number[][] = [];
    const answer = await ask(await modelAt(name), REQUEST, { onTry: (...told) => tries.push(told) });
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

  test('the temperature is sent only where one is wished', async () => {
    await serve({ text: 'x' });
    const model = await modelAt(name);
    await ask(model);
    await ask(model, { ...REQUEST, temperature: 0.5 });
    expect(answers().map(({ body }) => body.temperature)).toEqual([undefined, 0.5]);
    expect(answers().every(({ body }) => body.stream === true)).toBe(true);
  });

  test('however the bytes are cut', async () => {
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
    ['an answer without an end', [{ text: 'by sim', withoutEnd: true }]],
    ['a connection that breaks in the answer', [{ text: 'by simp only [foo]', cutAfter: 500 }]],
    ['a connection that breaks at once', ['cut']],
    ['a connection that breaks in a character', [{ text: '∀∀∀∀', cutAfter: '∀' }]],
    ['a server that fails', [{ status: 500, body: '{"error":{"message":"internal"}}' }]],
    ['a server that is overloaded', [{ status: 529, body: '{"type":"error","error":{"type":"overloaded_error"}}' }]],
    [
      'a proxy with a page',
      [{ status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }],
    ],
    ['a rate limit', [{ status: 429, headers: { 'retry-after-ms': '3' } }]],
    ['a piece that is no JSON', [{ text: '', before: 'event: message_start\ndata: {"type":\n\n' }]],
    ['two failures of two kinds', [{ status: 429, headers: { 'retry-after': '0' } }, 'cut']],
  ])('asks again after %s', async (_, replies) => {
    await serve(...replies, { text: 'by simp' });
    const answer = await ask(await modelAt(name));
    expect(answer.text).toBe('by simp');
    expect(answer.retries).toBe(replies.length);
    expect(answers()).toHaveLength(replies.length + 1);
  });

  test('counts what nobody reported, and tells it before each try', async () => {
    await serve({ status: 429 }, { text: 'by', withoutEnd: true }, { status: 500 }, { text: 'by simp' });
    const tries: number[][] = [];
    const model = await modelAt(name, { retries: 3 });
    const answer = await ask(model, REQUEST, { onTry: (...told) => tries.push(told) });
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
  ])('%i, at the door or behind it: %i may have cost something', async (status, unaccounted) => {
    await serve({ status }, { text: 'by simp' });
    expect(await ask(await modelAt(name))).toMatchObject({ retries: 1, unaccounted });
  });

  test('gives up after so many tries, and says what they may have cost', async () => {
    await serve({ text: 'by', withoutEnd: true });
    const error = await failure(ask(await modelAt(name)));
    expect(error).toMatchObject({ kind: 'cut', retries: 2, unaccounted: 3, spent: 'unknown' });
    expect(error.detail.exit).toBe('missing');
  });

  test.each<[string, Reply, string]>([
    ['a key that is refused', { status: 401, body: '{"error":{"message":"bad key"}}' }, 'keyRefused'],
    ['an unknown model', { status: 404, body: '{"error":{"message":"model: prover-1"}}' }, 'unknownModel'],
    [
      'an empty account',
      { status: 429, body: '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}' },
      'noCredit',
    ],
    [
      'an empty account, otherwise said',
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
      'a field that is wrong',
      { status: 400, body: '{"error":{"message":"temperature is not supported"}}' },
      'badRequest',
    ],
    [
      'another page',
      { status: 404, body: '<html>nginx</html>', headers: { 'content-type': 'text/html' } },
      'badRequest',
    ],
    ['a server that says not to ask again', { status: 500, headers: { 'x-should-retry': 'false' } }, 'server'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'badRequest'],
    ['a pause that is longer than patience', { status: 429, headers: { 'retry-after': '3600' } }, 'rateLimited'],
  ])('does not ask again after %s', async (_, reply, kind) => {
    await serve(reply);
    const error = await failure(ask(await modelAt(name)));
    expect(error.kind).toBe(kind);
    expect(error.retries).toBe(0);
    expect(error.unaccounted).toBe(kind === 'server' ? 1 : 0);
    expect(answers()).toHaveLength(1);
    expect(error.detail.next).not.toBe('');
  });

  test('says once what the server said, and how to see what it has', async () => {
    await serve({ status: 404, body: '{"error":{"message":"model: prover-1"}}' });
    const { detail } = await failure(ask(await modelAt(name)));
    expect(detail.reason).not.toMatch(/404.*404/);
    const provider = name.split('/')[0] ?? '';
    const at = provider === 'local' ? ` --base-url ${server.baseUrl}` : '';
    expect(detail.next).toBe(`lemmahead models ${provider}${at}`);
  });

  test('a page where a stream should be is no answer', async () => {
    server = await startModelServer(() => ({
      status: 200,
      body: '<html>Log in</html>',
      headers: { 'content-type': 'text/html' },
    }));
    expect(await failure(ask(await modelAt(name)))).toMatchObject({ kind: 'malformed', retries: 0 });
  });

  test('waits as long as it is asked to', async () => {
    await serve({ status: 429, headers: { 'retry-after': '0.2' } }, { text: 'x' });
    const start = performance.now();
    await ask(await modelAt(name));
    expect(performance.now() - start).toBeGreaterThan(195);
  });

  test('no more at once than was said', async () => {
    await serve({ text: 'by simp', slowMs: 20 });
    const model = await modelAt(name, { concurrency: 2 });
    await Promise.all([...Array(6).keys()].map((sample) => ask(model, { ...REQUEST, sample })));
    expect(server.mostAtOnce()).toBe(2);
    expect(answers()).toHaveLength(6);
  });
});

describe.each(BOTH)('%s, when time is over', (name) => {
  test.each<[string, Reply, Patient, string]>([
    ['a server that never says a word', 'hang', { idleMs: 60 }, 'said nothing more after 0.06 s'],
    ['one that falls silent in its answer', { text: 'by simp', hangAfter: 300 }, { idleMs: 60 }, 'said nothing more'],
    [
      'one that never comes to its end',
      { text: 'x'.repeat(4000), pieceBytes: 20, slowMs: 5 },
      { wholeMs: 120 },
      'not whole after 0.12 s',
    ],
  ])('%s is not waited for', async (_, reply, patient, words) => {
    await serve(reply);
    const error = await failure(ask(await modelAt(name, { ...patient, retries: 0 })));
    expect(error).toMatchObject({ kind: 'timedOut', spent: 'unknown', unaccounted: 1 });
    expect(error.detail.reason).toContain(words);
  });

  test('slow bytes are waited for', async () => {
    await serve({ text: 'by', pieceBytes: 20, slowMs: 15 });
    const answer = await ask(await modelAt(name, { idleMs: 300, retries: 0 }));
    expect(answer.text).toBe('by');
    expect(answer.seconds).toBeGreaterThan(0.3);
  });
});

describe.each(BOTH)('%s, cancelled', (name) => {
  test.each<[string, Reply]>([
    ['before a word came', 'hang'],
    ['in the middle of the answer', { text: 'by simp', hangAfter: 300 }],
    ['in the pause before a retry', { status: 429, headers: { 'retry-after': '0.9' } }],
  ])('%s', async (_, reply) => {
    await serve(reply);
    const controller = new AbortController();
    const asking = failure(ask(await modelAt(name), REQUEST, { signal: controller.signal }));
    while (server.seen.length === 0) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const start = performance.now();
    controller.abort();
    const error = await asking;
    expect(performance.now() - start).toBeLessThan(500);
    expect(error).toMatchObject({
      kind: 'cancelled',
      unaccounted: typeof reply === 'object' && 'status' in reply ? 0 : 1,
    });
    expect(error.detail.exit).toBe('interrupted');
  });

  test('in the queue: nothing is sent', async () => {
    await serve('hang');
    const model = await modelAt(name, { concurrency: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const asking = [first, second].map(({ signal }) => failure(ask(model, REQUEST, { signal })));
    while (server.seen.length === 0) await new Promise(setImmediate);
    second.abort();
    expect(await asking[1]).toMatchObject({ kind: 'cancelled', unaccounted: 0 });
    first.abort();
    expect(await asking[0]).toMatchObject({ kind: 'cancelled', unaccounted: 1 });
    expect(answers()).toHaveLength(1);
  });

  test('from the start: nothing is sent', async () => {
    await serve({ text: 'x' });
    expect(await failure(ask(await modelAt(name), REQUEST, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'cancelled',
      unaccounted: 0,
    });
    expect(answers()).toEqual([]);
  });
});

test('what onTry throws ends the asking, and nothing more is sent', async () => {
  await serve({ status: 500 });
  const stop = new Error('the budget is over');
  const onTry = (number: number): void => {
    if (number === 2) throw stop;
  };
  await expect(ask(await modelAt('openai/prover-1'), REQUEST, { onTry })).rejects.toBe(stop);
  expect(answers()).toHaveLength(1);
});

describe('how an answer ended', () => {
  test.each([
    ['anthropic/prover-1', 'end_turn', 'end'],
    ['anthropic/prover-1', 'max_tokens', 'length'],
    ['anthropic/prover-1', 'refusal', 'refused'],
    ['openai/prover-1', 'stop', 'end'],
    ['openai/prover-1', 'length', 'length'],
    ['openai/prover-1', 'content_filter', 'refused'],
  ])('%s: %s is %s', async (name, finish, expected) => {
    await serve({ text: 'by', finish });
    expect((await ask(await modelAt(name))).finish).toBe(expected);
  });

  test('an error inside of the stream is none', async () => {
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

  test('one that goes on and on is not listened to', async () => {
    await serve({ text: 'x'.repeat(200_000) });
    expect(await failure(ask(await modelAt('local/prover-1')))).toMatchObject({ kind: 'malformed', unaccounted: 1 });
  });
});

describe('the report of tokens', () => {
  test.each<[string, { input: unknown; output: unknown } | null]>([
    ['missing', null],
    ['negative', { input: -5, output: -1 }],
    ['null', { input: null, output: null }],
    ['text', { input: '20', output: '4' }],
    ['a fraction', { input: 20.5, output: 3.5 }],
    ['endless', { input: 1e300, output: 1e300 }],
    ['nothing', { input: 0, output: 0 }],
  ])('%s is not believed', async (_, usage) => {
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
  ])('%s: what a cache takes and gives counts in full at least', async (name, more, expected) => {
    await serve({ text: 'by simp', usage: { input: 20, output: 4, more } });
    expect((await ask(await modelAt(name))).usage).toEqual({ inputTokens: expected, outputTokens: 4 });
  });
});

describe('servers that know less', () => {
  test('one that refuses stream_options is asked without, and not again with', async () => {
    server = await startModelServer(({ body }) =>
      body.stream_options === undefined
        ? { text: 'by simp' }
        : { status: 400, body: '{"error":{"message":"Unrecognized request argument: stream_options"}}' },
    );
    const model = await modelAt('local/prover-1');
    expect(await ask(model)).toMatchObject({ text: 'by simp', retries: 1, unaccounted: 0, usage: { isBound: true } });
    expect(await ask(model)).toMatchObject({ retries: 0 });
  });

  test('one that wants the other name for the limit gets it', async () => {
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

test('a limit that is too large is said, not asked around', async () => {
  await serve({ status: 400, body: '{"error":{"message":"max_completion_tokens is too large: 100. At most 50."}}' });
  const error = await failure(ask(await modelAt('openai/prover-1')));
  expect(error).toMatchObject({ kind: 'badRequest', retries: 0 });
  expect(error.detail.reason).toContain('At most 50');
});

test('a server that knows neither name is not asked for ever', async () => {
  await serve({ status: 400, body: '{"error":{"message":"Unsupported parameter: max_completion_tokens"}}' });
  const error = await failure(ask(await modelAt('openai/prover-1', { retries: 9 })));
  expect(error).toMatchObject({ kind: 'badRequest', retries: 1 });
  expect(answers().map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [undefined, 100],
    [100, undefined],
  ]);
});

test('a server that is not there: at once, with the address', async () => {
  await serve('hang');
  const model = await modelAt('local/prover-1');
  await server.close();
  const error = await failure(ask(model));
  expect(error).toMatchObject({ kind: 'unreachable', retries: 0, unaccounted: 0 });
  expect(error.message).toContain('http://127.0.0.1:');
  await serve('hang');
});

test.each(BOTH)('%s stops reading a line that has no end', async (name) => {
  server = await startModelServer([{ text: 'rfl', before: `: ${'x'.repeat(8_000_000)}`, pieceBytes: 65_536 }]);
  const model = await modelAt(name);
  const why = model.ask(REQUEST, { signal: new AbortController().signal });
  await expect(why).rejects.toMatchObject({ kind: 'malformed', unaccounted: 1 });
  expect(server.seen.length).toBe(1);
});
