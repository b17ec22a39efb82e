/** Connections: malformed requests, slow clients, and graceful shutdown. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { type Listening, listen } from '../../src/server/http/listen.ts';
import { sendRequest, sendRaw } from './serve-process.ts';

const HOST = '127.0.0.1';
let server: Listening | null = null;
afterEach(() => server?.drain(0).then(() => (server = null)));

type Fetch = (request: Request) => Response | Promise<Response>;
const answer: Fetch = () => new Response('answered');
/** Much shorter than the real timeouts. */
const SHORT_TIMEOUTS = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50 };

async function open(fetch: Fetch = answer, timeouts?: typeof SHORT_TIMEOUTS): Promise<{ url: string; port: number }> {
  server = await listen(fetch, { host: HOST, port: 0 }, timeouts);
  return { url: server.url, port: Number(new URL(server.url).port) };
}

/** The received text, and the time until the connection was closed. */
async function ended(socket: Socket): Promise<{ text: string; ms: number }> {
  const began = Date.now();
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
  } catch {
    // The connection was reset.
  }
  return { text, ms: Date.now() - began };
}

describe('a malformed request', () => {
  it.each([
    ['a host with a blank', 'GET /health HTTP/1.1\r\nHost: local host\r\nConnection: close\r\n\r\n'],
    ['a host with a path', 'GET /health HTTP/1.1\r\nHost: localhost/x\r\nConnection: close\r\n\r\n'],
    ['a host with a user', 'GET /health HTTP/1.1\r\nHost: me@localhost\r\nConnection: close\r\n\r\n'],
    ['a host with no such port', 'GET /health HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n'],
    ['no host at all', 'GET /health HTTP/1.0\r\n\r\n'],
    ['a backslash', 'GET /page\\..\\stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('is refused with a JSON error: %s', async (_what, bytes) => {
    const { port } = await open();
    const [head, body] = (await sendRaw(port, bytes)).split('\r\n\r\n', 2);
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
  ])('is refused by Node: %s', async (_what, bytes, status) => {
    const { port } = await open();
    expect(await sendRaw(port, Buffer.from(bytes, 'latin1'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
  });

  it('is distinguished from an error in the handler', async () => {
    const { url } = await open(() => Promise.reject(new TypeError('x is not a function')));
    const { status, json } = await sendRequest(url, 'GET', '/');
    expect([status, json.schema, json.code, 'issue' in json]).toEqual([500, 'lemmahead/error@1', 'bug', false]);
  });
});

describe('a slow client', () => {
  /** Sends one more piece every 50 ms until the connection is closed. */
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
  ])('is disconnected while sending %s', async (_what, start, drip, timeoutMs) => {
    const { port } = await open(async (incoming) => new Response(await incoming.text()), SHORT_TIMEOUTS);
    const { text, ms } = await dripping(port, start, drip);
    expect(ms).toBeGreaterThan(timeoutMs * 0.9);
    expect(ms).toBeLessThan(timeoutMs + 1000);
    expect(text).toMatch(/^(?:HTTP\/1\.1 408 |$)/u);
  });

  it('is disconnected if it sends nothing, but not if the response is slow', async () => {
    const { url, port } = await open(() => sleep(1500).then(() => new Response('late')), SHORT_TIMEOUTS);
    const late = sendRequest(url, 'GET', '/');
    const { ms } = await ended(connect(port, HOST));
    expect(ms).toBeLessThan(1400);
    expect((await late).text).toBe('late');
  });
});

describe('drain', () => {
  it('ends immediately without running requests, also with idle or unused connections', async () => {
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

  it('waits for running requests, then closes their connections, and accepts no new ones', async () => {
    const { url } = await open(() => sleep(400).then(() => new Response('running')));
    const agent = new Agent({ keepAlive: true });
    const sent = request(url, { agent });
    const received = once(sent, 'response').then(async ([got]: IncomingMessage[]) => (await got!.toArray()).join(''));
    sent.end();
    await sleep(100);
    const began = Date.now();
    const drained = server!.drain(5000);
    await expect(sendRequest(url, 'GET', '/')).rejects.toThrow('ECONNREFUSED');
    expect(await received).toBe('running');
    await drained;
    expect(Date.now() - began).toBeLessThan(1500);
    agent.destroy();
  });

  it('aborts requests that exceed the grace period', async () => {
    const { url } = await open(() => new Promise(() => undefined));
    const response = sendRequest(url, 'GET', '/').catch((error: Error) => error.message);
    await sleep(100);
    const began = Date.now();
    await server!.drain(300);
    expect(Date.now() - began).toBeLessThan(1500);
    expect(await response).toMatch(/hang up|ECONNRESET/u);
  });
});

describe('a listening address', () => {
  it('causes an error if it is in use or not an address of this machine', async () => {
    const { port } = await open();
    const fails = (host: string, at: number): Promise<Failure> =>
      listen(answer, { host, port: at }).then(
        () => expect.fail('it is listening'),
        (error: unknown) => error as Failure,
      );
    expect((await fails(HOST, port)).detail).toMatchObject({ code: 'port-taken', exit: 'missing' });
    expect((await fails('192.0.2.7', 0)).detail).toMatchObject({ code: 'cannot-listen', exit: 'usage' });
    expect((await fails('no.such.host.invalid', 0)).detail).toMatchObject({ code: 'cannot-listen', exit: 'usage' });
  });

  it('is shown in brackets for IPv6', async ({ skip }) => {
    const six = await listen(answer, { host: '::1', port: 0 }).catch(() => null);
    if (six === null) return skip('needs IPv6');
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/u);
    expect((await sendRequest(six.url, 'GET', '/')).text).toBe('answered');
    await six.drain(0);
  });
});
