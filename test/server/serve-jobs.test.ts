/** Proof jobs over HTTP: events, listeners and cancellation. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lemmahead } from '../cli/spawn.ts';
import { processesUnder } from '../cli/processes-under.ts';
import { until } from '../lean/alive.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { faultsOf } from './json-schema.ts';
import { expectCleanEnd, type ServeProcess, startServe } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-jobs-'));
const home = join(folder, 'home');
const env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: home, TMPDIR: folder };
let server: ServeProcess;

beforeAll(async () => {
  await trustLean(home, folder, env);
  writeFileSync(join(folder, 'One.lean'), ONE);
  server = await startServe(['--require-sandbox', 'limits', '--max-attempts', '3'], { cwd: folder, env });
}, 60_000);
afterEach(async () => {
  // After every test, no process and no text may remain.
  const left = (): unknown[] => [
    ...hanging(),
    ...(existsSync(join(home, 'posted')) ? readdirSync(join(home, 'posted')) : []),
  ];
  expect(await until(() => left().length === 0, 10_000)).toBe(true);
});
afterAll(async () => {
  expectCleanEnd(await server.stop());
  expect(processesUnder(folder)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

const ONE = 'theorem one : 1 = 1 := by\n  sorry\n';
const HANGS = `-- when rfl: hang\n${ONE}`;
const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));

async function start(body: object): Promise<string> {
  const { status, json, headers } = await server.post('/prove', { mode: 'cold', strategy: 'portfolio', ...body });
  expect([status, json.schema, headers.location]).toEqual([202, 'lemmahead/job@1', `/prove/${json.id}`]);
  return json.id;
}

interface Event {
  id: number;
  event: string;
  data: any;
}

function eventsIn(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/u.exec(block)!;
      return { id: Number(id), event: event!, data: JSON.parse(data!) };
    });
}

/** All events to the end of the job. */
async function events(id: string, last?: string): Promise<Event[]> {
  const headers = last === undefined ? {} : { 'last-event-id': last };
  const answer = await server.send('GET', `/prove/${id}/events`, { headers });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  return eventsIn(answer.text);
}

/** A connection that listens to a job. */
function listenTo(id: string): { received: () => string; disconnect: () => void } {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk) => (received += chunk)).on('error', () => undefined);
  socket.write(`GET /prove/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return { received: () => received, disconnect: () => socket.resetAndDestroy() };
}

describe('a proof job', () => {
  it('runs without a client, emits events, and ends with the result of the command', async () => {
    const id = await start({ file: 'One.lean' });
    const all = await events(id);
    expect(all.map((event) => event.id)).toEqual(all.map((_, k) => k + 1));
    const end = all.at(-1)!;
    const { json } = await server.get(`/prove/${id}`);
    expect([end.event, end.data]).toEqual(['end', json]);
    expect(json).toMatchObject({ id, state: 'done', events: all.length, error: null });
    expect(json.result).toMatchObject({
      schema: 'lemmahead/prove@1',
      file: 'One.lean',
      filled: 1,
      written: false,
      exit: 'done',
    });
    const document = (await server.get('/openapi.json')).json;
    const described = (path: string, answer: unknown): string[] =>
      faultsOf(answer, document.paths[path].get.responses[200].content['application/json'].schema, document);
    expect(described('/prove/{id}', json)).toEqual([]);
    expect(described('/prove', (await server.get('/prove')).json)).toEqual([]);
    expect(readFileSync(join(folder, 'One.lean'), 'utf8')).toBe(ONE);
    // Its events are those of `--json-stream`, in the same order.
    const stream = lemmahead(['prove', 'One.lean', '--mode', 'cold', '--strategy', 'portfolio', '--json-stream'], {
      cwd: folder,
      env,
    });
    const streamed = stream.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event);
    expect(all.map(({ event }) => event).filter((event) => event !== 'progress' && event !== 'end')).toEqual(
      streamed.slice(0, -1),
    );
    // Resumed from the middle, and from the end.
    expect(await events(id, '2')).toEqual(all.slice(2));
    expect(await events(id, String(all.length))).toEqual([]);
    for (const strange of ['-5', 'x', '', '1e999'])
      expect((await events(id, strange)).length, strange).toBeLessThanOrEqual(all.length);
    expect(await events(id, 'x')).toEqual(all);
  });

  it('that cannot start fails with the reason', async () => {
    const id = await start({ file: 'Nope.lean' });
    expect((await events(id)).map(({ event }) => event)).toEqual(['end']);
    expect((await server.get(`/prove/${id}`)).json).toMatchObject({
      state: 'failed',
      result: null,
      error: { code: 'file-unreadable' },
    });
  });

  it('continues if its listeners disconnect, and another listener gets its end', async () => {
    const id = await start({ text: HANGS });
    const listeners = [listenTo(id), listenTo(id), listenTo(id)];
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect(await until(() => listeners.every(({ received }) => received().includes('event: ')))).toBe(true);
    for (const { disconnect } of listeners) disconnect();
    await sleep(300);
    expect(hanging().length).toBeGreaterThan(0);
    const running = (await server.get(`/prove/${id}`)).json;
    expect(running).toMatchObject({ state: 'running', ended: null, result: null });
    const received = events(id);
    await server.send('DELETE', `/prove/${id}`);
    expect((await received).at(-1)).toMatchObject({ event: 'end', data: { state: 'cancelled' } });
  });

  it('is stopped by DELETE, and its Lean with it', async () => {
    const id = await start({ text: HANGS });
    expect(await until(() => hanging().length > 0)).toBe(true);
    const answer = await server.send('DELETE', `/prove/${id}`);
    expect([answer.status, answer.json.id]).toEqual([202, id]);
    const end = (await events(id)).at(-1)!;
    expect(end).toMatchObject({
      event: 'end',
      data: { state: 'cancelled', result: null, error: { code: 'interrupted' } },
    });
    expect(end.data.error.next).toContain('runs resume');
    // A second DELETE changes nothing.
    expect((await server.send('DELETE', `/prove/${id}`)).json).toEqual((await server.get(`/prove/${id}`)).json);
  });

  it('is stopped by DELETE while it waits', async () => {
    const [first, second] = [await start({ text: HANGS }), await start({ text: HANGS })];
    expect(await until(() => hanging().length > 0)).toBe(true);
    expect((await server.get(`/prove/${second}`)).json.state).toBe('waiting');
    await server.send('DELETE', `/prove/${second}`);
    expect((await events(second)).map(({ event, data }) => [event, data.state])).toEqual([['end', 'cancelled']]);
    expect((await server.get(`/prove/${first}`)).json.state).toBe('running');
    await server.send('DELETE', `/prove/${first}`);
    await events(first);
    const { jobs } = (await server.get('/prove')).json;
    expect(jobs.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([second, first]);
  });

  it('ends at the lower of its own limits and the limits of the server', async () => {
    const never = `-- needs magic\n${ONE}`;
    const [wide, narrow] = [
      await start({ text: never, max_attempts: 1000 }),
      await start({ text: never, max_attempts: 1 }),
    ];
    for (const [id, attempts] of [
      [wide, 3],
      [narrow, 1],
    ] as const) {
      await events(id);
      const { result } = (await server.get(`/prove/${id}`)).json;
      expect([result.attempts, result.exit, result.filled]).toEqual([attempts, 'budget', 0]);
    }
  });
});
