/**
 * Sends units through a queue while workers are killed, PostgreSQL is restarted twice and the network is cut, and says
 * whether each unit has one result, and the right one. Exit status 1 if not.
 * Usage: node bench/queue/chaos.ts [--seconds 600] [--workers 8] [--kill-every 10] [--cut 30] [--hosts] [--json FILE].
 * --hosts: each worker is on a host of its own, a network namespace (needs root); first the link of one of them is cut, then
 * those of all. Without it, one proxy stands for the network.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { type Answer, UnitSender } from '../../src/queue/unit-sender.ts';
import { PASSWORD, startServer } from '../../test/queue/postgres.ts';
import { ADDRESSES, Hosts, moveToOwnNetwork, OWN_ADDRESS } from './hosts.ts';
import { machine, print, quantile, readFlags, toJson, writeReport } from '../harness.ts';
import { SLEEP_UNIT } from './sleep-unit.ts';

const values = readFlags({
  seconds: { type: 'string', default: '600' },
  workers: { type: 'string', default: '8' },
  'kill-every': { type: 'string', default: '10' },
  cut: { type: 'string', default: '30' },
  hosts: { type: 'boolean', default: false },
  json: { type: 'string' },
});
if (values.hosts) moveToOwnNetwork();
const endMs = Number(values.seconds) * 1000;
const count = Number(values.workers);

const hosts = values.hosts ? new Hosts(count) : null;

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

const server = await startServer(
  ['-c', 'max_connections=200', ...(values.hosts ? ['-c', `listen_addresses=localhost,${OWN_ADDRESS}`] : [])],
  (data) => {
    if (values.hosts) appendFileSync(join(data, 'pg_hba.conf'), `host all all ${ADDRESSES} scram-sha-256\n`);
  },
);
const database = await server.makeDatabase();
const link = hosts === null ? new Link(server.port) : null;
const url = server.url(database, await link?.open());
/** As the hosts see it. */
const workerUrl = hosts === null ? url : `${url.replace('127.0.0.1', OWN_ADDRESS)}?sslmode=disable`;
const workers: ChildProcess[] = [];
let started = 0;

async function startWorker(): Promise<void> {
  const own = [process.execPath, join(import.meta.dirname, 'sleep-worker.ts'), workerUrl];
  const [program, ...args] = hosts === null ? own : hosts.on(started++ % hosts.count, own);
  const child = spawn(program!, args, {
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
  const cutMs = Number(values.cut) * 1000;
  await sleep(endMs * 0.1);
  await hosts?.cut(0, cutMs);
  await sleep(endMs * 0.15 - (hosts === null ? 0 : cutMs));
  await (link?.cut(cutMs) ?? hosts!.cutAll(cutMs));
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
const listed = await queue.sql<{ host: string }>('SELECT DISTINCT host FROM lemmahead.worker ORDER BY host');
for (const worker of [survivor, ...workers]) worker.kill('SIGTERM');
await queue.close();
link?.close();
await server.close();
const report = {
  machine: machine(),
  hosts: listed.map(({ host }) => host),
  ...{ units: sent, wrong: wrong.slice(0, 5), wrongCount: wrong.length, stored: stored!.done, kills, outages },
  attempts: attempts!.all,
  ...{ secondsPerUnit: [quantile(seconds, 0.5), quantile(seconds, 0.99), Math.max(...seconds)] },
  memory: { first: memory[0], middle: memory[Math.floor(memory.length / 2)], last: memory.at(-1) },
};
if (values.json !== undefined) writeReport({ json: values.json }, report, '');
print(toJson(report));
process.exitCode = wrong.length === 0 && stored!.done === sent ? 0 : 1;
