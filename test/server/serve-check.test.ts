/** Checks over HTTP with a fake Lean that can hang: verdicts, the queue, and clients that disconnect. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lemmaheadJson } from '../cli/spawn.ts';
import { processesUnder } from '../cli/processes-under.ts';
import { until } from '../lean/alive.ts';
import { processesWith } from '../lean/processes-with.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { faultsOf } from './json-schema.ts';
import {
  expectCleanEnd,
  expectError,
  type RequestOptions,
  type ServeProcess,
  type ServerResponse,
  startServe,
} from './serve-process.ts';

/** From util-linux. In a constant, because knip takes a path in a call for a package. */
const UNSHARE = '/usr/bin/unshare';
const TOKEN = 'LEMMAHEAD_TOKEN=correct-horse-battery';
const authorization = 'Bearer correct-horse-battery';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-check-'));
const home = join(folder, 'home');
const env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: home, TMPDIR: folder };
let server: ServeProcess;

beforeAll(async () => {
  await trustLean(home, folder, env);
  writeFileSync(join(folder, 'Two.lean'), TWO);
  // Any sandbox is sufficient here; --require-sandbox has its own test.
  const args = ['--require-sandbox', 'limits', '--jobs', '1', '--max-waiting', '1'];
  server = await startServe(args, { cwd: folder, env: { ...env, LEMMAHEAD_TOKEN: 'correct-horse-battery' } });
}, 60_000);
afterAll(async () => {
  expectCleanEnd(await server.stop());
  expect(processesUnder(folder)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

const TWO = 'theorem one : 1 = 1 := by\n  rfl\n\ntheorem two : 2 = 2 := sorry\n';
const HANGS = `-- @hang\n${TWO}`;

const send = (method: string, path: string, options: RequestOptions = {}): Promise<ServerResponse> =>
  server.send(method, path, { ...options, headers: { authorization } });
const post = (path: string, body: object, signal?: AbortSignal): Promise<ServerResponse> =>
  send('POST', path, { body, ...(signal ? { signal } : {}) });
const posted = (): string[] => (existsSync(join(home, 'posted')) ? readdirSync(join(home, 'posted')) : []);
const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));

/** Starts a check whose Lean hangs; `disconnect` closes its connection. */
async function hangingCheck(): Promise<{ disconnect: () => void; ended: Promise<string> }> {
  const client = new AbortController();
  const ended = post('/check', { text: HANGS }, client.signal).then(
    ({ status }) => String(status),
    (error: Error) => error.name,
  );
  expect(await until(() => hanging().length > 0)).toBe(true);
  return { disconnect: () => client.abort(), ended };
}

async function expectNothingLeft(): Promise<void> {
  expect(await until(() => hanging().length === 0 && posted().length === 0, 10_000)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith('lemmahead-'))).toEqual([]);
}

describe('POST /check', () => {
  it('returns the same report for a file as the command', async () => {
    const { json, status } = lemmaheadJson(['check', 'Two.lean'], { cwd: folder, env });
    const answer = await post('/check', { file: 'Two.lean' });
    expect([status, answer.status, answer.json]).toEqual([1, 200, { ...json, exit: 'no', warnings: [] }]);
    expect(readFileSync(join(folder, 'Two.lean'), 'utf8')).toBe(TWO);
  });

  it('returns the same verdicts for a text as for a file, and the OpenAPI document describes them', async () => {
    const answer = await post('/check', { text: 'theorem one : 1 = 1 := by\n  rfl\n' });
    expect([answer.status, answer.json.schema, answer.json.accepted, answer.json.exit]).toEqual([
      200,
      'lemmahead/check@1',
      true,
      'done',
    ]);
    const document = (await send('GET', '/openapi.json')).json;
    const { content } = document.paths['/check'].post.responses[200];
    expect(faultsOf(answer.json, content['application/json'].schema, document)).toEqual([]);
    const filled = TWO.replace('sorry', 'rfl');
    const [one, two] = [
      await post('/check', { text: filled, against_text: TWO }),
      await post('/check', { text: filled, against: 'Two.lean' }),
    ];
    expect([one.json.accepted, two.json.accepted, one.json.exit]).toEqual([true, true, 'done']);
    const cheat = await post('/check', { text: filled.replace('2 = 2', '3 = 3'), against: 'Two.lean' });
    expect([cheat.status, cheat.json.accepted]).toEqual([200, false]);
    const both = await post('/check', { text: filled.replace('2 = 2', '3 = 3'), against_text: TWO });
    expect(both.json.files).toMatchObject([{ file: 'Posted.lean', against: 'Original.lean', verdict: 'rejected' }]);
    expect(both.text).not.toContain('posted/');
    expect(posted()).toEqual([]);
  });

  it('refuses contradictory options with the error of the command', async () => {
    for (const body of [
      { text: '', allow_new: true },
      { text: '', against_text: '', level: 'compile' },
      { text: '', allow_axioms: ['a b'] },
    ])
      expectError(await post('/check', body), 400, 'usage');
  });

  it('reports a timeout of Lean as a result: unchecked', async () => {
    writeFileSync(join(folder, 'lemmahead.toml'), '[lean]\ntimeout = 2\n');
    const impatient = await startServe(['--require-sandbox', 'limits'], { cwd: folder, env });
    rmSync(join(folder, 'lemmahead.toml'));
    const { status, json } = await impatient.post('/check', { text: HANGS });
    expect([status, json.files?.[0]?.verdict, json.files?.[0]?.why, json.exit]).toEqual([
      200,
      'unchecked',
      'timedOut',
      'budget',
    ]);
    expectCleanEnd(await impatient.stop());
    await expectNothingLeft();
  });

  it('does not pass the token to Lean', async () => {
    const { disconnect, ended } = await hangingCheck();
    expect(processesWith(TOKEN)).toEqual([server.pid]);
    disconnect();
    await ended;
    await expectNothingLeft();
  });
});

