/** Invalid requests: each gets the matching status and an error in the format of the command line. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCleanEnd, expectError, type ServeProcess, startServe, withIndex } from './serve-process.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-serve-bad-'));
const project = join(home, 'project');
let server: ServeProcess;

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'lakefile.toml'), 'name = "bad"\n');
  writeFileSync(join(project, 'A.lean'), 'theorem a : 1 = 1 := sorry\n');
  writeFileSync(join(project, 'Latin.lean'), Buffer.from([0x2d, 0x2d, 0x20, 0xe4, 0x0a]));
  writeFileSync(join(home, 'secret.lean'), 'theorem secret : 1 = 1 := sorry\n');
  symlinkSync(join(home, 'secret.lean'), join(project, 'link.lean'));
  symlinkSync(home, join(project, 'folder'));
  server = await startServe([], { cwd: project, env: withIndex(home) });
}, 60_000);
afterAll(async () => {
  // No request caused a bug.
  expectCleanEnd(await server.stop());
  rmSync(home, { recursive: true, force: true });
});

const POSTS = ['/search', '/holes', '/check', '/statement', '/prove', '/formalize'];
const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);

describe.each(POSTS)('POST %s', (path) => {
  const isJob = path === '/prove' || path === '/formalize';
  it.each<[string, string | Uint8Array]>([
    ['no body', ''],
    ['half an object', '{"query": '],
    ['two objects', '{}{}'],
    ['single quotes', "{'query': 'x'}"],
    ['not a number', '{"k": NaN}'],
    ['a body that is not UTF-8', Buffer.from([...Buffer.from('{"query": "'), 0xff, 0xc3, 0x28, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"query": "x"}', 'utf16le')],
    ['a hundred thousand brackets that never close', `{"query": ${'['.repeat(100_000)}`],
    ['a null', 'null'],
    ['a text', '"query"'],
    ['a number', '5'],
    ['a list', '[{"query": "x"}]'],
    ['lists a hundred thousand deep', `{"query": ${deep('[', ']')}, "text": ${deep('[', ']')}}`],
    ['objects a hundred thousand deep', `{"filters": ${deep('{"a":', '}').replace('}', '1}')}}`],
    ['an unknown field', '{"query": "x", "text": "", "limit": 5}'],
    ['the prototype', '{"query": "x", "text": "", "__proto__": {"k": 3}}'],
    ['text that is null', '{"query": null, "text": null}'],
    ['text that is a number', '{"query": 5, "text": 5}'],
  ])('refuses %s', async (_what, body) => {
    const answer = await server.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
    expectError(answer, 400, 'bad-request');
    expect(answer.json.exit).toBe('usage');
    expect(answer.json.next).toMatch(/\S/u);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json5',
    'text/json',
    '',
  ])('refuses the content type %j, which the form of another site could send', async (type) => {
    const answer = await server.send('POST', path, {
      body: '{"query": "x", "text": ""}',
      headers: { 'content-type': type },
    });
    expectError(answer, 415, 'unsupported-media-type');
  });

  it('refuses other methods, and lists the allowed ones', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'QUERY', ...(isJob ? ['DELETE'] : ['GET', 'HEAD', 'DELETE'])]) {
      const answer = await server.send(method, path);
      expect(answer.status, method).toBe(405);
      if (method !== 'HEAD') expectError(answer, 405, 'method-not-allowed');
      expect(answer.headers.allow).toBe(isJob ? 'POST, GET' : 'POST');
    }
  });

  it('refuses a body beyond the size limit, with or without Content-Length, and continues to work', async () => {
    const limit = path === '/search' ? 1_000_000 : 20_000_000;
    const body = JSON.stringify({ query: 'x'.repeat(limit), text: '' });
    expectError(await server.send('POST', path, { body }), 413, 'too-large');
    const chunked = await server.send('POST', path, { body, headers: { 'transfer-encoding': 'chunked' } });
    expectError(chunked, 413, 'too-large');
    expect((await server.get('/health')).status).toBe(200);
  });
});

describe('an invalid search', () => {
  it.each([0, -1, 1e9, 1001, 1.5, '5', null, true, [5], -0.1, 5e-324])('for %j results is refused', async (k) => {
    const answer = await server.post('/search', { query: 'comm', k });
    expectError(answer, 400, 'bad-request');
    expect(answer.json.reason).toMatch(/^k: /u);
  });

  it('with a query of ten megabytes, or longer than the limit, is refused', async () => {
    expectError(await server.post('/search', { query: 'x'.repeat(10_000_000) }), 413, 'too-large');
    const answer = await server.post('/search', { query: 'x '.repeat(10_001) });
    expectError(answer, 400, 'bad-request');
    expect(answer.json.reason).toContain('query');
  });

  it('reports all invalid fields at the same time', async () => {
    const { json } = await server.post('/search', { query: 5, k: 0, filters: { kind: 7, colour: 'red' }, as: 'name?' });
    for (const field of ['query: ', 'k: ', 'filters.kind', 'colour', 'as: ']) expect(json.reason).toContain(field);
  });

  it.each<[string, object]>([
    ['without a query', {}],
    ['with an empty query', { query: '' }],
    ['with a blank query', { query: ' \n\t ' }],
    ['with an unknown kind', { query: 'x', filters: { kind: 'theoremm' } }],
    ['with an invalid pattern', { query: '(_ + ', as: 'pattern' }],
    ['for a missing file', { query: 'x', in: 'Nope.lean' }],
    ['for a missing line', { query: 'x', in: 'A.lean:99' }],
  ])('%s gets an error', async (_what, body) => {
    const answer = await server.post('/search', body);
    expectError(answer, 400, answer.json.code);
  });
});

describe('a path in a request', () => {
  const OUTSIDE = [
    '../secret.lean',
    '..',
    '/etc/passwd',
    'link.lean',
    'folder/secret.lean',
    'folder/not-there.lean',
    'A.lean\0.txt',
  ];

  it.each(OUTSIDE)('is refused by every endpoint if it is outside the project: %j', async (file) => {
    const text = 'theorem a : 1 = 1 := rfl';
    for (const [path, body] of [
      ['/holes', { file }],
      ['/check', { file }],
      ['/check', { text, against: file }],
      ['/prove', { file }],
      ['/search', { query: 'comm', in: file }],
      ['/search', { query: 'comm', in: `${file}:1` }],
    ] as const) {
      const answer = await server.post(path, body);
      expectError(answer, 403, 'path-outside');
      expect(answer.text).not.toContain('secret :');
    }
  });

  it('causes a different error if it cannot be read', async () => {
    for (const [file, code] of [
      ['Nope.lean', 'file-unreadable'],
      ['.', 'file-unreadable'],
      ['Latin.lean', 'file-not-utf8'],
    ] as const) {
      expectError(await server.post('/holes', { file }), 400, code);
      expectError(await server.post('/check', { file }), 400, code);
    }
  });

  it('is refused together with a text, and one of both is required', async () => {
    for (const body of [{}, { file: 'A.lean', text: 'x' }]) {
      for (const path of ['/holes', '/check', '/statement', '/prove'])
        expectError(await server.post(path, body), 400, 'bad-request');
    }
    expectError(await server.post('/check', { text: '', against: 'A.lean', against_text: '' }), 400, 'bad-request');
  });
});

describe('an unknown URL', () => {
  it('gets 404', async () => {
    for (const path of [
      '/nothing',
      '/search/',
      '/Search',
      '//search',
      '/declarations/a/b',
      '/prove/x/y',
      '/page/nope.js',
      '/page/',
    ])
      expectError(await server.get(path), 404, 'not-found');
    expectError(await server.send('POST', '/nothing', { body: {} }), 404, 'not-found');
  });

  it('does not reach other files of the disk, in any spelling', async () => {
    const up = ['..', '%2e%2e', '.%2e', '%2E%2E', '..%2f..', '..%5c..', '....//'];
    for (const dots of up) {
      const answer = await server.get(`/page/${dots}/package.json`);
      expect([answer.status, answer.text.includes('"dependencies"')], dots).toEqual([404, false]);
    }
  });

  it.each(['nope', '..%2f', '00000000-0000-0000-0000-000000000000', '__proto__', '%00'])(
    'of a job gets 404: %s',
    async (id) => {
      expectError(await server.get(`/prove/${id}`), 404, 'job-unknown');
      expectError(await server.get(`/prove/${id}/events`), 404, 'job-unknown');
      expectError(await server.send('DELETE', `/prove/${id}`), 404, 'job-unknown');
    },
  );

  it('differs from a wrong method, which gets 405', async () => {
    for (const [path, allow] of [
      ['/stats', 'GET'],
      ['/health', 'GET'],
      ['/openapi.json', 'GET'],
      ['/declarations/x', 'GET'],
      ['/', 'GET'],
      ['/prove/x', 'GET, DELETE'],
      ['/prove/x/events', 'GET'],
    ] as const) {
      const answer = await server.send('POST', path, { body: {} });
      expectError(answer, 405, 'method-not-allowed');
      expect(answer.headers.allow, path).toBe(allow);
    }
  });
});

describe('a client that disconnects during its request', () => {
  it('does not affect the server', async () => {
    const head = 'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    for (const rest of [
      'Content-Length: 500\r\n\r\n{"query": "',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"que',
      'Content-Le',
    ]) {
      const socket = connect(server.port, '127.0.0.1');
      await new Promise<void>((done) => socket.write(head + rest, () => done()));
      await sleep(20);
      socket.resetAndDestroy();
    }
    expect((await server.post('/search', { query: 'Nat.succ' })).status).toBe(200);
  });
});
