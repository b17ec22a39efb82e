/**
 * Measures how far one PostgreSQL goes: what many waiting units cost, and what many workers cost. The workers are simulated:
 * objects in this process that lease, wait and answer as a worker does, over as many connections as a pooler would have.
 * Usage: node bench/queue/scale.ts [--waiting 100000,1000000,10000000] [--workers 1000] [--seconds 40]
 *   [--connections 40] [--unit-seconds 20,10,5,3] [--json FILE] [--markdown FILE].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openQueue } from '../../src/queue/open-queue.ts';
import { countUnits, purgeEnded } from '../../src/queue/queue-state.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { QueueWork } from '../../src/queue/queue-work.ts';
import { HEARTBEAT_SECONDS, newWorkerId, WorkerReporter } from '../../src/queue/worker-registry.ts';
import { PASSWORD, startServer } from '../../test/queue/postgres.ts';
import { machine, print, quantile, readFlags, REPORT_FLAGS, table, timed, writeReport } from '../harness.ts';
import { secondsOfServer, tableFacts } from './server-load.ts';
import { SLEEP_UNIT } from './sleep-unit.ts';

const values = readFlags({
  waiting: { type: 'string', default: '100000,1000000,10000000' },
  workers: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '40' },
  connections: { type: 'string', default: '40' },
  'unit-seconds': { type: 'string', default: '20,10,5,3' },
  ...REPORT_FLAGS,
});
const numbers = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

const TAKEN = 500;
const BATCH = 10;
const PER_INSERT = 250_000;
const never = new AbortController().signal;
const quiet = { onLost: () => undefined, onBack: () => undefined };

const server = await startServer(['-c', 'max_connections=200', '-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB']);
const database = await server.makeDatabase();
const queue = await openQueue(readQueueUrl(server.url(database)), {
  ...{ password: PASSWORD, connections: Number(values.connections), supervises: false, onError: () => undefined },
});
const name = await queue.nameFor(SLEEP_UNIT.name, {});
const run = (sql: string): Promise<unknown> => server.sql(sql, database);

/** A text as long as a short Lean file, so that rows are as wide as those of checks. */
const PAYLOAD = JSON.stringify({ ms: 0, at: 0 }).padEnd(250, ' ');

/** Copies one unit in the database, because sending ten million would take a quarter of an hour. */
async function fillTo(count: number): Promise<void> {
  const [{ there }] = (await queue.sql<{ there: number }>(
    `SELECT count(*)::int AS there FROM lemmahead_pgboss.job WHERE name = $1 AND state = 'created'`,
    [name],
  )) as [{ there: number }];
  if (there === 0) await queue.boss.insert(name, [{ data: { payload: PAYLOAD } }]);
  const columns =
    'name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds';
  for (let have = Math.max(there, 1); have < count; have += PER_INSERT) {
    const some = Math.min(PER_INSERT, count - have);
    await run(
      `INSERT INTO lemmahead_pgboss.job (${columns}) SELECT ${columns} FROM
         (SELECT ${columns} FROM lemmahead_pgboss.job WHERE name = '${name}' AND state = 'created' LIMIT 1) one,
         generate_series(1, ${some})`,
    );
  }
  await run('VACUUM (ANALYZE) lemmahead_pgboss.job_common');
}

async function measureWaiting(count: number) {
  await fillTo(count);
  const facts = await tableFacts(queue);
  const [take, finish, batch, status, supervise]: number[][] = [[], [], [], [], []];
  const one = new QueueWork(queue, {
    ...{ worker: newWorkerId(), accepts: (each) => each.name === name, waits: false },
    ...{ drain: never, stop: never, outages: quiet },
  });
  for (let at = 0; at < TAKEN; at++) {
    const units = await timed(take!, () => one.lease(1));
    await timed(finish!, () => one.complete(units, { ok: true, json: '{"at":0}' }));
  }
  for (let at = 0; at < TAKEN / BATCH; at++) {
    const units = await timed(batch!, () => one.lease(BATCH));
    await one.release(units);
  }
  one.close();
  await timed(status!, () => countUnits(queue));
  await timed(supervise!, () => queue.boss.supervise());
  const row = {
    ...{ waiting: count, heapMb: facts.heapMb, indexMb: facts.indexMb },
    takeMs: [quantile(take!, 0.5), quantile(take!, 0.99)],
    finishMs: [quantile(finish!, 0.5), quantile(finish!, 0.99)],
    takePerUnitOfTenMs: Number((quantile(batch!, 0.5) / BATCH).toFixed(2)),
    ...{ statusSeconds: status![0]! / 1000, superviseSeconds: supervise![0]! / 1000 },
  };
  print(JSON.stringify(row));
  return row;
}

interface Load {
  workers: number;
  /** Null: nothing to do, all wait. */
  unitSeconds: number | null;
  /** Whether another transaction stays open meanwhile, so that nothing can be vacuumed. */
  isPinned?: boolean;
}

