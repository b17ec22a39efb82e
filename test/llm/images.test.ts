/** Images in requests: how they are sent, counted, recorded and refused. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelSettings } from '../../src/config/settings.ts';
import type { ChatModel, ChatRequest } from '../../src/llm/chat.ts';
import { maxImageTokens, pngImage, type ChatImage } from '../../src/llm/image.ts';
import type { ModelError } from '../../src/llm/model-error.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';
import { promptHash } from '../../src/llm/prompt-hash.ts';
import { maxInputTokens } from '../../src/llm/cost-bound.ts';
import { pngOf } from '../../src/sources/pdf/png.ts';
import { startModelServer, type ModelServer, type Reply } from './model-server.ts';

const { signal } = new AbortController();

/** A uniform grey image. */
function picture(grey: number, width = 30, height = 40): ChatImage {
  return pngImage(
    pngOf({ width, height, channels: 1, data: new Uint8Array(width * height).fill(grey) }),
    width,
    height,
  );
}

const requestWith = (...images: ChatImage[]): ChatRequest => ({
  messages: [
    { role: 'system', text: 'You read.' },
    { role: 'user', text: 'What is on it?', images },
  ],
  maxOutputTokens: 100,
  temperature: null,
  sample: 0,
});

let server: ModelServer;
afterEach(() => server?.close());

const settings = (name: string, baseUrl: string | null): ModelSettings => ({
  name,
  baseUrl,
  keyFile: null,
  timeoutSeconds: 10,
  idleSeconds: 10,
  retries: 2,
  concurrency: 1,
  temperature: null,
  topP: null,
  tools: 'auto',
  maxOutputTokens: 100,
  prices: {},
});

async function modelAt(name: string, reply: Reply, record: string | null = null): Promise<ChatModel> {
  server = await startModelServer([reply]);
  return openModelFrom(settings(name, server.baseUrl), { record });
}

describe('request with images', () => {
  test('has data URLs before the text for OpenAI; a message without images stays a string', async () => {
    const model = await modelAt('local/sees', { text: 'grey' });
    const [light, dark] = [picture(200), picture(40)];
    await model.ask(requestWith(light, dark), { signal });
    const [system, user] = server.seen[0]!.body.messages;
    expect(system.content).toBe('You read.');
    expect(user.content.map(({ type }: { type: string }) => type)).toEqual(['image_url', 'image_url', 'text']);
    const sent = user.content.slice(0, 2).map((part: { image_url: { url: string } }) => part.image_url.url.split(','));
    expect(sent.map(([head]: string[]) => head)).toEqual(['data:image/png;base64', 'data:image/png;base64']);
    expect(sent.map(([, data]: string[]) => Buffer.from(data!, 'base64'))).toEqual([
      Buffer.from(light.bytes),
      Buffer.from(dark.bytes),
    ]);
  });

  test('has base64 blocks for Anthropic', async () => {
    const model = await modelAt('anthropic/sees', { text: 'grey' });
    const light = picture(200);
    await model.ask(requestWith(light), { signal });
    const { content } = server.seen[0]!.body.messages[0];
    expect(content[0]).toEqual({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.from(light.bytes).toString('base64') },
    });
    expect(content[1]).toEqual({ type: 'text', text: 'What is on it?' });
  });
});

