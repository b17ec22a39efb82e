/** How a server ends: what is under way is answered, nothing new is taken, nothing is left running, and the exit code is 0. */
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
import { type Answer, expectCleanEnd, type ServeProcess, startServe, withIndex } from './serve-process.ts';

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

/** A search takes as long as the index is locked. */
function lockIndex(): () => void {
  const writer = new Database(env.LEMMAHEAD_INDEX);
  writer.exec('BEGIN EXCLUSIVE');
  return () => void writer.exec('COMMIT').close();
}

const search = (): Promise<Answer> => server.post('/search', { query: 'Nat.succ', k: 1 });

/** Ends it, and says how long that took; `meanwhile` happens once it has been told. */
async function endIt(signal: NodeJS.Signals = 'SIGTERM', meanwhile?: () => Promise<void>): Promise<number> {
  const began = Date.now();
  server.signal(signal);
  expect(await until(() => server.said().includes('Stopping'), 5000, 5)).toBe(true);
  await meanwhile?.();
  expectCleanEnd(await server.ended);
  return Date.now() - began;
}

/** A connection of its own to write on, and all that comes back. */
function open(): { socket: Socket; all: Promise<string> } {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  const all = (async () => {
    let text = '';
    for await (const chunk of socket) text += chunk as string;
    return text;
  })();
  return { socket, all };
}

describe('a server that is told to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s with nothing to do ends at once, also with connections that are kept',
    async (name) => {
      const agent = new Agent({ keepAlive: true });
      await new Promise<void>((done) =>
        request(`${server.url}/health`, { agent }, (got) => got.resume().on('end', done)).end(),
      );
      const silent = open();
      await search();
      expect(await endIt(name)).toBeLessThan(3000);
      await silent.all;
      agent.destroy();
    },
  );

  it('answers the searches that are under way, those that wait too, and takes no other', async () => {
    await search();
    const unlock = lockIndex();
    const under = Array.from({ length: 20 }, search);
    await sleep(300);
    await endIt('SIGTERM', async () => {
      await expect(search()).rejects.toThrow('ECONNREFUSED');
      expect(await Promise.race([Promise.all(under), sleep(100, null)])).toBe(null);
      unlock();
    });
    const answers = await Promise.all(under);
    expect(answers.map(({ status, json }) => [status, json.results?.[0]?.name])).toEqual(
      answers.map(() => [200, 'Nat.succ']),
    );
    for (const { headers } of answers) expect(headers.connection).toBe('close');
  });

  it('refuses what comes over an open connection, and reads to its end what had begun', async () => {
    await search();
    const [late, begun] = [open(), open()];
    const body = '{"query": "Nat.succ", "k": 1}';
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    late.socket.write(`POST /search HTTP/1.1\r\n`);
    begun.socket.write(`POST /search HTTP/1.1\r\n${head}\r\n${body.slice(0, 9)}`);
    await sleep(200);
    await endIt('SIGTERM', async () => {
      late.socket.write(`${head}\r\n${body}`);
      begun.socket.write(body.slice(9));
      const refused = await late.all;
      expect(refused).toMatch(/^HTTP\/1\.1 503 .*^connection: close\r$.*"code":"stopping"/imsu);
      expect(refused).toContain('lemmahead/error@1');
    });
    expect(await begun.all).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$.*"name":"Nat\.succ"/imsu);
  });

  it('stops a check that is under way, and one that waits, and tells whoever asked', async () => {
    const checks = [1, 2].map(() => server.post('/check', { text: HANGS }));
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect(await endIt()).toBeLessThan(8000);
    for (const { status, json } of await Promise.all(checks))
      expect([status, json.schema, json.code]).toEqual([503, 'lemmahead/error@1', 'interrupted']);
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('stops its proofs, tells whoever listens, and leaves them to be gone on with', async () => {
    const ids: string[] = [];
    for (const text of [HANGS, HANGS]) ids.push((await server.post('/prove', { text, mode: 'cold' })).json.id);
    expect(await until(() => hanging().length > 0)).toBe(true);
    const heard = ids.map((id) => server.get(`/prove/${id}/events`));
    await sleep(200);
    expect(await endIt()).toBeLessThan(8000);
    for (const { text } of await Promise.all(heard)) {
      const last = text.trimEnd().split('\n\n').at(-1);
      expect(last).toMatch(/^id: \d+\nevent: end\ndata: \{.*"state":"cancelled"/u);
    }
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('waits for no proof that nobody listens to, and still ends its Lean', async () => {
    await server.post('/prove', { text: HANGS, mode: 'cold' });
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect(await endIt()).toBeLessThan(8000);
    expect(readdirSync(join(home, 'posted'))).toEqual([]);
  });

  it('and once more, dies of the signal', async () => {
    await search();
    const unlock = lockIndex();
    const under = search().catch((error: Error) => error.message);
    await sleep(200);
    server.signal('SIGTERM');
    expect(await until(() => server.said().includes('Stopping'), 5000, 5)).toBe(true);
    server.signal('SIGTERM');
    expect((await server.ended).status).toBe(null);
    expect(await under).toMatch(/hang up|ECONNRESET/u);
    unlock();
  });
});
