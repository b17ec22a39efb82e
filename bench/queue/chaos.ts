/**
 * Sends units through a queue while workers are killed, PostgreSQL is restarted twice and the network is cut once, and says
 * whether each unit has one result, and the right one. Exit status 1 if not.
 * Usage: node bench/queue/chaos.ts [--seconds 600] [--workers 8] [--kill-every 10] [--cut 30] [--json FILE].
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { type Answer, UnitSender } from '../../src/queue/unit-sender.ts';
import { PASSWORD, startServer } from '../../test/queue/postgres.ts';
import { machine, print, quantile, readFlags, toJson, writeReport } from '../harness.ts';
import { SLEEP_UNIT } from './sleep-unit.ts';

const values = readFlags({
  seconds: { type: 'string', default: '600' },
  workers: { type: 'string', default: '8' },
  'kill-every': { type: 'string', default: '10' },
  cut: { type: 'string', default: '30' },
  json: { type: 'string' },
});
const endMs = Number(values.seconds) * 1000;
const count = Number(values.workers);

/** A network that can be cut: bytes wait, as they do while packets are lost. */
class Link {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  readonly #server;

  constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => to.write(bytes));
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        if (this.#isCut) from.pause();
      }
    });
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async cut(ms: number): Promise<void> {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
    await sleep(ms);
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const server = await startServer(['-c', 'max_connections=200']);
const link = new Link(server.port);
const url = server.url(await server.makeDatabase(), await link.open());
const workers: ChildProcess[] = [];

async function startWorker(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sleep-worker.ts'), url], {
    env: { ...process.env, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  workers.push(child);
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
}

/** Memory of a process in MB; null if it is gone. */
function memoryOf({ pid, exitCode, signalCode }: ChildProcess): number | null {
  if (exitCode !== null || signalCode !== null) return null;
  const pages = Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round(pages / 1024);
}

const outages = { lost: 0, back: 0 };
const queue = await openQueue(readQueueUrl(url), {
  ...{ password: PASSWORD, connections: 3, supervises: true, onError: () => undefined },
});
const sender = new UnitSender(queue, SLEEP_UNIT, new AbortController().signal, {
  onLost: () => void outages.lost++,
  onBack: () => void outages.back++,
});
for (let at = 0; at < count; at++) await startWorker();
// This one lives to the end, for its memory.
const survivor = workers.shift()!;
const memory: (number | null)[] = [memoryOf(survivor)];

const start = performance.now();
const isOver = (): boolean => performance.now() - start > endMs;
let sent = 0;
let kills = 0;
const answers = new Map<number, Answer<{ at: number }>[]>();
const seconds: number[] = [];

async function sendUnits(): Promise<void> {
  while (!isOver()) {
    const at = sent++;
    const began = performance.now();
    const answer = await sender.send({ ms: 1000, at }, {});
    seconds.push((performance.now() - began) / 1000);
    answers.set(at, [...(answers.get(at) ?? []), answer]);
  }
}

async function killWorkers(): Promise<void> {
  for (;;) {
    await sleep(Number(values['kill-every']) * 1000);
    if (isOver()) return;
    const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1);
    victim!.kill('SIGKILL');
    kills++;
    memory.push(memoryOf(survivor));
    // Starting waits for the database, which may be away.
    void startWorker();
  }
}

async function disturb(): Promise<void> {
  await sleep(endMs * 0.25);
  await server.stop();
  await sleep(3000);
  await server.start();
  await sleep(endMs * 0.25);
  await link.cut(Number(values.cut) * 1000);
  await sleep(endMs * 0.2);
  await server.stop();
  await server.start();
}

await Promise.all([disturb(), killWorkers(), ...Array.from({ length: count * 2 }, sendUnits)]);
const wrong = Array.from({ length: sent }, (_, at) => answers.get(at) ?? []).filter(
  (all, at) => all.length !== 1 || all[0]!.kind !== 'done' || all[0]!.result.at !== at,
);
const [attempts] = await queue.sql<{ all: number; units: number }>(
  `SELECT count(*)::int AS all, count(DISTINCT unit)::int AS units FROM lemmahead.attempt`,
);
const [stored] = await queue.sql<{ done: number }>(
  `SELECT count(*) FILTER (WHERE state = 'completed')::int AS done FROM lemmahead_pgboss.job`,
);
for (const worker of [survivor, ...workers]) worker.kill('SIGTERM');
await queue.close();
link.close();
await server.close();
const report = {
  machine: machine(),
  ...{ units: sent, wrong: wrong.slice(0, 5), wrongCount: wrong.length, stored: stored!.done, kills, outages },
  attempts: attempts!.all,
  ...{ secondsPerUnit: [quantile(seconds, 0.5), quantile(seconds, 0.99), Math.max(...seconds)] },
  memory: { first: memory[0], middle: memory[Math.floor(memory.length / 2)], last: memory.at(-1) },
};
if (values.json !== undefined) writeReport({ json: values.json }, report, '');
print(toJson(report));
process.exitCode = wrong.length === 0 && stored!.done === sent ? 0 : 1;
