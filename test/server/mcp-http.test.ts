import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headlessContext } from '../../src/server/headless-context.ts';
import { mcpHttpHandler } from '../../src/server/mcp/http.ts';
import { TOOLS } from '../../src/server/mcp/tools.ts';
import { type Caller, Service } from '../../src/server/service.ts';
import { call, overHttp, type OverHttp, PROTOCOLS } from './mcp-client.ts';
import { settingsIn } from './serve-process.ts';
import { writeLibraryIndex } from '../library-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-mcp-http-'));
const index = join(folder, 'abacus.sqlite');
const silent = (): void => undefined;

async function openService(): Promise<Service> {
  writeLibraryIndex(index);
  const cwd = join(folder, 'work');
  mkdirSync(cwd);
  const settings = await settingsIn(cwd, { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: index });
  const context = headlessContext({ cwd, settings, signal: new AbortController().signal }, []);
  return new Service(context, {
    threads: 1,
    searchQueue: 8,
    searchTimeoutMs: 30_000,
    graphWaitMs: 0,
    jobs: 1,
    maxWaiting: 2,
    requireSandbox: 'none',
    maxTime: 60,
    limits: { cost: null, tokens: null, attempts: null },
  });
}

let service: Service;
beforeAll(async () => void (service = await openService()));
afterAll(() => service.close());

describe.each(PROTOCOLS)('MCP over HTTP, protocol %s', (version) => {
  let http: OverHttp;
  beforeAll(async () => void (http = await overHttp(version, mcpHttpHandler(service, { onBug: silent }).fetch)));
  afterAll(() => http.close());

  it('negotiates that protocol and lists the tools', async () => {
    expect(http.client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await http.client.listTools();
    expect(tools).toHaveLength(TOOLS.length);
    for (const { name } of tools) expect(name).toMatch(/^[a-z_]+$/);
  });

  it('runs every tool', async () => {
    const { client } = http;
    const found = await call(client, 'search', { query: 'Nat.add_comm', k: 1 });
    expect(found.structured.results[0].name).toBe('Nat.add_comm');
    expect((await call(client, 'show', { name: 'Monoid' })).structured.exit).toBe('done');
    // Without a concept base.
    expect((await call(client, 'concepts', { term: 'monoid' })).structured.code).toBe('concepts-missing');
    expect((await call(client, 'stats')).structured.declarations).toBeGreaterThan(100);
    const text = 'theorem t : 1 = 1 := by\n  sorry\n';
    expect((await call(client, 'holes', { text })).structured.count).toBe(1);
    expect((await call(client, 'outline', { text })).structured.declarations).toHaveLength(1);
    for (const name of ['goal', 'hover']) {
      expect((await call(client, name, { text, line: 2 })).structured.exit).toBeTruthy();
    }
    expect((await call(client, 'try', { text, line: 2, attempts: ['rfl'] })).structured.exit).toBeTruthy();
    expect((await call(client, 'run', { snippet: '#check Nat' })).structured.exit).toBeTruthy();
    expect((await call(client, 'diagnostics', { text })).structured.exit).toBeTruthy();
    expect((await call(client, 'references', { name: 'Monoid' })).structured.exit).toBeTruthy();
    expect((await call(client, 'check', { text })).structured.exit).toBeTruthy();
    expect((await call(client, 'prove', { text, max_time: 1 })).text).not.toBe('');
    expect(await call(client, 'search', { query: 1 })).toMatchObject({
      isError: true,
      structured: { code: 'bad-request' },
    });
  }, 60_000);

  it('runs several calls concurrently', async () => {
    const queries = ['Nat.add_comm', 'add_assoc', 'Monoid', '_ + _ = _ + _'];
    const answers = await Promise.all(queries.map((query) => call(http.client, 'search', { query, k: 1 })));
    for (const { structured } of answers) expect(structured.results).toHaveLength(1);
  });
});

/** A fake service that only implements `prove`. */
function serviceWith(prove: (caller: Caller) => Promise<never>): Service {
  return { prove: (_: unknown, caller: Caller) => prove(caller), files: { root: '/' } } as unknown as Service;
}

describe.each(PROTOCOLS)('a long call over HTTP, protocol %s', (version) => {
  it('sends progress with increasing numbers to a client that requested it', async () => {
    const slow = serviceWith(async ({ onProgress }) => {
      for (const words of ['hole 1 of 2', 'hole 2 of 2', 'hole 2 of 2, again']) {
        onProgress?.(0, 2, words);
        await sleep(300);
      }
      throw new TypeError('enough');
    });
    const { client, close } = await overHttp(version, mcpHttpHandler(slow, { onBug: silent }).fetch);
    const received: { progress: number; message?: string | undefined }[] = [];
    await call(client, 'prove', { text: 'x' }, { onprogress: (progress) => void received.push(progress) });
    expect(received.map(({ message }) => message)).toEqual(['hole 1 of 2', 'hole 2 of 2', 'hole 2 of 2, again']);
    expect(received.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    await close();
  });

  it('is aborted if its client disconnects', async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const endless = serviceWith(({ signal }) => {
      started.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve();
          reject(signal.reason as Error);
        });
      });
    });
    const { client, close } = await overHttp(version, mcpHttpHandler(endless, { onBug: silent }).fetch);
    const called = call(client, 'prove', { text: 'x' }).catch(() => null);
    await started.promise;
    await close();
    await aborted.promise;
    await called;
  });

  it('reports a bug without data of this machine', async () => {
    const bugs: unknown[] = [];
    const broken = serviceWith(async () => {
      throw new TypeError(`no such thing in ${folder}`);
    });
    const onBug = (error: unknown): void => void bugs.push(error);
    const { client, close } = await overHttp(version, mcpHttpHandler(broken, { onBug }).fetch);
    const { isError, text, structured } = await call(client, 'prove', { text: 'x' });
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ code: 'bug', exit: 'bug', message: 'lemmahead has a bug.' });
    expect(JSON.stringify([text, structured])).not.toContain(tmpdir());
    expect(bugs).toHaveLength(1);
    await close();
  });
});

it('aborts a call over HTTP that its client cancels', async () => {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const endless = serviceWith(({ signal }) => {
    started.resolve();
    signal.addEventListener('abort', () => aborted.resolve());
    return new Promise(() => undefined);
  });
  const { client, close } = await overHttp('2026-07-28', mcpHttpHandler(endless, { onBug: silent }).fetch);
  const stop = new AbortController();
  const called = call(client, 'prove', { text: 'x' }, { signal: stop.signal });
  await started.promise;
  stop.abort(new Error('cancelled'));
  await expect(called).rejects.toThrow();
  await aborted.promise;
  await close();
});
