/** The role of a worker in a real PostgreSQL: with it a worker works, and can do nothing else. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, type TestContext } from 'vitest';
import { z } from 'zod';
import { DatabaseBudget } from '../../src/queue/database-budget.ts';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { countUnits, deadUnits } from '../../src/queue/queue-state.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { handlerOf, type HeldUnit, serveUnits } from '../../src/queue/serve-units.ts';
import type { UnitKind } from '../../src/queue/unit-kind.ts';
import { RecordWriter } from '../../src/queue/unit-record.ts';
import { UnitSender } from '../../src/queue/unit-sender.ts';
import { workerGrants } from '../../src/queue/worker-role.ts';
import { PASSWORD, postgres, type TestServer } from './postgres.ts';
import { machine } from './worker-process.ts';

interface Tenant {
  database: string;
  owner: string;
  worker: string;
  /** The address as one of the two. */
  url: (user: 'owner' | 'worker') => string;
}

/** A database of a tenant: its owner, who is no superuser, and a role without rights for workers. */
async function tenant(server: TestServer): Promise<Tenant> {
  const database = await server.makeDatabase();
  const [owner, worker] = [`owner_of_${database}`, `worker-of_${database}`];
  for (const role of [owner, worker]) await server.sql(`CREATE ROLE "${role}" LOGIN PASSWORD '${PASSWORD}'`);
  await server.sql(`ALTER DATABASE "${database}" OWNER TO "${owner}"`);
  const url: Tenant['url'] = (user) => server.url(database).replace('lemma@', `${user === 'owner' ? owner : worker}@`);
  return { database, owner, worker, url };
}

/** A queue as this user, with the errors of its work in the background. */
async function openAs(context: TestContext, url: string): Promise<{ queue: Queue; errors: Error[] }> {
  const errors: Error[] = [];
  const options = { password: PASSWORD, connections: 3, supervises: true, onError: (each: Error) => errors.push(each) };
  const queue = await openQueue(readQueueUrl(url), options);
  context.onTestFinished(() => queue.close());
  return { queue, errors };
}

const ECHO: UnitKind<{ n: number }, { n: number }> = {
  name: 'echo',
  payload: z.strictObject({ n: z.number() }),
  result: z.strictObject({ n: z.number() }),
};
const quiet = { onLost: () => undefined, onBack: () => undefined };

