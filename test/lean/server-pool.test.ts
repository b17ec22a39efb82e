import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerPool, type PoolAnswer, type ServerPoolOptions } from '../../src/lean/server/server-pool.ts';
import { fakeServer } from './fake-server.ts';
import { processesWith } from './processes-with.ts';

let folder: string;
let pool: ServerPool;
let nonce: string;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-pool-'));
  nonce = randomUUID();
});
afterEach(async () => {
  await pool.close();
  if (process.platform === 'linux') expect(processesWith(`FAKE_SERVER=${nonce}`)).toEqual([]);
  rmSync(folder, { recursive: true });
});

function open(options: Partial<ServerPoolOptions> = {}): ServerPool {
  pool = new ServerPool({
    launch: () => fakeServer(folder, nonce),
    workers: 1,
    maxQueued: 100,
    maxUses: 100,
    maxResidentBytes: Infinity,
    timeoutMs: 10_000,
    attempts: 3,
    ...options,
  });
  return pool;
}

const check = (text: string, signal = never): Promise<PoolAnswer> => pool.check(text, signal);
const summary = (answer: PoolAnswer): string =>
  answer.kind === 'answered' ? answer.diagnostics.map(({ text }) => text).join() : answer.kind;
const calls = (): string[] => {
  const file = join(folder, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
const count = (method: string): number => calls().filter((line) => line.endsWith(method)).length;

describe('ServerPool', () => {
  it('answers each request for its own text, and opens a text only once', async () => {
    open();
    const texts = Array.from({ length: 20 }, (_, at) => `import A\ntheorem t := ${at === 7 ? '𝓝' : 'x'}${at}`);
    expect((await Promise.all(texts.map((text) => check(text)))).map(summary)).toEqual(
      texts.map((text) => `unknown identifier ${text.split(' ').at(-1)}`),
    );
    expect([count('didOpen'), count('didChange'), pool.counts.started]).toEqual([1, 19, 1]);
    await check(texts.at(-1) ?? '');
    expect(count('didChange')).toBe(19);
  });

  it('combines diagnostics published in parts', async () => {
    open();
    expect(summary(await check('@parts x'))).toBe('unknown identifier x,and more');
    expect(summary(await check('y'))).toBe('unknown identifier y');
  });

  it('asks questions about places of the text', async () => {
    open();
    const ask = async (text: string, offsets: number[]): Promise<unknown[]> => {
      const questions = offsets.map((offset) => ({ method: '$/lean/plainGoal', offset }) as const);
      const answer = await pool.check(text, never, { questions });
      return answer.kind === 'answered' ? answer.answers : [answer.kind];
    };
    expect(await ask('import A\nx 𝓝 y', [9, 14])).toEqual([{ goals: ['1:0'] }, { goals: ['1:5'] }]);
    expect(await ask('import A\n@nogoal x', [9])).toEqual([null]);
    expect(pool.counts).toMatchObject({ started: 1, crashed: 0 });
  });

  it('reuses a server for its header', async () => {
    open({ workers: 2 });
    for (const header of ['A', 'B', 'A', 'B', 'A', 'C', 'A'])
      expect(summary(await check(`import ${header}\nx`))).toBe('unknown identifier x');
    // The third header takes the server idle longest, and A keeps its server.
    expect([pool.counts.started, count('didOpen'), count('didClose')]).toEqual([2, 3, 1]);
  });

  it('retries on another server after a crash, a limited number of times', async () => {
    open();
    expect(summary(await check('@crashonce x'))).toBe('unknown identifier x');
    expect(pool.counts).toMatchObject({ started: 2, crashed: 1 });
    const answer = await check('b @crash');
    expect(answer).toMatchObject({ kind: 'crashed', detail: expect.stringContaining('PANIC: asked to') });
    expect(pool.counts).toMatchObject({ started: 4, crashed: 4 });
    expect(summary(await check('y'))).toBe('unknown identifier y');
  });

  it.each([
    ['@error', 'the file worker crashed'],
    ['@silent', 'reported nothing'],
    ['@noise', 'protocol error'],
  ])('treats an invalid answer as a crash: %s', async (word, detail) => {
    open({ attempts: 1 });
    expect(await check(`${word} x`)).toMatchObject({ kind: 'crashed', detail: expect.stringContaining(detail) });
    expect(summary(await check('y'))).toBe('unknown identifier y');
  });

  it('kills a server that does not answer in time, and continues with the next', async () => {
    open({ timeoutMs: 600 });
    const answers = await Promise.all([check('@hang'), check('y')]);
    expect(answers.map(summary)).toEqual(['timedOut', 'unknown identifier y']);
    expect(pool.counts).toMatchObject({ started: 2, stopped: 1, crashed: 0 });
  });

  it('limits the time of a text on a new server, not that of its imports', async () => {
    open();
    expect(await pool.check('import A\n@hang', never, { maxMs: 600 })).toEqual({ kind: 'timedOut', timeoutMs: 600 });
    expect(count('waitForDiagnostics')).toBe(2);
    expect(pool.counts).toMatchObject({ started: 1, stopped: 1, crashed: 0 });
  });

  it('keeps servers free for requests that are shorter than those that take all their time', async () => {
    open({ workers: 3, timeoutMs: 30_000 });
    const stop = new AbortController();
    const hanging = [2, 2, 1, 1].map((leavesFree, at) => pool.check(`@hang ${at}`, stop.signal, { leavesFree }));
    expect(summary(await check('y'))).toBe('unknown identifier y');
    // One of each kind runs, and the others wait. A busy machine starts the second long request later than `y`.
    await vi.waitFor(() => expect(count('waitForDiagnostics')).toBe(3), 10_000);
    expect(pool.counts.started).toBe(3);
    stop.abort();
    expect((await Promise.all(hanging)).map(summary)).toEqual(Array.from({ length: 4 }, () => 'cancelled'));
    // A single server is for all.
    await pool.close();
    open();
    expect(summary(await pool.check('x', never, { leavesFree: 2 }))).toBe('unknown identifier x');
  });

  it('does not take the end of a closed text for a crash', async () => {
    open({ attempts: 1 });
    await check('import A\n@child x');
    await check('import B\n@child x');
    expect(summary(await check('import B\n@slow1000 y'))).toBe('unknown identifier y');
    expect(pool.counts).toMatchObject({ started: 1, crashed: 0 });
  });

  it('detects an idle server that was killed', async () => {
    open({ attempts: 1 });
    await check('x');
    process.kill(pool.pids[0] ?? 0, 'SIGKILL');
    await expect.poll(async () => summary(await check('y'))).toBe('unknown identifier y');
  });

  it('replaces a server after maxUses requests, and one that uses too much memory', async () => {
    open({ maxUses: 3 });
    for (let at = 0; at < 7; at++) await check(`x${at}`);
    expect(pool.counts).toMatchObject({ started: 3, wornOut: 2 });
    await pool.close();
    if (process.platform !== 'linux') return;
    open({ maxResidentBytes: 1 });
    for (let at = 0; at < 11; at++) await check(`x${at}`);
    expect(pool.counts).toMatchObject({ started: 2, tooLarge: 1 });
  });

  it('limits the number of waiting requests', async () => {
    open({ maxQueued: 2 });
    const answers = Array.from({ length: 5 }, (_, at) => check(`@slow x${at}`));
    expect((await Promise.all(answers)).map(summary)).toEqual([
      'unknown identifier x0',
      'unknown identifier x1',
      'unknown identifier x2',
      'refused',
      'refused',
    ]);
  });

  it('drops cancelled requests, waiting or running', async () => {
    open();
    const stop = new AbortController();
    const answers = [check('@hang', stop.signal), check('x', stop.signal), check('y')];
    await expect.poll(() => count('waitForDiagnostics')).toBe(1);
    stop.abort();
    expect((await Promise.all(answers)).map(summary)).toEqual(['cancelled', 'cancelled', 'unknown identifier y']);
    expect(await check('z', stop.signal)).toEqual({ kind: 'cancelled' });
  });

  it('cancels all requests when it is closed', async () => {
    open();
    const answers = [check('@hang'), check('x')];
    await expect.poll(() => count('waitForDiagnostics')).toBe(1);
    await pool.close();
    expect((await Promise.all(answers)).map(summary)).toEqual(['cancelled', 'cancelled']);
    expect(await check('y')).toEqual({ kind: 'cancelled' });
  });

  it('reports a server that cannot be launched', async () => {
    open({ launch: () => ({ ...fakeServer(folder), command: join(folder, 'no-lean') }) });
    expect(await check('x')).toMatchObject({ kind: 'cannotLaunch', message: expect.stringContaining('no-lean') });
  });
});
