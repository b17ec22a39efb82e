/** Requests and answers of models as units of a queue: nothing is lost on the way, and nothing invalid comes through. */
import { describe, expect, test } from 'vitest';
import type { ChatAnswer, ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import type { EmbeddingModel } from '../../src/llm/embedding.ts';
import { pngImage } from '../../src/llm/image.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import { upperBound } from '../../src/llm/cost-bound.ts';
import { CHAT_UNIT, chatAnswerOf, chatPayloadOf, runChat } from '../../src/session/chat-unit.ts';
import { EMBED_UNIT, embeddedOf, runEmbed } from '../../src/session/embed-unit.ts';
import { errorOf } from '../../src/session/model-unit.ts';

const signal = new AbortController().signal;
const REQUEST: ChatRequest = {
  messages: [
    { role: 'system', text: 'Be short.' },
    { role: 'user', text: 'ℝ\0', images: [pngImage(Uint8Array.of(137, 80, 78, 71, 0, 255), 3, 2)] },
    { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'search', input: '{"q":1}' }] },
    { role: 'user', text: '', results: [{ call: 'c1', text: 'none', isError: true }] },
  ],
  maxOutputTokens: 50,
  temperature: null,
  topP: 0.5,
  tools: [{ name: 'search', description: 'Searches.', parameters: { type: 'object', properties: { q: {} } } }],
  sample: 3,
};
const ANSWER: ChatAnswer = {
  ...{ text: 'by simp', calls: [{ id: 'c2', name: 'search', input: '' }], finish: 'end', snapshot: 'm-2026' },
  ...{ usage: { inputTokens: 300, outputTokens: 7 }, retries: 0, unaccounted: 0, seconds: 1.5 },
};

const model = (ask: ChatModel['ask']): ReadonlyMap<string, ChatModel> =>
  new Map([['local/m', { name: 'local/m', endpoint: 'here', price: null, ask }]]);