describe('POST /holes', () => {
  it('with a text that takes long to read blocks neither other requests nor the shutdown', async () => {
    const own = await startServe([], { cwd: folder, env });
    const client = new AbortController();
    // To find its head, each arm is followed back to the first.
    const text = `theorem a : 1 = 1 := by\n${'  | a => sorry\n'.repeat(60_000)}`;
    const slow = own
      .send('POST', '/holes', { body: { text }, signal: client.signal })
      .catch((error: Error) => error.name);
    expect(await until(() => posted().length > 0)).toBe(true);
    const began = Date.now();
    for (let k = 0; k < 10; k++) expect((await own.post('/holes', { text: TWO })).json.holes.length).toBe(1);
    expect((await own.get('/health')).status).toBe(200);
    expect(Date.now() - began).toBeLessThan(5000);
    client.abort();
    expect(await slow).toBe('AbortError');
    expectCleanEnd(await own.stop());
    await expectNothingLeft();
  });
});

describe('a client that disconnects', () => {
  it('during a check frees its slot, and leaves no process and no text', async () => {
    const { disconnect, ended } = await hangingCheck();
    expect(posted().length).toBe(1);
    const waits = post('/check', { text: TWO });
    await until(() => false, 200);
    disconnect();
    expect(await ended).toBe('AbortError');
    expect((await waits).json.files[0].verdict).toBe('unfinished');
    await expectNothingLeft();
  });

  it('while waiting frees its place in the queue', async () => {
    const { disconnect, ended } = await hangingCheck();
    const client = new AbortController();
    const cancelled = post('/check', { text: TWO }, client.signal).catch((error: Error) => error.name);
    await until(() => false, 200);
    expectError(await post('/check', { text: TWO }), 429, 'busy');
    client.abort();
    expect(await cancelled).toBe('AbortError');
    await until(() => false, 100);
    const waits = post('/check', { text: TWO });
    await until(() => false, 100);
    disconnect();
    expect([await ended, (await waits).status]).toEqual(['AbortError', 200]);
    await expectNothingLeft();
  });
});

describe('a full queue', () => {
  it('refuses checks, goals and proofs with Retry-After, but no other requests', async () => {
    const { disconnect, ended } = await hangingCheck();
    const waits = post('/check', { text: TWO });
    await until(() => false, 200);
    for (const path of ['/check', '/prove']) {
      const answer = await post(path, { text: TWO });
      expectError(answer, 429, 'busy');
      expect(answer.headers['retry-after']).toBe('10');
    }
    expectError(await post('/holes', { text: TWO, goals: true }), 429, 'busy');
    const holes = await post('/holes', { text: TWO });
    expect([holes.status, holes.json.holes.length]).toEqual([200, 1]);
    expect((await send('GET', '/prove')).json.jobs).toEqual([]);
    expect((await send('GET', '/health')).status).toBe(200);
    disconnect();
    await ended;
    expect((await waits).status).toBe(200);
    await expectNothingLeft();
  });

  it('accepts only as many concurrent proofs as have a place', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/prove', { text: HANGS, mode: 'cold' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202,
      202,
      ...Array<number>(6).fill(429),
    ]);
    const jobs = answers.filter(({ status }) => status === 202).map(({ json }) => json.id);
    expect(await until(() => hanging().length > 0)).toBe(true);
    for (const id of jobs.toReversed()) await send('DELETE', `/prove/${id}`);
    const ends = await Promise.all(jobs.map((id) => send('GET', `/prove/${id}/events`)));
    // A job without a place would have failed instead.
    for (const { text } of ends) expect(text).toMatch(/\nevent: end\ndata: \{.*"state":"cancelled"/u);
    await expectNothingLeft();
  });
});

describe('--require-sandbox', () => {
  it('with an unavailable level: nothing is run, and the reason is reported', async ({ skip }) => {
    const blind = 'mount --bind /dev/null /usr/bin/bwrap 2>/dev/null || [ ! -e /usr/bin/bwrap ] || exit 99; exec "$@"';
    const start = {
      cwd: folder,
      env,
      under: [UNSHARE, '--mount', '/bin/sh', '-c', `PATH=/bin:/usr/bin ${blind}`, 'sh'],
    };
    const strict = await startServe(['--require-sandbox', 'bubblewrap'], start).catch(() => null);
    if (strict === null) return skip('needs permission to mount over bwrap');
    const { status, json } = await strict.post('/check', { text: HANGS });
    expect([status, json.exit, json.files[0].verdict, json.files[0].why]).toEqual([
      200,
      'missing',
      'unchecked',
      'sandboxTooWeak',
    ]);
    expect(json.files[0].next).toMatch(/bubblewrap/u);
    const { json: job } = await strict.post('/prove', { text: TWO });
    await strict.get(`/prove/${job.id}/events`);
    expect((await strict.get(`/prove/${job.id}`)).json).toMatchObject({
      state: 'failed',
      error: { code: 'sandbox-too-weak' },
    });
    const { json: holes } = await strict.post('/holes', { text: TWO, goals: true });
    expect(holes).toMatchObject({
      exit: 'done',
      holes: [{ goal: null }],
      no_goals: expect.stringContaining('bubblewrap'),
    });
    expectCleanEnd(await strict.stop());
    await expectNothingLeft();
  });
});
