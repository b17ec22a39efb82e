/** Who is answered by a running server, and what it wants before it listens at all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lemmahead, type Spawned } from '../cli/spawn.ts';
import { type Asking, expectCleanEnd, expectError, type ServeProcess, startServe, withIndex } from './serve-process.ts';

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

/** Every question there is, each well asked. */
const QUESTIONS: [string, string, Asking][] = [
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

describe.each(QUESTIONS)('%s %s', (method, path, { body, headers = {} }) => {
  const ask = (server: ServeProcess, more: Record<string, string>) =>
    server.ask(method, path, { ...(body ? { body } : {}), headers: { ...headers, ...more } });

  it('is refused under a name that is not the server’s, and from a page that is not its own', async () => {
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
        const answer = await ask(server, { ...more, ...(authorization && { authorization }) });
        expect(answer.status).toBe(403);
        if (method !== 'HEAD') expectError(answer, 403, code);
      }
    }
  });

  it('wants the token where there is one', async () => {
    for (const authorization of [
      undefined,
      'Bearer wrong-horse-battery',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      'Bearer',
    ]) {
      const answer = await ask(guarded, authorization === undefined ? {} : { authorization });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      if (method !== 'HEAD') expectError(answer, 401, 'unauthorized');
      expect(answer.text).not.toContain(TOKEN);
    }
    const [given, free] = [await ask(guarded, { authorization: `Bearer ${TOKEN}` }), await ask(open, {})];
    expect([given.status, given.json?.schema, given.json?.code]).toEqual([
      free.status,
      free.json?.schema,
      free.json?.code,
    ]);
    expect(given.status).not.toBe(401);
  });
});

describe('what everybody may know', () => {
  it.each(PUBLIC)('is told without the token: %s', async (path) => {
    expect((await guarded.get(path)).status).toBe(200);
    expect(await guarded.ask('HEAD', path)).toMatchObject({ status: 200, text: '' });
    expect((await guarded.ask('GET', path, { headers: { host: 'lean.lab.example' } })).status).toBe(200);
  });

  it.each(PUBLIC)('and not to the page of a stranger, nor under a strange name: %s', async (path) => {
    for (const server of [open, guarded]) {
      expectError(await server.ask('GET', path, { headers: { host: 'evil.example' } }), 403, 'host-refused');
      expectError(
        await server.ask('GET', path, { headers: { origin: 'https://evil.example' } }),
        403,
        'origin-refused',
      );
    }
  });

  it('holds nothing of what the token guards', async () => {
    const told = await Promise.all(PUBLIC.map(async (path) => (await guarded.get(path)).text));
    expect(told.join()).not.toContain(home);
  });
});

describe('whoever asks as the server’s own page', () => {
  it('is answered, by any name that is the server’s', async () => {
    for (const host of [
      `localhost:${open.port}`,
      `127.0.0.1:${open.port}`,
      `LOCALHOST:${open.port}`,
      `[::1]:${open.port}`,
    ]) {
      const headers = { host, origin: `http://${host.toLowerCase()}` };
      const answer = await open.ask('POST', '/search', { body: { query: 'Nat.succ' }, headers });
      expect(answer.status, host).toBe(200);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is let in by an address, or a name that was allowed, where more than this machine is listened to', async () => {
    const authorization = `bearer ${TOKEN}`;
    for (const host of ['192.168.0.7:5326', 'lean.lab.example', 'LEAN.lab.example:443'])
      expect((await guarded.ask('GET', '/stats', { headers: { host, authorization } })).status, host).toBe(200);
    expectError(await open.ask('GET', '/stats', { headers: { host: '192.168.0.7' } }), 403, 'host-refused');
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
    ['listens to nobody else without a token', ['--host', '0.0.0.0'], 'token-missing'],
    ['nor by IPv6', ['--host', '::'], 'token-missing'],
    ['nor by no address at all', ['--host', ''], 'token-missing'],
    ['nor by a name that only looks like this machine', ['--host', '127.0.0.1.evil.example'], 'token-missing'],
    ['wants a token that is not short', ['--token-file', 'short'], 'token-short'],
    ['also in the variable', [], 'token-short', { LEMMAHEAD_TOKEN: 'fifteen-letters' }],
    ['and is not content with an empty file', ['--token-file', 'empty'], 'token-unreadable'],
    ['nor with two words', ['--token-file', 'words'], 'token-unreadable'],
    ['nor with no file', ['--token-file', 'nope'], 'token-unreadable'],
    ['nor with a folder', ['--token-file', '.'], 'token-unreadable'],
    [
      'and takes a file that was named before the variable',
      ['--token-file', 'empty'],
      'token-unreadable',
      { LEMMAHEAD_TOKEN: TOKEN },
    ],
    ['listens on this machine alone', ['--host', '192.0.2.7', '--token-file', 'token'], 'cannot-listen'],
  ])('%s: exit 2', (_what, args, code, more) => {
    writeFileSync(join(home, 'short'), 'fifteen-letters\n');
    writeFileSync(join(home, 'empty'), ' \n');
    writeFileSync(join(home, 'words'), 'two words-of-a-token\n');
    const { status, json, stderr } = serve(args, more);
    expect([status, json.schema, json.code, json.exit_code]).toEqual([2, 'lemmahead/error@1', code, 2]);
    expect(json.next).toMatch(/\S/u);
    expect(stderr).not.toMatch(/listening|http:/u);
  });

  it.each(['65536', 'x'])('knows no port %s: exit 2', (port) => {
    expect(serve(['--port', port]).status).toBe(2);
  });

  it('says that another server has its port: exit 3', () => {
    const { status, json } = serve(['--port', String(open.port)]);
    expect([status, json.code, json.exit_code]).toEqual([3, 'port-taken', 3]);
    expect(json.message).toContain(String(open.port));
    expect(json.next).toContain('--port 0');
  });

  it('takes the token from the variable, and tells it to nobody', async () => {
    const server = await startServe([], { env: { ...env, LEMMAHEAD_TOKEN: TOKEN } });
    expectError(await server.get('/stats'), 401, 'unauthorized');
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await server.ask('GET', '/stats', { headers })).status).toBe(200);
    const ended = await server.stop();
    expectCleanEnd(ended);
    expect(ended.stdout + ended.stderr).not.toContain(TOKEN);
  });

  it('listens on a port that another has on another address', async () => {
    const other = createServer().listen(0, '127.0.0.2');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as { port: number };
    const server = await startServe(['--port', String(port)], { env });
    expect(server.port).toBe(port);
    expectCleanEnd(await server.stop());
    other.close();
  });
});
