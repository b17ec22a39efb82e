/** Access control of a running server, and the conditions under which it starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lemmahead, type Spawned } from '../cli/spawn.ts';
import {
  type RequestOptions,
  expectCleanEnd,
  expectError,
  type ServeProcess,
  startServe,
  withIndex,
} from './serve-process.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-serve-access-'));
const TOKEN = 'correct-horse-battery';
let env: { LEMMAHEAD_HOME: string; LEMMAHEAD_INDEX: string };
let open: ServeProcess;
let guarded: ServeProcess;

beforeAll(async () => {
  env = withIndex(home);
  writeFileSync(join(home, 'token'), `${TOKEN}\n`);
  [open, guarded] = await Promise.all([
    startServe([], { env }),
    startServe(['--host', '0.0.0.0', '--allow-host', 'Lean.Lab.Example', '--token-file', 'token'], { env, cwd: home }),
  ]);
}, 60_000);
afterAll(async () => {
  for (const server of [open, guarded]) expectCleanEnd(await server.stop());
  rmSync(home, { recursive: true, force: true });
});

/** A valid request for every endpoint, and some invalid paths and methods. */
const REQUESTS: [string, string, RequestOptions][] = [
  ['POST', '/search', { body: { query: 'Nat.succ', k: 1 } }],
  ['GET', '/declarations/Nat.succ', {}],
  ['GET', '/stats', {}],
  ['GET', '/openapi.json', {}],
  ['POST', '/holes', { body: { text: 'theorem a : 1 = 1 := sorry' } }],
  ['POST', '/check', { body: { text: '', level: 'compile' } }],
  ['POST', '/prove', { body: { file: '../no-job-comes-of-it.lean' } }],
  ['GET', '/prove', {}],
  ['GET', '/prove/nope', {}],
  ['GET', '/prove/nope/events', {}],
  ['DELETE', '/prove/nope', {}],
  ['POST', '/mcp', { body: {}, headers: { accept: 'application/json, text/event-stream' } }],
  ['GET', '/mcp', {}],
  ['GET', '/nothing', {}],
  ['PUT', '/search', {}],
  ['HEAD', '/stats', {}],
  ['POST', '/', { body: {} }],
  ['POST', '/health', { body: {} }],
  ['POST', '/page/main.js', { body: {} }],
  ['GET', '/page/../stats', {}],
  ['GET', '/page/%2e%2e/stats', {}],
  ['GET', '//page/../stats', {}],
  ['GET', 'http://localhost/page/../stats', {}],
];
const PUBLIC = ['/', '/health', '/page/main.js', '/page/base.css'];

describe.each(REQUESTS)('%s %s', (method, path, { body, headers = {} }) => {
  const send = (server: ServeProcess, more: Record<string, string>) =>
    server.send(method, path, { ...(body ? { body } : {}), headers: { ...headers, ...more } });

  it('is refused for a foreign host name, and from the page of another site', async () => {
    for (const [server, authorization] of [
      [open, ''],
      [guarded, `Bearer ${TOKEN}`],
    ] as const) {
      const refusals = [
        [{ host: 'evil.example' }, 'host-refused'],
        [{ host: `localhost.evil.example:${server.port}` }, 'host-refused'],
        [{ origin: 'null' }, 'origin-refused'],
        [{ origin: 'http://evil.example' }, 'origin-refused'],
        [{ host: `localhost:${server.port}`, origin: `http://localhost:${server.port + 1}` }, 'origin-refused'],
      ] as const;
      for (const [more, code] of refusals) {
        const response = await send(server, { ...more, ...(authorization && { authorization }) });
        expect(response.status).toBe(403);
        if (method !== 'HEAD') expectError(response, 403, code);
      }
    }
  });

  it('requires the token if one is set', async () => {
    for (const authorization of [
      undefined,
      'Bearer wrong-horse-battery',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      'Bearer',
    ]) {
      const response = await send(guarded, authorization === undefined ? {} : { authorization });
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      if (method !== 'HEAD') expectError(response, 401, 'unauthorized');
      expect(response.text).not.toContain(TOKEN);
    }
    const [withToken, fromOpen] = [await send(guarded, { authorization: `Bearer ${TOKEN}` }), await send(open, {})];
    expect([withToken.status, withToken.json?.schema, withToken.json?.code]).toEqual([
      fromOpen.status,
      fromOpen.json?.schema,
      fromOpen.json?.code,
    ]);
    expect(withToken.status).not.toBe(401);
  });
});

