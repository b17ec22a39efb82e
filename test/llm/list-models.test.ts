/** The list of a server's models, from servers that give none. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { anthropicWire } from '../../src/llm/anthropic.ts';
import { openAiWire } from '../../src/llm/openai.ts';
import { sendOnce } from '../../src/llm/send-once.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The names that a server lists which gives this body; null: it never answers. */
async function list(provider: string, type: string, body: string | null): Promise<string[]> {
  server = createServer((_, response) => {
    if (body !== null) response.writeHead(200, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const target = { model: 'm', baseUrl, key: null };
  const wire = provider === 'anthropic' ? anthropicWire(target) : openAiWire(target, false);
  const context = { name: 'local/m', endpoint: wire.endpoint, key: null, keyVariable: 'KEY', hasAnswered: false };
  const limits = { totalMs: 2000, idleMs: 200 };
  return sendOnce(context, limits, new AbortController().signal, (signal) => wire.listModels(signal));
}

describe.each(['anthropic', 'openai'])('%s', (provider) => {
  test('lists the names, whatever the charset of the JSON', async () => {
    const body = JSON.stringify({ data: [{ id: 'a' }, { id: 'b' }], has_more: false });
    expect(await list(provider, 'application/json; charset=utf-8', body)).toEqual(['a', 'b']);
  });

  test.each([
    ['a page of a proxy', 'text/html', '<html>Log in</html>'],
    ['words', 'text/plain', 'hello'],
    ['words as JSON', 'application/json', 'hello'],
    ['half of the JSON', 'application/json', '{"data":[{"id":"a"}'],
  ])('does not take %s for an empty list', async (_, type, body) => {
    await expect(list(provider, type, body)).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('gives up a server that never answers', async () => {
    await expect(list(provider, '', null)).rejects.toMatchObject({ kind: 'timedOut' });
  });
});
