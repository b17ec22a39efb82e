/** The search threads: their results, and how hanging, dead and abandoned ones are handled. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
  searchers = new Searchers({ cwd: home, settings, threads: 1, maxWaiting: 10, timeoutMs: 60_000, ...options });
}

async function search(query: string, signal = never): Promise<any> {
  const options = searchOptions({ query, k: 1 }, settings);
  const { json } = await searchers.run({ command: 'search', options }, signal);
  return JSON.parse(json);
}

const firstOf = async (query: string): Promise<string> => (await search(query)).results[0].name;

/** `answered`, the code of a failure, or another error as text. */
async function endOf(response: Promise<unknown>): Promise<string> {
  return response.then(
    () => 'answered',
    (error: unknown) => (error as Failure).detail?.code ?? String(error),
  );
}

/** The number of threads of this process (Linux). */
const threadCount = (): number => readdirSync('/proc/self/task').length;

describe('the search threads', () => {
  it('answer concurrent requests, also more than there are threads', async () => {
    open({ threads: 2, maxWaiting: 30 });
    const names = ['Nat.add_comm', 'mul_assoc', 'Nat.succ', 'add_assoc'];
    const queries = Array.from({ length: 24 }, (_, k) => names[k % names.length]!);
    expect(await Promise.all(queries.map(firstOf))).toEqual(queries);
  });

  it('stop an abandoned request after a short time', async () => {
    open({ thread: FRAGILE });
    const disconnect = new AbortController();
    const hanging = endOf(search('hang', disconnect.signal));
    await sleep(200);
    disconnect.abort();
    expect(await endOf(search('the next'))).toBe('answered');
    expect(await hanging).toBe('search-timeout');
  }, 20_000);

  it('report the failure of a command, and answer the next request', async () => {
    open();
    const detail = { code: 'name-empty', exit: 'usage', next: expect.any(String) };
    await expect(searchers.run({ command: 'show', name: '' }, never)).rejects.toMatchObject({ detail });
    expect(await firstOf('mul_assoc')).toBe('mul_assoc');
  });

  it('answer from an index that was removed after one of them had opened it', async () => {
    const path = join(home, 'removed.sqlite');
    copyFileSync(settings.indexPath!, path);
    open({ threads: 2, settings: { ...settings, indexPath: path } });
    await search('mul_assoc');
    rmSync(path);
    // The second thread starts now, and cannot open the index.
    const both = ['mul_assoc', 'add_assoc'].map((query) => endOf(search(query)));
    expect(await Promise.all(both)).toEqual(['answered', 'index-missing']);
    for (const query of ['mul_assoc', 'add_assoc']) expect(await firstOf(query)).toBe(query);
  });

  it('are replaced after a timeout, and the next search is answered', async () => {
    // Longer than a thread needs to start on a busy machine, shorter than SQLite waits for a writer.
    open({ timeoutMs: 4000 });
    expect(await firstOf('mul_assoc')).toBe('mul_assoc');
    const writer = new Database(settings.indexPath!);
    writer.exec('BEGIN EXCLUSIVE');
    const began = Date.now();
    const hung = searchers.run({ command: 'stats' }, never);
    await expect(hung).rejects.toMatchObject({ detail: { code: 'search-timeout', exit: 'budget' } });
    expect(Date.now() - began).toBeLessThan(5500);
    writer.exec('COMMIT');
    writer.close();
    expect(await firstOf('add_assoc')).toBe('add_assoc');
  }, 30_000);

  it('finish a running request of a disconnected client, and drop a waiting one', async () => {
    open();
    // The thread has started: an abandoned request has little time.
    await firstOf('add_assoc');
    const disconnect = new AbortController();
    const [first, second] = [search('mul_assoc', disconnect.signal), endOf(search('Nat.succ', disconnect.signal))];
    const third = search('add_assoc');
    disconnect.abort(new Error('disconnected'));
    expect(await second).toBe('Error: disconnected');
    expect([(await first).results[0].name, (await third).results[0].name]).toEqual(['mul_assoc', 'add_assoc']);
  });

  it('refuse requests if the queue is full', async () => {
    open({ maxWaiting: 1 });
    const responses = ['mul_assoc', 'add_assoc', 'Nat.succ'].map((query) => endOf(search(query)));
    expect(await Promise.all(responses)).toEqual(['answered', 'answered', 'busy']);
  });
});

describe('a lost search thread', () => {
  it.each([
    ['hang', 'search-timeout'],
    ['throw', 'Error: an uncaught error in the thread'],
    ['exit', 'Error: A search thread ended unexpectedly'],
  ])('fails its request and is replaced for the next: %s', async (query, end) => {
    open({ thread: FRAGILE, timeoutMs: 1500 });
    const before = (await search('before')).threadId;
    const [lost, next] = [endOf(search(query)), search('next')];
    expect(await lost).toBe(end);
    expect((await next).threadId).toBeGreaterThan(before);
    expect(await endOf(search('again'))).toBe('answered');
  });

  it.each(['throw later', 'exit later'])('is not used again if it dies while idle: %s', async (query) => {
    open({ thread: FRAGILE, timeoutMs: 1500 });
    const { threadId } = await search(query);
    await sleep(1000);
    expect((await search('next')).threadId).toBeGreaterThan(threadId);
  });
});

describe('closing the search threads', () => {
  it('ends all threads and fails running, waiting and new requests', async () => {
    const before = threadCount();
    open();
    await search('mul_assoc');
    expect(threadCount()).toBeGreaterThan(before);
    const responses = ['mul_assoc', 'add_assoc'].map((query) => endOf(search(query)));
    await searchers.close();
    expect(await Promise.all(responses)).toEqual(['interrupted', 'interrupted']);
    expect(await endOf(search('mul_assoc'))).toBe('interrupted');
    await sleep(50);
    expect(threadCount()).toBe(before);
  });

  it('does not wait for a thread that hangs', async () => {
    open({ thread: FRAGILE });
    await search('before');
    const hung = endOf(search('hang'));
    await sleep(50);
    await searchers.close();
    expect(await hung).toBe('interrupted');
  });
});