/** Workers that start at different times, run units that take a time, renew their leases and report themselves. */
async function measureLoad({ workers, unitSeconds, isPinned = false }: Load) {
  const kind = unitSeconds === null ? await queue.nameFor('nothing', {}) : name;
  const drain = new AbortController();
  const counts = { taken: 0, done: 0, atStart: 0, reports: 0 };
  const waits: number[] = [];
  const facts = {
    host: 'simulated',
    pid: 1,
    version: 'bench',
    jobs: 1,
    kinds: ['sleep'],
    offers: [{}],
    self_tests: {},
  };
  let isMeasured = false;
  const simulate = async (at: number): Promise<void> => {
    const period = unitSeconds ?? HEARTBEAT_SECONDS;
    await sleep((at / workers) * period * 1000);
    const id = newWorkerId();
    const reporter = new WorkerReporter(queue, id);
    const report = (): Promise<void> => {
      counts.reports++;
      return reporter.report(facts, { done: 0, failed: 0, per_minute: 0 });
    };
    await report();
    const timer = setInterval(() => void report().catch(() => undefined), HEARTBEAT_SECONDS * 1000);
    const one = new QueueWork(queue, {
      ...{
        worker: id,
        accepts: (each) => each.name === kind,
        waits: true,
        drain: drain.signal,
        stop: never,
        outages: quiet,
      },
    });
    while (!drain.signal.aborted) {
      const began = performance.now();
      const units = await one.lease(1);
      if (units.length === 0) break;
      if (isMeasured) waits.push(performance.now() - began);
      counts.taken++;
      await sleep(unitSeconds! * 1000);
      await one.complete(units, { ok: true, json: '{"at":0}' });
      counts.done++;
    }
    clearInterval(timer);
    one.close();
  };
  const pin = isPinned ? await holdSnapshot() : null;
  const all = Array.from({ length: workers }, (_, at) => simulate(at));
  // All have started, and reported themselves once.
  await sleep(Math.max(HEARTBEAT_SECONDS, unitSeconds ?? 0) * 1000 + 2000);
  isMeasured = true;
  const [before, done, cpu] = [performance.now(), counts.done, await secondsOfServer(queue)];
  const own = process.cpuUsage();
  await sleep(Number(values.seconds) * 1000);
  const seconds = (performance.now() - before) / 1000;
  const ownUsed = process.cpuUsage(own);
  const perSecond = (counts.done - done) / seconds;
  const cores = ((await secondsOfServer(queue)) - cpu) / seconds;
  isMeasured = false;
  drain.abort();
  await Promise.all(all);
  await pin?.();
  const row = {
    ...{ workers, unitSeconds, isPinned, perSecond },
    ideal: unitSeconds === null ? 0 : workers / unitSeconds,
    waitMs: waits.length === 0 ? null : [quantile(waits, 0.5), quantile(waits, 0.99)],
    ...{ databaseCores: cores, simulationCores: (ownUsed.user + ownUsed.system) / 1e6 / seconds },
    table: await tableFacts(queue),
  };
  print(JSON.stringify(row));
  return row;
}

/** A transaction that only looks, as a report or a backup does. */
async function holdSnapshot(): Promise<() => Promise<void>> {
  const other = new pg.Client({ ...readQueueUrl(server.url(database)), password: PASSWORD });
  await other.connect();
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM lemmahead.queue');
  return () => other.end();
}

/** How fast results that nobody fetched are removed. */
async function measurePurge() {
  const [{ ended }] = (await queue.sql<{ ended: number }>(
    `SELECT count(*)::int AS ended FROM lemmahead_pgboss.job WHERE name = $1 AND state = 'completed'`,
    [name],
  )) as [{ ended: number }];
  const more = Math.max(0, 100_000 - ended);
  await run(
    `UPDATE lemmahead_pgboss.job SET state = 'completed', completed_on = now(), output = '{"worker": "w", "json": "{}"}'
     WHERE id IN (SELECT id FROM lemmahead_pgboss.job WHERE name = '${name}' AND state = 'created' LIMIT ${more})`,
  );
  const start = performance.now();
  const { units } = await purgeEnded(queue);
  const row = { units, perSecond: units / ((performance.now() - start) / 1000), table: await tableFacts(queue) };
  print(JSON.stringify(row));
  return row;
}

const perWaiting = [];
for (const count of numbers(values.waiting)) perWaiting.push(await measureWaiting(count));
const workers = Number(values.workers);
const loads = [await measureLoad({ workers, unitSeconds: null })];
for (const unitSeconds of numbers(values['unit-seconds'])) loads.push(await measureLoad({ workers, unitSeconds }));
loads.push(await measureLoad({ workers, unitSeconds: numbers(values['unit-seconds']).at(-1)!, isPinned: true }));
const purge = await measurePurge();
await queue.close();
await server.close();

const two = (value: number): string => value.toFixed(2);
const lines = [
  ...table(
    [
      'waiting units',
      'table · indexes',
      'take one: median · 99 %',
      'store its result',
      'take ten, per unit',
      'count all',
      'maintenance',
    ],
    perWaiting.map((row) => [
      row.waiting,
      `${row.heapMb.toFixed(0)} · ${row.indexMb.toFixed(0)} MB`,
      `${row.takeMs.join(' · ')} ms`,
      `${row.finishMs.join(' · ')} ms`,
      `${row.takePerUnitOfTenMs} ms`,
      `${two(row.statusSeconds)} s`,
      `${two(row.superviseSeconds)} s`,
    ]),
  ),
  '',
  ...table(
    [
      'workers',
      'a unit takes',
      'units per second (without overhead)',
      'wait for a unit: median · 99 %',
      'cores of the database',
      'ms of them per unit',
      'dead rows',
    ],
    loads.map((row) => [
      row.workers,
      row.unitSeconds === null ? 'no units' : `${row.unitSeconds} s${row.isPinned ? ', a transaction stays open' : ''}`,
      row.unitSeconds === null ? '' : `${row.perSecond.toFixed(1)} (${row.ideal.toFixed(0)})`,
      row.waitMs === null ? '' : `${row.waitMs.join(' · ')} ms`,
      two(row.databaseCores),
      row.perSecond === 0 ? '' : two((row.databaseCores / row.perSecond) * 1000),
      row.table.deadRows,
    ]),
  ),
  '',
  `Removing ${purge.units} ended units: ${purge.perSecond.toFixed(0)} per second.`,
];
writeReport(values, { machine: machine(), perWaiting, loads, purge }, `${lines.join('\n')}\n`);