describe('a role with the rights of a worker', () => {
  test('takes units, answers them, fails with them and gives them back', async (context) => {
    const server = await postgres(context);
    const { worker, url } = await tenant(server);
    const here = await machine(context);
    const grant = await here.run(['queue', 'grant', worker, '--queue', url('owner')]);
    expect(grant).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('and nothing else') });

    const [sending, taking] = [await openAs(context, url('owner')), await openAs(context, url('worker'))];
    expect([sending.queue.rights.maySend, taking.queue.rights.maySend]).toEqual([true, false]);
    const drain = new AbortController();
    const stop = new AbortController();
    const failures = new Map<number, number>();
    const facts = { host: 'here', pid: 1, version: '1', jobs: 2, offers: [{}], self_tests: {} };
    const run = async (
      { n }: { n: number },
      _: unknown,
      signal: AbortSignal,
      unit: HeldUnit,
    ): Promise<{ n: number }> => {
      const record = new RecordWriter(taking.queue, unit, quiet);
      record.add({ n });
      await record.written();
      const failed = failures.get(n) ?? 0;
      failures.set(n, failed + 1);
      if (n === 3)
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (n === 2 || (n === 1 && failed === 0)) throw new Error('No ink.');
      return { n };
    };
    const ended = serveUnits({
      ...{ queue: taking.queue, worker: randomUUID(), facts: () => facts, handlers: [handlerOf({ kind: ECHO, run })] },
      ...{ drain: drain.signal, stop: stop.signal, outages: quiet },
      ...{ onReady: () => undefined, onUnit: () => undefined },
    });
    const withdrawn = new AbortController();
    const sender = new UnitSender(sending.queue, ECHO, withdrawn.signal, quiet);
    const answers = await Promise.all([0, 1, 2].map((n) => sender.send({ n }, {})));
    expect(answers).toMatchObject([
      { kind: 'done', result: { n: 0 } },
      { kind: 'done', result: { n: 1 } },
      { kind: 'dead', log: [1, 2, 3].map((k) => `attempt ${k} on here, process 1: No ink.`) },
    ]);
    expect(await deadUnits(taking.queue, 9)).toHaveLength(1);
    const written = await sending.queue.sql('SELECT entry FROM lemmahead.record ORDER BY entry');
    expect(written).toEqual([0, 1, 1, 2, 2, 2].map((n) => ({ entry: JSON.stringify({ n }) })));
    const held = sender.send({ n: 3 }, {});
    held.catch(() => undefined);
    await expect.poll(() => failures.get(3), { timeout: 30_000 }).toBe(1);
    drain.abort();
    stop.abort();
    await ended;
    expect(await countUnits(sending.queue)).toMatchObject([{ waiting: 1, running: 0 }]);
    withdrawn.abort();
    expect([sending.errors, taking.errors]).toEqual([[], []]);
  });

  test('is enough for the command, whose checks and proofs its tenant gets; the tenant frees the units of a killed one', async (context) => {
    const server = await postgres(context);
    const { database, worker, url } = await tenant(server);
    const here = await machine(context);
    const asOwner = { LEMMAHEAD_QUEUE: url('owner') };
    expect((await here.run(['queue', 'grant', worker], asOwner)).status).toBe(0);
    here.write('A.lean', 'theorem one : 1 = 1 := by\n  rfl\n');
    const first = await here.worker(['--queue', url('worker')]);
    expect(await here.json(['check', 'A.lean'], asOwner)).toMatchObject({
      status: 0,
      json: { files: [{ worker: first.id }] },
    });
    here.write('C.lean', 'theorem three : 3 = 3 := by\n  sorry\n');
    expect(await here.json(['prove', 'C.lean', '--mode', 'cold'], asOwner)).toMatchObject({
      status: 0,
      json: { filled: 1, worker: first.id },
    });
    // The fake Lean never ends at this line.
    here.write('B.lean', 'theorem two : 2 = 2 := by\n  rfl -- @hang\n');
    const check = here.start(['check', 'B.lean', '--queue', url('owner')]);
    const running = async () => (await here.json(['queue', 'status'], { LEMMAHEAD_QUEUE: url('worker') })).json;
    await expect.poll(async () => (await running()).running, { timeout: 60_000, interval: 300 }).toBe(1);
    first.child.kill('SIGKILL');
    // As after the time of the lease, for which this does not wait.
    await server.sql(`UPDATE lemmahead_pgboss.job SET heartbeat_on = now() - interval '1 hour'`, database);
    await expect.poll(async () => (await running()).waiting, { timeout: 60_000, interval: 300 }).toBe(1);
    check.kill('SIGINT');
  }, 180_000);

  test('may not make, remove or change anything else', async (context) => {
    const server = await postgres(context);
    const { worker, url } = await tenant(server);
    const sending = await openAs(context, url('owner'));
    for (const statement of workerGrants(worker, readQueueUrl(url('owner')).database))
      await sending.queue.sql(statement);
    const name = await sending.queue.nameFor('echo', {});
    await sending.queue.boss.insert(name, [{ data: { payload: '{"n":1}' } }]);
    const { queue } = await openAs(context, url('worker'));
    expect(await countUnits(queue)).toMatchObject([{ waiting: 1 }]);
    for (const statement of [
      'CREATE SCHEMA mine',
      'CREATE TABLE lemmahead.mine (n int)',
      'CREATE TABLE lemmahead_pgboss.mine (n int)',
      'CREATE TABLE public.mine (n int)',
      'CREATE TEMPORARY TABLE mine (n int)',
      'DROP TABLE lemmahead.worker',
      'DROP SCHEMA lemmahead_pgboss CASCADE',
      'TRUNCATE lemmahead_pgboss.job',
      'DELETE FROM lemmahead_pgboss.job',
      'INSERT INTO lemmahead_pgboss.job (name, data) SELECT name, data FROM lemmahead_pgboss.job',
      `UPDATE lemmahead_pgboss.job SET data = '{"payload": "{}"}'`,
      "UPDATE lemmahead_pgboss.job SET name = 'other'",
      'UPDATE lemmahead_pgboss.job_common SET keep_until = now()',
      "INSERT INTO lemmahead.queue VALUES ('mine', 'check', '{}')",
      `UPDATE lemmahead.queue SET requirements = '{}'`,
      'UPDATE lemmahead.version SET tables = 0',
      'DELETE FROM lemmahead.record',
      `UPDATE lemmahead.record SET entry = '{}'`,
      "SELECT setval('lemmahead.record_id_seq', 1)",
      'UPDATE lemmahead.budget SET max_cost = 100',
      'UPDATE lemmahead.budget SET spent_cost = 0',
      "INSERT INTO lemmahead.budget (id) VALUES ('mine')",
      'DELETE FROM lemmahead.budget',
      'SELECT id FROM lemmahead.reservation',
      'UPDATE lemmahead.reservation SET settled_on = now()',
      `SELECT lemmahead_pgboss.create_queue('mine', '{}')`,
      `ALTER ROLE "${worker}" CREATEDB`,
    ]) {
      await expect(queue.sql(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    expect(await countUnits(queue)).toMatchObject([{ waiting: 1 }]);
  });

  test('spends from a budget that it cannot raise', async (context) => {
    const server = await postgres(context);
    const { database, worker, url } = await tenant(server);
    const sending = await openAs(context, url('owner'));
    for (const statement of workerGrants(worker, database)) await sending.queue.sql(statement);
    const { queue } = await openAs(context, url('worker'));
    const user = { signal: new AbortController().signal, outages: quiet, unit: null };
    const nothing = { tokens: 0, cost: 0, attempts: 0 };
    const place = { id: 'b', limits: { tokens: 10, cost: 1, attempts: 3 }, earlier: nothing };
    const owners = await DatabaseBudget.open(sending.queue, place, user);
    const budget = DatabaseBudget.find(queue, 'b', user);
    context.onTestFinished(() => [owners, budget].forEach((each) => each.close()));
    const reserved = await budget.reserve({ tokens: 6, cost: 0.5 }, false);
    if (typeof reserved === 'string') throw new Error(`refused by ${reserved}`);
    expect(await budget.reserve({ tokens: 6, cost: 0 }, false)).toBe('tokens');
    await reserved.settle({ tokens: 2, cost: 0.25 });
    const attempts = await budget.takeAttempts(9);
    await attempts.settle(1);
    expect(attempts.count).toBe(3);
    for (const each of [owners, budget]) {
      expect(await each.totals()).toEqual({
        limits: place.limits,
        spent: { tokens: 2, cost: 0.25, attempts: 1 },
        reserved: nothing,
      });
    }
    const raised = { ...place, limits: { ...place.limits, cost: 100 } };
    await expect(DatabaseBudget.open(queue, raised, user)).rejects.toMatchObject({ code: '42501' });
  });

  test('may not send or change units, and is told so; it may look', async (context) => {
    const server = await postgres(context);
    const { worker, url } = await tenant(server);
    const here = await machine(context);
    await here.run(['queue', 'grant', worker], { LEMMAHEAD_QUEUE: url('owner') });
    here.write('A.lean', 'theorem one : 1 = 1 := rfl\n');
    const asWorker = { LEMMAHEAD_QUEUE: url('worker') };
    for (const args of [
      ['check', 'A.lean'],
      ['queue', 'purge'],
      ['queue', 'grant', worker],
    ]) {
      const { status, json } = await here.json(args, asWorker);
      expect({ args, status, ...json }).toMatchObject({ args, status: 2, code: 'queue-rights' });
      expect(json.message).toContain('may take units');
      expect(json.next).toContain('--queue postgres://OWNER@');
    }
    expect((await here.json(['queue', 'status'], asWorker)).status).toBe(0);
    expect((await here.json(['queue', 'workers'], asWorker)).status).toBe(1);
  });
});

describe('another tenant', () => {
  test("cannot connect to a tenant's database, nor can its workers", async (context) => {
    const server = await postgres(context);
    const [mine, other] = [await tenant(server), await tenant(server)];
    const here = await machine(context);
    for (const each of [mine, other]) {
      await here.run(['queue', 'grant', each.worker], { LEMMAHEAD_QUEUE: each.url('owner') });
    }
    for (const user of [other.owner, other.worker]) {
      const url = server.url(mine.database).replace('lemma@', `${user}@`);
      const { status, json } = await here.json(['queue', 'status'], { LEMMAHEAD_QUEUE: url });
      expect(status).toBe(2);
      expect(json).toMatchObject({
        code: 'queue-rights',
        message: expect.stringContaining(`${user} may not connect to postgres://`),
        reason: expect.stringContaining('permission denied for database'),
      });
    }
  });
});

describe('queue grant', () => {
  test('only prints the SQL with --print, which an administrator may run', async (context) => {
    const server = await postgres(context);
    const { database, worker, url } = await tenant(server);
    const here = await machine(context);
    await here.run(['queue', 'status'], { LEMMAHEAD_QUEUE: url('owner') });
    const before = await here.json(['queue', 'status'], { LEMMAHEAD_QUEUE: url('worker') });
    expect(before).toMatchObject({
      status: 2,
      json: { code: 'queue-rights', next: expect.stringContaining(`lemmahead queue grant ${worker}`) },
    });
    const { status, stdout } = await here.run(['queue', 'grant', worker, '--print'], { LEMMAHEAD_QUEUE: url('owner') });
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, -1)).toEqual(workerGrants(worker, database).map((each) => `${each};`));
    await server.sql(stdout, database);
    expect((await here.json(['queue', 'status'], { LEMMAHEAD_QUEUE: url('worker') })).status).toBe(0);
  });

  test('takes rights away that a worker should not have', async (context) => {
    const server = await postgres(context);
    const { worker, url } = await tenant(server);
    const { queue } = await openAs(context, url('owner'));
    await queue.sql(`GRANT ALL ON ALL TABLES IN SCHEMA lemmahead, lemmahead_pgboss TO "${worker}"`);
    const here = await machine(context);
    const { json } = await here.json(['queue', 'grant', worker], { LEMMAHEAD_QUEUE: url('owner') });
    expect(json).toMatchObject({ role: worker, granted: true });
    const taking = await openAs(context, url('worker'));
    expect(taking.queue.rights.maySend).toBe(false);
    await expect(taking.queue.sql('DELETE FROM lemmahead.attempt')).rejects.toMatchObject({ code: '42501' });
  });

  test('refuses a role that is missing, owns the queue or is a superuser, and a user that does not own the database', async (context) => {
    const server = await postgres(context);
    const { database, owner, worker, url } = await tenant(server);
    const here = await machine(context);
    for (const [role, next] of [
      ['nobody', 'createuser --pwprompt nobody'],
      [owner, 'Make another role'],
      ['lemma', 'Make another role'],
    ] as const) {
      const { status, json } = await here.json(['queue', 'grant', role], { LEMMAHEAD_QUEUE: url('owner') });
      expect({ status, ...json }).toMatchObject({ status: 2, code: 'queue-role', next: expect.stringContaining(next) });
    }
    const guest = `guest_of_${database}`;
    await server.sql(`CREATE ROLE ${guest} LOGIN PASSWORD '${PASSWORD}' IN ROLE pg_read_all_data, pg_write_all_data`);
    const asGuest = { LEMMAHEAD_QUEUE: server.url(database).replace('lemma@', `${guest}@`) };
    const { status, json } = await here.json(['queue', 'grant', worker], asGuest);
    expect({ status, ...json }).toMatchObject({ status: 2, code: 'queue-rights' });
    expect(json.message).toContain('does not own the database');
  });
});