describe('visionUnsupported error', () => {
  test.each([
    ['Ollama, Anthropic', 400, 'this model does not support image input (ref: b8bd630e)'],
    [
      'llama.cpp',
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ],
    ['vLLM', 400, 'some/model is not a multimodal model None'],
    ['other servers', 500, 'Failed to parse messages: Unsupported content part type: "image_url"; messages = ['],
    ['DeepSeek', 422, 'messages[1]: unknown variant `image_url`, expected `text` at line 1 column 20'],
    ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
  ])('is recognized for %s and not retried', async (_, status, message) => {
    const model = await modelAt('local/blind', { status, body: JSON.stringify({ error: { message } }) });
    const error: ModelError = await model.ask(requestWith(picture(0)), { signal }).then(
      () => expect.unreachable('answered'),
      (thrown: unknown) => thrown as ModelError,
    );
    expect(error).toMatchObject({ kind: 'visionUnsupported', retries: 0, unaccounted: 0 });
    expect(error.detail).toMatchObject({ code: 'model-no-sight', message: 'local/blind does not accept images.' });
    expect(error.detail.reason).toContain(message.slice(0, 30));
  });

  test.each([
    ['an image that is too large', 400, 'messages.0.content.0.image: image exceeds 5 MB maximum'],
    ['a broken image', 400, 'Could not process image'],
    ['an unsupported field', 400, 'temperature is not supported'],
  ])('is not reported for %s', async (_, status, message) => {
    const model = await modelAt('local/sees', { status, body: JSON.stringify({ error: { message } }) });
    await expect(model.ask(requestWith(picture(0)), { signal })).rejects.toMatchObject({ kind: 'badRequest' });
  });

  test('is not reported for a request without images', async () => {
    const message = 'this model does not support image input';
    const model = await modelAt('local/sees', { status: 400, body: JSON.stringify({ error: { message } }) });
    await expect(model.ask(requestWith(), { signal })).rejects.toMatchObject({ kind: 'badRequest' });
  });
});

describe('prompt hash', () => {
  test('depends on the content and the order of images', () => {
    const hashes = [
      requestWith(),
      requestWith(picture(1)),
      requestWith(picture(2)),
      requestWith(picture(1), picture(2)),
    ];
    const swapped = requestWith(picture(2), picture(1));
    expect(new Set([...hashes, swapped].map(promptHash)).size).toBe(5);
    expect(promptHash(requestWith(picture(1)))).toBe(promptHash(requestWith(picture(1))));
  });

  test('is the same for an empty and a missing list of images', () => {
    const bare = { ...requestWith(), messages: requestWith().messages.map(({ role, text }) => ({ role, text })) };
    expect(promptHash(requestWith())).toBe(promptHash(bare));
  });
});

test('a recording stores the hash of an image instead of the image, and replays by it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-images-')), 'answers.jsonl');
  const noise = new Uint8Array(300 * 300).map((_, at) => (at * 2654435761) >>> 24);
  const image = pngImage(pngOf({ width: 300, height: 300, channels: 1, data: noise }), 300, 300);
  const model = await modelAt('local/sees', { text: 'noise' }, path);
  await model.ask(requestWith(image), { signal });
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(image.sha256);
  expect(text.length).toBeLessThan(1500);
  const replay = await openModelFrom(settings(`replay:${path}`, null), { record: null });
  expect((await replay.ask(requestWith(image), { signal })).text).toBe('noise');
  await expect(replay.ask(requestWith(picture(7)), { signal })).rejects.toMatchObject({ kind: 'notRecorded' });
});

describe('maxImageTokens', () => {
  test.each([
    // gpt-4o-mini: scaled down to 768 × 1086, so six tiles.
    [1240, 1754, 2833 + 6 * 5667],
    // One tile.
    [100, 100, 2833 + 5667],
    // A strip that is not scaled down: patches of 14 pixels count more than the tiles.
    [8000, 768, Math.ceil(768 / 14) * (Math.ceil(8000 / 14) + 1)],
  ])('%i × %i', (width, height, tokens) => {
    expect(maxImageTokens({ width, height })).toBe(tokens);
  });

  test('is at least the published count of each provider', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 3000 }), (width, height) => {
        const tokenBound = maxImageTokens({ width, height });
        // Anthropic.
        expect(tokenBound).toBeGreaterThanOrEqual(Math.ceil((width * height) / 750));
        // OpenAI's most expensive patches: 32 pixels, at most 1,536 of them, 2.46 tokens each.
        const patches = Math.min(1536, Math.ceil(width / 32) * Math.ceil(height / 32));
        expect(tokenBound).toBeGreaterThanOrEqual(Math.ceil(patches * 2.46));
      }),
    );
  });

  test('is part of the input bound for each image', () => {
    const image = picture(9, 1240, 1754);
    const one = maxInputTokens(requestWith(image)) - maxInputTokens(requestWith());
    expect(one).toBeGreaterThanOrEqual(maxImageTokens(image));
    expect(maxInputTokens(requestWith(image, image)) - maxInputTokens(requestWith())).toBeGreaterThanOrEqual(
      2 * one - 1,
    );
  });
});
