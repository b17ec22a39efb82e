/** What keeps the connection to a model server open without being a part of the answer. */
import { afterEach, describe, expect, test } from 'vitest';
import { openModelFrom } from '../../src/llm/open-model.ts';
import { type ModelServer, type Reply, startModelServer } from './model-server.ts';

let server: ModelServer;
afterEach(() => server.close());

async function ask(name: string, reply: Reply, retries: number) {
  server = await startModelServer([reply]);
  // A fifth of a second.
  const limits = { timeoutSeconds: 60, idleSeconds: 0.2, retries };
  const sampling = { temperature: null, topP: null, maxOutputTokens: 500 };
  const model = await openModelFrom(
    { name, baseUrl: server.baseUrl, keyFile: null, concurrency: 1, tools: 'auto', prices: {}, ...limits, ...sampling },
    { record: null },
  );
  const messages = [{ role: 'user', text: 'Prove it.' } as const];
  const request = { messages, maxOutputTokens: 500, temperature: null, sample: 0 };
  return model.ask(request, { signal: new AbortController().signal });
}

/** Each event comes alone; all take longer than the limit of the tests. */
const slowly = (event: string): Reply => ({
  ...{ text: 'by simp', before: event.repeat(30), pieceBytes: event.length, slowMs: 20 },
});
const OPENAI_DELTA = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
const ANTHROPIC_EVENT = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

const ANTHROPIC_DELTA = (delta: object): string => ANTHROPIC_EVENT('content_block_delta', { index: 0, delta });
describe('what only keeps the connection open', () => {
  test.each([
    ['comments', 'openai/m', ': ping\n\n'],
    ['comments', 'anthropic/m', ': ping\n\n'],
    ['empty events', 'openai/m', OPENAI_DELTA({ role: 'assistant', content: '' })],
    ['pings', 'anthropic/m', ANTHROPIC_EVENT('ping', {})],
  ])('is silence: %s of %s', async (_, name, event) => {
    await expect(ask(name, slowly(event), 1)).rejects.toMatchObject({
      kind: 'timedOut',
      retries: 1,
      detail: { reason: expect.stringContaining('for 0.2 s') },
    });
  });

  test.each([
    ['text', 'openai/m', OPENAI_DELTA({ content: 'x' })],
    ['text', 'anthropic/m', ANTHROPIC_DELTA({ type: 'text_delta', text: 'x' })],
    ['thoughts', 'openai/m', OPENAI_DELTA({ reasoning_content: 'hm' })],
    ['thoughts', 'anthropic/m', ANTHROPIC_DELTA({ type: 'thinking_delta', thinking: 'hm' })],
  ])('is not: %s of %s', async (what, name, event) => {
    const { text, seconds } = await ask(name, slowly(event), 0);
    expect(text).toBe(`${what === 'text' ? 'x'.repeat(30) : ''}by simp`);
    expect(seconds).toBeGreaterThan(0.4);
  });
});