/** As through the database. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('chat', () => {
  test('the worker sends the same request, and its answer comes back', async () => {
    let asked: ChatRequest | null = null;
    const models = model((request) => {
      asked = request;
      return Promise.resolve(ANSWER);
    });
    const payload = CHAT_UNIT.payload.parse(sent(chatPayloadOf('local/m', REQUEST)));
    const result = CHAT_UNIT.result.parse(sent(await runChat(payload, models, signal)));
    const image = asked!.messages[1]!.images![0]!;
    expect(Uint8Array.from(image.bytes)).toEqual(REQUEST.messages[1]!.images![0]!.bytes);
    const withoutBytes = ({ messages, ...rest }: ChatRequest) => ({
      ...rest,
      messages: messages.map(({ images, ...said }) => ({
        ...said,
        images: images?.map(({ bytes: _, ...facts }) => facts),
      })),
    });
    expect(withoutBytes(asked!)).toEqual(withoutBytes(REQUEST));
    if ('error' in result) throw new Error('There was an error.');
    const { retries: _, unaccounted: _lost, ...rest } = ANSWER;
    expect(chatAnswerOf(result, REQUEST)).toEqual(rest);
  });

  test('implausible counts of a worker are bounds', () => {
    const answer = { text: 'x', finish: 'end', snapshot: 'm', seconds: 0, bound: false } as const;
    for (const tokens of [
      { input_tokens: 0, output_tokens: 1 },
      { input_tokens: 300, output_tokens: 51 },
    ]) {
      const { usage } = chatAnswerOf({ answer: { ...answer, ...tokens } }, REQUEST);
      expect(usage.isBound).toBe(true);
      expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(
        upperBound(REQUEST).inputTokens + upperBound(REQUEST).outputTokens,
      );
    }
  });

  test('an error of the model comes back as the same error, and another one is none', async () => {
    const failing = new ModelError(
      'rateLimited',
      { message: 'Too many.', reason: 'Because.', next: 'Wait.' },
      { retryAfterMs: 40, spent: 'unknown', isTransient: false },
    );
    const result = sent(
      await runChat(
        chatPayloadOf('local/m', REQUEST),
        model(() => Promise.reject(failing)),
        signal,
      ),
    );
    if (!('error' in result)) throw new Error('There was no error.');
    expect(CHAT_UNIT.isPassing!(CHAT_UNIT.result.parse(result))).toBe(true);
    const { kind, detail, spent, retryAfterMs, isTransient, unaccounted } = errorOf(result.error);
    expect({ kind, spent, retryAfterMs, isTransient, unaccounted }).toEqual({
      ...{ kind: 'rateLimited', spent: 'unknown', retryAfterMs: 40, isTransient: false, unaccounted: 1 },
    });
    expect(detail).toMatchObject({ message: 'Too many.', reason: 'Because.', next: 'Wait.', exit: 'missing' });
    const bug = model(() => Promise.reject(new Error('a bug')));
    await expect(runChat(chatPayloadOf('local/m', REQUEST), bug, signal)).rejects.toThrow('a bug');
    await expect(runChat(chatPayloadOf('local/n', REQUEST), bug, signal)).rejects.toThrow('does not have local/n');
  });

  test.each<[string, object]>([
    ['another field', { key: 'sk-1' }],
    ['another role', { messages: [{ role: 'tool', text: '' }] }],
    ['an endless text', { messages: [{ role: 'user', text: 'x'.repeat(4_000_001) }] }],
    ['too many messages', { messages: Array.from({ length: 1001 }, () => ({ role: 'user', text: '' })) }],
    ['no limit on the answer', { max_output_tokens: 1e9 }],
    ['a sample that is none', { sample: -1 }],
    [
      'an image without a size',
      { messages: [{ role: 'user', text: '', images: [{ base64: '', width: 0, height: 1 }] }] },
    ],
  ])('a request with %s is refused', (_, change) => {
    const payload = { ...chatPayloadOf('local/m', REQUEST), ...change };
    expect(CHAT_UNIT.payload.safeParse(payload).success).toBe(false);
  });
});

describe('embed', () => {
  const PAYLOAD = { embedder: 'local/e', role: 'passage' as const, texts: ['a', 'b'] };
  const embedder = (vectors: Float32Array[]): ReadonlyMap<string, EmbeddingModel> =>
    new Map([
      [
        'local/e',
        {
          ...{ name: 'local/e', endpoint: 'here', price: null, close: () => Promise.resolve() },
          embed: () => Promise.resolve({ vectors, snapshot: 'e-2026', retries: 0, unaccounted: 0 }),
        },
      ],
    ]);

  test('the vectors come back bit by bit', async () => {
    const vectors = [Float32Array.of(0.1, -0, 1e-40), Float32Array.of(Number.NaN, Infinity, 3)];
    const result = EMBED_UNIT.result.parse(sent(await runEmbed(PAYLOAD, embedder(vectors), signal)));
    if ('error' in result) throw new Error('There was an error.');
    expect(embeddedOf(result, PAYLOAD)).toEqual({ vectors, snapshot: 'e-2026' });
  });

  test('vectors that do not match the texts are an error', async () => {
    const result = await runEmbed(PAYLOAD, embedder([Float32Array.of(1), Float32Array.of(2)]), signal);
    if ('error' in result) throw new Error('There was an error.');
    for (const wrong of [{ dimension: 2 }, { vectors: result.vectors.slice(4) }]) {
      expect(() => embeddedOf({ ...result, ...wrong }, PAYLOAD)).toThrow('one vector for each text');
    }
    const unequal = runEmbed(PAYLOAD, embedder([Float32Array.of(1), Float32Array.of(2, 3)]), signal);
    await expect(unequal).rejects.toThrow('lengths');
  });

  test('more texts than a worker sends at a time are refused', () => {
    const texts = Array.from({ length: 65 }, () => '');
    expect(EMBED_UNIT.payload.safeParse({ ...PAYLOAD, texts }).success).toBe(false);
    expect(EMBED_UNIT.payload.safeParse({ ...PAYLOAD, texts: [] }).success).toBe(false);
  });
});
