/** Connections: what is no request, who is too slow, and how a server ends without cutting anyone off. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { type Listening, listen } from '../../src/server/http/listen.ts';
import { askAt, rawly } from './serve-process.ts';

const HOST = '127.0.0.1';
let server: Listening | null = null;
afterEach(() => server?.drain(0).then(() => (server = null)));

type Fetch = (request: Request) => Response | Promise<Response>;
const answer: Fetch = () => new Response('answered');
/** Ten times as fast as a real one loses patience. */
const HASTY = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50 };

async function open(fetch: Fetch = answer, patience?: typeof HASTY): Promise<{ url: string; port: number }> {
  server = await listen(fetch, { host: HOST, port: 0 }, patience);
  return { url: server.url, port: Number(new URL(server.url).port) };
}

/** What comes back, and after how long the connection was ended. */
async function ended(socket: Socket): Promise<{ text: string; ms: number }> {
  const began = Date.now();
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
  } catch {
    // Cut off.
  }
  return { text, ms: Date.now() - began };
}

describe('what is no request', () => {
  it.each([
    ['a host with a blank', 'GET /health HTTP/1.1\r\nHost: local host\r\nConnection: close\r\n\r\n'],
    ['a host with a path', 'GET /health HTTP/1.1\r\nHost: localhost/x\r\nConnection: close\r\n\r\n'],
    ['a host with a user', 'GET /health HTTP/1.1\r\nHost: me@localhost\r\nConnection: close\r\n\r\n'],
    ['a host with no such port', 'GET /health HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n'],
    ['no host at all', 'GET /health HTTP/1.0\r\n\r\n'],
    ['a backslash', 'GET /page\\..\\stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('is refused as any other: %s', async (_what, bytes) => {
    const { port } = await open();
    const [head, body] = (await rawly(port, bytes)).split('\r\n\r\n', 2);
    expect(head).toMatch(/^HTTP\/1\.1 400 /u);
    expect(head).toMatch(/^content-type: application\/json/imu);
    expect(JSON.parse(body!)).toMatchObject({ schema: 'lemmahead/error@1', code: 'bad-request', exit: 'usage' });
  });

  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 400],
    ['endless headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('is told so: %s', async (_what, bytes, status) => {
    const { port } = await open();
    expect(await rawly(port, Buffer.from(bytes, 'latin1'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
  });

  it('is not what the answer fails of', async () => {
    const { url } = await open(() => Promise.reject(new TypeError('x is not a function')));
    const { status, json } = await askAt(url, 'GET', '/');
    expect([status, json.schema, json.code, 'issue' in json]).toEqual([500, 'lemmahead/error@1', 'bug', false]);
  });
});

describe('a client that is too slow', () => {
  /** Sends one byte more now and then, as long as it may. */
  async function dripping(port: number, start: string, drip: string): Promise<{ text: string; ms: number }> {
    const socket = connect(port, HOST);
    socket.write(start);
    const timer = setInterval(() => socket.write(drip), 50);
    socket.on('error', () => undefined);
    return ended(socket).finally(() => clearInterval(timer));
  }

  it.each([
    ['its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', 'a', 400],
    ['its headers, one after the other', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: a\r\n', 400],
    ['its body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n', 'a', 800],
  ])('with %s is cut off, however it drips', async (_what, start, drip, leastMs) => {
    const { port } = await open(async (asked) => new Response(await asked.text()), HASTY);
    const { text, ms } = await dripping(port, start, drip);
    expect(ms).toBeGreaterThan(leastMs * 0.9);
    expect(ms).toBeLessThan(leastMs + 1000);
    expect(text).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
  });

  it('with nothing at all too; one that is answered slowly is not', async () => {
    const { url, port } = await open(() => sleep(1500).then(() => new Response('late')), HASTY);
    const late = askAt(url, 'GET', '/');
    const { ms } = await ended(connect(port, HOST));
    expect(ms).toBeLessThan(1400);
    expect((await late).text).toBe('late');
  });
});

describe('the end', () => {
  it('comes at once where nothing is under way, also with connections that are kept alive or never used', async () => {
    const { url, port } = await open();
    const silent = connect(port, HOST);
    await once(silent, 'connect');
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((done) => request(url, { agent }, (got) => got.resume().on('end', done)).end());
    const began = Date.now();
    await server!.drain(5000);
    expect(Date.now() - began).toBeLessThan(500);
    agent.destroy();
  });

  it('waits for what is under way, closes its connection then, and takes no other', async () => {
    const { url } = await open(() => sleep(400).then(() => new Response('under way')));
    const agent = new Agent({ keepAlive: true });
    const sent = request(url, { agent });
    const asked = once(sent, 'response').then(async ([got]: IncomingMessage[]) => (await got!.toArray()).join(''));
    sent.end();
    await sleep(100);
    const began = Date.now();
    const drained = server!.drain(5000);
    await expect(askAt(url, 'GET', '/')).rejects.toThrow('ECONNREFUSED');
    expect(await asked).toBe('under way');
    await drained;
    expect(Date.now() - began).toBeLessThan(1500);
    agent.destroy();
  });

  it('cuts off what takes longer than it may', async () => {
    const { url } = await open(() => new Promise(() => undefined));
    const asked = askAt(url, 'GET', '/').catch((error: Error) => error.message);
    await sleep(100);
    const began = Date.now();
    await server!.drain(300);
    expect(Date.now() - began).toBeLessThan(1500);
    expect(await asked).toMatch(/hang up|ECONNRESET/u);
  });
});

describe('an address', () => {
  it('that is taken, or is none of this machine, is said to be', async () => {
    const { port } = await open();
    const fails = (host: string, at: number): Promise<Failure> =>
      listen(answer, { host, port: at }).then(
        () => expect.fail('it listens'),
        (error: unknown) => error as Failure,
      );
    expect((await fails(HOST, port)).detail).toMatchObject({ code: 'port-taken', exit: 'missing' });
    expect((await fails('192.0.2.7', 0)).detail).toMatchObject({ code: 'cannot-listen', exit: 'usage' });
    expect((await fails('no.such.host.invalid', 0)).detail).toMatchObject({ code: 'cannot-listen', exit: 'usage' });
  });

  it('of version 6 stands in brackets', async ({ skip }) => {
    const six = await listen(answer, { host: '::1', port: 0 }).catch(() => null);
    if (six === null) return skip('needs IPv6');
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/u);
    expect((await askAt(six.url, 'GET', '/')).text).toBe('answered');
    await six.drain(0);
  });
});
