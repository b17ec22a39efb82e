/** Shutdown of the server: running searches are answered, new requests are refused, no process remains, exit code 0. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processesUnder } from '../cli/processes-under.ts';
import { until } from '../lean/alive.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { type ServerResponse, expectCleanEnd, type ServeProcess, startServe, withIndex } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-ending-'));
const home = join(folder, 'home');
const env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: '', TMPDIR: folder };
let server: ServeProcess;

beforeAll(async () => {
  env.LEMMAHEAD_INDEX = withIndex(home).LEMMAHEAD_INDEX;
  await trustLean(home, folder, env);
}, 60_000);
beforeEach(async () => {
  server = await startServe(['--require-sandbox', 'limits'], { cwd: folder, env });
});
afterEach(async () => {
  expect(processesUnder(folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('lemmahead-'))).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HANGS = '-- @hang\n-- when rfl: hang\ntheorem one : 1 = 1 := by\n  sorry\n';
const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));

/** Searches wait until the returned function unlocks the index. */
function lockIndex(): () => void {
  const writer = new Database(env.LEMMAHEAD_INDEX);
  writer.exec('BEGIN EXCLUSIVE');
  return () => void writer.exec('COMMIT').close();
}

const search = (): Promise<ServerResponse> => server.post('/search', { query: 'Nat.succ', k: 1 });

/** Stops the server and returns the time that it took. `meanwhile` runs after the server has begun to stop. */
async function stopServer(signal: NodeJS.Signals = 'SIGTERM', meanwhile?: () => Promise<void>): Promise<number> {
  const began = Date.now();
  server.signal(signal);
  expect(await until(() => server.stderr().includes('Stopping'), 5000, 5)).toBe(true);
  await meanwhile?.();
  expectCleanEnd(await server.ended);
  return Date.now() - began;
}

/** A new connection, and everything that is received on it. */
function open(): { socket: Socket; all: Promise<string> } {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  const all = (async () => {
    let text = '';
    for await (const chunk of socket) text += chunk as string;
    return text;
  })();
  return { socket, all };
}

describe('a server that is stopped', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s without running requests exits immediately, also with open connections',
    async (name) => {
      const agent = new Agent({ keepAlive: true });
      await new Promise<void>((done) =>
        request(`${server.url}/health`, { agent }, (got) => got.resume().on('end', done)).end(),
      );
      const silent = open();
      await search();
      expect(await stopServer(name)).toBeLessThan(3000);
      await silent.all;
      agent.destroy();
    },
  );

  it('answers the running and the waiting searches, and accepts no others', async () => {
    await search();
    const unlock = lockIndex();
    const running = Array.from({ length: 20 }, search);
    await sleep(300);
    await stopServer('SIGTERM', async () => {
      await expect(search()).rejects.toThrow('ECONNREFUSED');
      expect(await Promise.race([Promise.all(running), sleep(100, null)])).toBe(null);
      unlock();
    });
    const answers = await Promise.all(running);
    expect(answers.map(({ status, json }) => [status, json.results?.[0]?.name])).toEqual(
      answers.map(() => [200, 'Nat.succ']),
    );
    for (const { headers } of answers) expect(headers.connection).toBe('close');
  });

  it('refuses a new request on an open connection, and completes a request that had begun', async () => {
    await search();
    const [late, begun] = [open(), open()];
    const body = '{"query": "Nat.succ", "k": 1}';
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    late.socket.write(`POST /search HTTP/1.1\r\n`);
    begun.socket.write(`POST /search HTTP/1.1\r\n${head}\r\n${body.slice(0, 9)}`);
    await sleep(200);
    await stopServer('SIGTERM', async () => {
      late.socket.write(`${head}\r\n${body}`);
      begun.socket.write(body.slice(9));
      const refused = await late.all;
      expect(refused).toMatch(/^HTTP\/1\.1 503 .*^connection: close\r$.*"code":"stopping"/imsu);
      expect(refused).toContain('lemmahead/error@1');
    });
    expect(await begun.all).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$.*"name":"Nat\.succ"/imsu);
  });

  it('stops a running and a waiting check, and reports it to the clients', async () => {
    const checks = [1, 2].map(() => server.post('/check', { text: HANGS }));
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect(await stopServer()).toBeLessThan(8000);
    for (const { status, json } of await Promise.all(checks))
      expect([status, json.schema, json.code]).toEqual([503, 'lemmahead/error@1', 'interrupted']);
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('stops its proofs and reports it to the listeners', async () => {
    const ids: string[] = [];
    for (const text of [HANGS, HANGS]) ids.push((await server.post('/prove', { text, mode: 'cold' })).json.id);
    expect(await until(() => hanging().length > 0)).toBe(true);
    const streams = ids.map((id) => server.get(`/prove/${id}/events`));
    await sleep(200);
    expect(await stopServer()).toBeLessThan(8000);
    for (const { text } of await Promise.all(streams)) {
      const last = text.trimEnd().split('\n\n').at(-1);
      expect(last).toMatch(/^id: \d+\nevent: end\ndata: \{.*"state":"cancelled"/u);
    }
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('does not wait for a proof without listeners, but ends its Lean', async () => {
    await server.post('/prove', { text: HANGS, mode: 'cold' });
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect(await stopServer()).toBeLessThan(8000);
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('is killed by a second signal', async () => {
    await search();
    const unlock = lockIndex();
    const running = search().catch((error: Error) => error.message);
    await sleep(200);
    server.signal('SIGTERM');
    expect(await until(() => server.stderr().includes('Stopping'), 5000, 5)).toBe(true);
    server.signal('SIGTERM');
    expect((await server.ended).status).toBe(null);
    expect(await running).toMatch(/hang up|ECONNRESET/u);
    unlock();
  });
});
