/** The threads that search: what they answer, and what becomes of one that hangs, dies or is no longer needed. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import type { Settings } from '../../src/config/settings.ts';
import { searchOptions } from '../../src/server/request-options.ts';
import { Searchers, type SearchersOptions } from '../../src/server/searchers.ts';
import { settingsIn, withIndex } from './serve-process.ts';

const FRAGILE = new URL('./fragile-thread.ts', import.meta.url);
const never = new AbortController().signal;
let home: string;
let settings: Settings;
let searchers: Searchers;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lemmahead-searchers-'));
  settings = await settingsIn(home, withIndex(home));
});
afterEach(() => searchers.close());
afterAll(() => rmSync(home, { recursive: true, force: true }));

function open(options: Partial<SearchersOptions> = {}): void {
  searchers = new Searchers({ cwd: home, settings, threads: 1, waiting: 10, timeoutMs: 60_000, ...options });
}

async function ask(query: string, signal = never): Promise<any> {
  const { json } = await searchers.ask({ ask: 'search', options: searchOptions({ query, k: 1 }, settings) }, signal);
  return JSON.parse(json);
}

const firstOf = async (query: string): Promise<string> => (await ask(query)).results[0].name;

/** `answered`, the code of a failure, or what else was thrown. */
async function endOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => (error as Failure).detail?.code ?? String(error),
  );
}

/** Of this process. Linux. */
const threadCount = (): number => readdirSync('/proc/self/task').length;

describe('the threads that search', () => {
  it('answer each its own question, more at a time than there are threads', async () => {
    open({ threads: 2, waiting: 30 });
    const queries = ['Nat.add_comm', 'mul_assoc', 'Nat.succ', 'add_assoc'];
    const asked = Array.from({ length: 24 }, (_, k) => queries[k % queries.length]!);
    expect(await Promise.all(asked.map(firstOf))).toEqual(asked);
  });

  it('do not go on for long with what nobody waits for', async () => {
    open({ thread: FRAGILE });
    const left = new AbortController();
    const hanging = endOf(ask('hang', left.signal));
    await sleep(200);
    left.abort();
    expect(await endOf(ask('the next'))).toBe('answered');
    expect(await hanging).toBe('search-timeout');
  }, 20_000);

  it('tell a failure as the command does, and answer the next', async () => {
    open();
    const detail = { code: 'name-empty', exit: 'usage', next: expect.any(String) };
    await expect(searchers.ask({ ask: 'show', name: '' }, never)).rejects.toMatchObject({ detail });
    expect(await firstOf('mul_assoc')).toBe('mul_assoc');
  });

  it('are given up where they do not answer in time, and the next search is answered', async () => {
    open({ timeoutMs: 2500 });
    expect(await firstOf('mul_assoc')).toBe('mul_assoc');
    const writer = new Database(settings.indexPath!);
    writer.exec('BEGIN EXCLUSIVE');
    const began = Date.now();
    const hung = searchers.ask({ ask: 'stats' }, never);
    await expect(hung).rejects.toMatchObject({ detail: { code: 'search-timeout', exit: 'budget' } });
    expect(Date.now() - began).toBeLessThan(4500);
    writer.exec('COMMIT');
    writer.close();
    expect(await firstOf('add_assoc')).toBe('add_assoc');
  }, 30_000);

  it('keep the slot of whoever left until they have answered, and drop whoever left while waiting', async () => {
    open();
    const leave = new AbortController();
    const [first, second] = [ask('mul_assoc', leave.signal), endOf(ask('Nat.succ', leave.signal))];
    const third = ask('add_assoc');
    leave.abort(new Error('left'));
    expect(await second).toBe('Error: left');
    expect([(await first).results[0].name, (await third).results[0].name]).toEqual(['mul_assoc', 'add_assoc']);
  });

  it('refuse beyond what may wait', async () => {
    open({ waiting: 1 });
    const asked = ['mul_assoc', 'add_assoc', 'Nat.succ'].map((query) => endOf(ask(query)));
    expect(await Promise.all(asked)).toEqual(['answered', 'answered', 'busy']);
  });
});

describe('a thread that is lost', () => {
  it.each([
    ['hang', 'search-timeout'],
    ['throw', 'Error: an uncaught error in the thread'],
    ['exit', 'Error: A thread that searches ended.'],
  ])('to %s is told to whoever asked, and replaced for whoever waits', async (query, end) => {
    open({ thread: FRAGILE, timeoutMs: 1500 });
    const before = (await ask('before')).threadId;
    const [lost, next] = [endOf(ask(query)), ask('next')];
    expect(await lost).toBe(end);
    expect((await next).threadId).toBeGreaterThan(before);
    expect(await endOf(ask('again'))).toBe('answered');
  });

  it.each(['throw later', 'exit later'])(
    'when it has nothing to do (%s) ends nothing else, and is not asked again',
    async (query) => {
      open({ thread: FRAGILE, timeoutMs: 1500 });
      const { threadId } = await ask(query);
      await sleep(200);
      expect((await ask('next')).threadId).toBeGreaterThan(threadId);
    },
  );
});

describe('closed, the threads', () => {
  it('are none: who is asked is told, who waits too, and none is begun', async () => {
    const before = threadCount();
    open();
    await ask('mul_assoc');
    expect(threadCount()).toBeGreaterThan(before);
    const asked = ['mul_assoc', 'add_assoc'].map((query) => endOf(ask(query)));
    await searchers.close();
    expect(await Promise.all(asked)).toEqual(['interrupted', 'interrupted']);
    expect(await endOf(ask('mul_assoc'))).toBe('interrupted');
    await sleep(50);
    expect(threadCount()).toBe(before);
  });

  it('wait for none that hangs', async () => {
    open({ thread: FRAGILE });
    await ask('before');
    const hung = endOf(ask('hang'));
    await sleep(50);
    await searchers.close();
    expect(await hung).toBe('interrupted');
  });
});
