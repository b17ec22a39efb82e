import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const ask = (text: string, signal = never): Promise<PoolAnswer> => pool.check(text, signal);
const said = (answer: PoolAnswer): string =>
  answer.kind === 'answered' ? answer.diagnostics.map(({ text }) => text).join() : answer.kind;
const calls = (): string[] => {
  const file = join(folder, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
const count = (method: string): number => calls().filter((line) => line.endsWith(method)).length;

describe('a pool of servers', () => {
  it('answers each about its own text, and opens a text only once', async () => {
    open();
    const texts = Array.from({ length: 20 }, (_, at) => `import A\ntheorem t := ${at === 7 ? '𝓝' : 'x'}${at}`);
    expect((await Promise.all(texts.map((text) => ask(text)))).map(said)).toEqual(
      texts.map((text) => `unknown identifier ${text.split(' ').at(-1)}`),
    );
    expect([count('didOpen'), count('didChange'), pool.counts.started]).toEqual([1, 19, 1]);
    await ask(texts.at(-1) ?? '');
    expect(count('didChange')).toBe(19);
  });

  it('puts together what is said in parts', async () => {
    open();
    expect(said(await ask('@parts x'))).toBe('unknown identifier x,and more');
    expect(said(await ask('y'))).toBe('unknown identifier y');
  });

  it('keeps a server for its header', async () => {
    open({ workers: 2 });
    for (const header of ['A', 'B', 'A', 'B', 'A', 'C', 'A'])
      expect(said(await ask(`import ${header}\nx`))).toBe('unknown identifier x');
    // The third header takes the server that has waited longest, and A keeps its own.
    expect([pool.counts.started, count('didOpen'), count('didClose')]).toEqual([2, 3, 1]);
  });

  it('asks another server where one crashed, and no one text for ever', async () => {
    open();
    expect(said(await ask('@crashonce x'))).toBe('unknown identifier x');
    expect(pool.counts).toMatchObject({ started: 2, crashed: 1 });
    const answer = await ask('b @crash');
    expect(answer).toMatchObject({ kind: 'crashed', detail: expect.stringContaining('PANIC: asked to') });
    expect(pool.counts).toMatchObject({ started: 4, crashed: 4 });
    expect(said(await ask('y'))).toBe('unknown identifier y');
  });

  it.each([
    ['@error', 'the file worker crashed'],
    ['@silent', 'said nothing'],
    ['@noise', 'does not speak the protocol'],
  ])('takes no answer for one that is none: %s', async (word, detail) => {
    open({ attempts: 1 });
    expect(await ask(`${word} x`)).toMatchObject({ kind: 'crashed', detail: expect.stringContaining(detail) });
    expect(said(await ask('y'))).toBe('unknown identifier y');
  });

  it('ends a server that gives no answer in time, and goes on with the next', async () => {
    open({ timeoutMs: 600 });
    const answers = await Promise.all([ask('@hang'), ask('y')]);
    expect(answers.map(said)).toEqual(['timedOut', 'unknown identifier y']);
    expect(pool.counts).toMatchObject({ started: 2, stopped: 1, crashed: 0 });
  });

  it('notices a server that was killed while it was idle', async () => {
    open({ attempts: 1 });
    await ask('x');
    process.kill(pool.pids[0] ?? 0, 'SIGKILL');
    await expect.poll(async () => said(await ask('y'))).toBe('unknown identifier y');
  });

  it('replaces a server after so many texts, and one that grew', async () => {
    open({ maxUses: 3 });
    for (let at = 0; at < 7; at++) await ask(`x${at}`);
    expect(pool.counts).toMatchObject({ started: 3, wornOut: 2 });
    await pool.close();
    if (process.platform !== 'linux') return;
    open({ maxResidentBytes: 1 });
    for (let at = 0; at < 11; at++) await ask(`x${at}`);
    expect(pool.counts).toMatchObject({ started: 2, tooLarge: 1 });
  });

  it('lets only so many wait', async () => {
    open({ maxQueued: 2 });
    const answers = Array.from({ length: 5 }, (_, at) => ask(`@slow x${at}`));
    expect((await Promise.all(answers)).map(said)).toEqual([
      'unknown identifier x0',
      'unknown identifier x1',
      'unknown identifier x2',
      'refused',
      'refused',
    ]);
  });

  it('lets go of what nobody wants any more, waiting or being asked', async () => {
    open();
    const stop = new AbortController();
    const answers = [ask('@hang', stop.signal), ask('x', stop.signal), ask('y')];
    await expect.poll(() => count('waitForDiagnostics')).toBe(1);
    stop.abort();
    expect((await Promise.all(answers)).map(said)).toEqual(['cancelled', 'cancelled', 'unknown identifier y']);
    expect(await ask('z', stop.signal)).toEqual({ kind: 'cancelled' });
  });

  it('answers everyone when it is closed', async () => {
    open();
    const answers = [ask('@hang'), ask('x')];
    await expect.poll(() => count('waitForDiagnostics')).toBe(1);
    await pool.close();
    expect((await Promise.all(answers)).map(said)).toEqual(['cancelled', 'cancelled']);
    expect(await ask('y')).toEqual({ kind: 'cancelled' });
  });

  it('says where there is no server to be had', async () => {
    open({ launch: () => ({ ...fakeServer(folder), command: join(folder, 'no-lean') }) });
    expect(await ask('x')).toMatchObject({ kind: 'cannotLaunch', message: expect.stringContaining('no-lean') });
  });
});