describe('public paths', () => {
  it.each(PUBLIC)('need no token: %s', async (path) => {
    expect((await guarded.get(path)).status).toBe(200);
    expect(await guarded.send('HEAD', path)).toMatchObject({ status: 200, text: '' });
    expect((await guarded.send('GET', path, { headers: { host: 'lean.lab.example' } })).status).toBe(200);
  });

  it.each(PUBLIC)('are refused for the page of another site, and for a foreign host name: %s', async (path) => {
    for (const server of [open, guarded]) {
      expectError(await server.send('GET', path, { headers: { host: 'evil.example' } }), 403, 'host-refused');
      expectError(
        await server.send('GET', path, { headers: { origin: 'https://evil.example' } }),
        403,
        'origin-refused',
      );
    }
  });

  it('contain no private data', async () => {
    const texts = await Promise.all(PUBLIC.map(async (path) => (await guarded.get(path)).text));
    expect(texts.join()).not.toContain(home);
  });
});

describe('a request from the server’s own page', () => {
  it('is accepted for every name of the server', async () => {
    for (const host of [
      `localhost:${open.port}`,
      `127.0.0.1:${open.port}`,
      `LOCALHOST:${open.port}`,
      `[::1]:${open.port}`,
    ]) {
      const headers = { host, origin: `http://${host.toLowerCase()}` };
      const response = await open.send('POST', '/search', { body: { query: 'Nat.succ' }, headers });
      expect(response.status, host).toBe(200);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is accepted for an address or an allowed name if the server listens beyond this machine', async () => {
    const authorization = `bearer ${TOKEN}`;
    for (const host of ['192.168.0.7:5326', 'lean.lab.example', 'LEAN.lab.example:443'])
      expect((await guarded.send('GET', '/stats', { headers: { host, authorization } })).status, host).toBe(200);
    expectError(await open.send('GET', '/stats', { headers: { host: '192.168.0.7' } }), 403, 'host-refused');
  });
});

describe('lemmahead serve', () => {
  const serve = (args: string[], more: Record<string, string> = {}): Spawned & { json: any } => {
    const ended = lemmahead(['serve', '--port', '0', '--json-stream', ...args], {
      env: { ...env, ...more },
      cwd: home,
      timeoutMs: 10_000,
    });
    return { ...ended, json: JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!) };
  };

  it.each<[string, string[], string, Record<string, string>?]>([
    ['requires a token to listen beyond this machine', ['--host', '0.0.0.0'], 'token-missing'],
    ['requires a token for IPv6', ['--host', '::'], 'token-missing'],
    ['requires a token for an empty address', ['--host', ''], 'token-missing'],
    ['requires a token for a name that resembles this machine', ['--host', '127.0.0.1.evil.example'], 'token-missing'],
    ['refuses a short token', ['--token-file', 'short'], 'token-short'],
    ['refuses a short token in the variable', [], 'token-short', { LEMMAHEAD_TOKEN: 'fifteen-letters' }],
    ['refuses an empty token file', ['--token-file', 'empty'], 'token-unreadable'],
    ['refuses a token file with two words', ['--token-file', 'words'], 'token-unreadable'],
    ['refuses a missing token file', ['--token-file', 'nope'], 'token-unreadable'],
    ['refuses a folder as token file', ['--token-file', '.'], 'token-unreadable'],
    [
      'prefers the token file over the variable',
      ['--token-file', 'empty'],
      'token-unreadable',
      { LEMMAHEAD_TOKEN: TOKEN },
    ],
    ['refuses an address of another machine', ['--host', '192.0.2.7', '--token-file', 'token'], 'cannot-listen'],
  ])('%s: exit 2', (_what, args, code, more) => {
    writeFileSync(join(home, 'short'), 'fifteen-letters\n');
    writeFileSync(join(home, 'empty'), ' \n');
    writeFileSync(join(home, 'words'), 'two words-of-a-token\n');
    const { status, json, stderr } = serve(args, more);
    expect([status, json.schema, json.code, json.exit_code]).toEqual([2, 'lemmahead/error@1', code, 2]);
    expect(json.next).toMatch(/\S/u);
    expect(stderr).not.toMatch(/listening|http:/u);
  });

  it.each(['65536', 'x'])('refuses port %s: exit 2', (port) => {
    expect(serve(['--port', port]).status).toBe(2);
  });

  it('reports that its port is in use: exit 3', () => {
    const { status, json } = serve(['--port', String(open.port)]);
    expect([status, json.code, json.exit_code]).toEqual([3, 'port-taken', 3]);
    expect(json.message).toContain(String(open.port));
    expect(json.next).toContain('--port 0');
  });

  it('takes the token from the variable, and does not print it', async () => {
    const server = await startServe([], { env: { ...env, LEMMAHEAD_TOKEN: TOKEN } });
    expectError(await server.get('/stats'), 401, 'unauthorized');
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await server.send('GET', '/stats', { headers })).status).toBe(200);
    const ended = await server.stop();
    expectCleanEnd(ended);
    expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  });

  it('listens on a port that is in use on another address', async () => {
    const other = createServer().listen(0, '127.0.0.2');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as { port: number };
    const server = await startServe(['--port', String(port)], { env });
    expect(server.port).toBe(port);
    expectCleanEnd(await server.stop());
    other.close();
  });
});
