/** Units from sender to worker and back, in this process, with a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { z } from 'zod';
import type { Queue } from '../../src/queue/open-queue.ts';
import { cancelUnits, countUnits, deadUnits, purgeEnded, retryDead } from '../../src/queue/queue-state.ts';
import { handlerOf, serveUnits, StaleOffer } from '../../src/queue/serve-units.ts';
import type { UnitKind } from '../../src/queue/unit-kind.ts';
import { type Answer, UnitSender } from '../../src/queue/unit-sender.ts';
import { listWorkers, StartingWorker, WorkerReporter } from '../../src/queue/worker-registry.ts';
import { testQueue } from './postgres.ts';

const DOUBLE: UnitKind<{ n: number }, { n: number }> = {
  name: 'double',
  payload: z.strictObject({ n: z.number() }),
  result: z.strictObject({ n: z.number() }),
};

const SOON = { timeout: 30_000 };
const quiet = { onLost: () => undefined, onBack: () => undefined };

function sender(context: TestContext, queue: Queue) {
  const abort = new AbortController();
  context.onTestFinished(() => abort.abort());
  return { abort, units: new UnitSender(queue, DOUBLE, abort.signal, quiet) };
}

type Run = (n: number, signal: AbortSignal) => number | Promise<number>;

const FACTS = { host: 'here', pid: 1, version: '1', jobs: 2, offers: [{ lean: 'a' }], self_tests: {} };

/** What a worker offers; `refresh` lets it look again. */
const AS_EVER = { facts: () => FACTS, refresh: () => Promise.resolve() };

/** Starts a worker that doubles; `runs` has the numbers that it began. */
function startWorker(context: TestContext, queue: Queue, run: Run = (n) => 2 * n, offering = AS_EVER) {
  const drain = new AbortController();
  const runs: number[] = [];
  const id = randomUUID();
  const ended = serveUnits({
    ...{
      queue,
      worker: id,
      ...offering,
      drain: drain.signal,
      stop: new AbortController().signal,
      outages: quiet,
    },
    handlers: [
      handlerOf({
        kind: DOUBLE,
        run: async ({ n }, _requirements, signal) => {
          runs.push(n);
          return { n: await run(n, signal) };
        },
      }),
    ],
    ...{ onReady: () => undefined, onUnit: () => undefined },
  });
  const stop = async () => {
    drain.abort();
    return ended;
  };
  context.onTestFinished(async () => void (await stop()));
  return { id, runs, stop };
}

describe('a unit', () => {
  test('is answered by a worker, whose id comes with the result', async (context) => {
    const queue = await testQueue(context);
    const worker = startWorker(context, queue);
    const { units } = sender(context, queue);
    const answers = await Promise.all([1, 2, 3].map((n) => units.send({ n }, { lean: 'a' })));
    expect(answers).toEqual([2, 4, 6].map((n) => ({ kind: 'done', result: { n }, worker: worker.id })));
    expect(await worker.stop()).toMatchObject({ done: 3, failed: 0, per_minute: 3 });
    expect(await listWorkers(queue)).toEqual([]);
    await units.forget();
    expect(await countUnits(queue)).toMatchObject([{ kind: 'double', waiting: 0, running: 0, done: 0, dead: 0 }]);
  });

  test('runs once for the same content, also for another sender before the answer is forgotten', async (context) => {
    const queue = await testQueue(context);
    const worker = startWorker(context, queue);
    const killed = sender(context, queue).units;
    const [first, same] = await Promise.all([killed.send({ n: 4 }, {}), killed.send({ n: 4 }, {})]);
    const next = sender(context, queue).units;
    const found = await next.send({ n: 4 }, {});
    expect([same, found]).toEqual([first, first]);
    expect(worker.runs).toEqual([4]);
    await next.forget();
    await next.send({ n: 4 }, {});
    expect(worker.runs).toEqual([4, 4]);
  });

  test('is found again if its sender is killed before a worker takes it', async (context) => {
    const queue = await testQueue(context);
    const name = await queue.nameFor('double', {});
    void sender(context, queue)
      .units.send({ n: 5 }, {})
      .catch(() => undefined);
    await expect.poll(async () => (await countUnits(queue))[0]?.waiting, SOON).toBe(1);
    const again = sender(context, queue).units.send({ n: 5 }, {});
    const worker = startWorker(context, queue);
    expect(await again).toMatchObject({ kind: 'done', result: { n: 10 } });
    expect(worker.runs).toEqual([5]);
    expect(name).toMatch(/^double\.[0-9a-f]{16}$/u);
  });

  test('is taken back if its sender is interrupted, and the worker stops running it', async (context) => {
    const queue = await testQueue(context);
    const stopped = Promise.withResolvers<unknown>();
    const worker = startWorker(context, queue, (_n, signal) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      return stopped.promise.then(() => 0);
    });
    const { units, abort } = sender(context, queue);
    const answer = units.send({ n: 1 }, {});
    await expect.poll(() => worker.runs, SOON).toEqual([1]);
    abort.abort(new Error('Ctrl-C'));
    await expect(answer).rejects.toThrow('Ctrl-C');
    expect(await countUnits(queue)).toMatchObject([{ waiting: 0, running: 0 }]);
    expect(String(await stopped.promise)).toContain('lease');
  });

  test('goes to another worker, without an attempt, if a worker does not have what it offered any more', async (context) => {
    const queue = await testQueue(context);
    let offers = [{ lean: 'a' }];
    const stale = startWorker(
      context,
      queue,
      () => {
        throw new StaleOffer('The project has changed.');
      },
      { facts: () => ({ ...FACTS, offers }), refresh: async () => void (offers = [{ lean: 'b' }]) },
    );
    const answer = sender(context, queue).units.send({ n: 4 }, { lean: 'a' });
    await expect.poll(async () => (await listWorkers(queue))[0]?.offers, SOON).toEqual([{ lean: 'b' }]);
    await expect.poll(() => countUnits(queue), SOON).toMatchObject([{ waiting: 1, running: 0 }]);
    const other = startWorker(context, queue);
    expect(await answer).toEqual({ kind: 'done', result: { n: 8 }, worker: other.id });
    expect(stale.runs).toEqual([4]);
    expect(await stale.stop()).toMatchObject({ done: 0, failed: 0 });
  });

  test('fails if its worker still offers what it says that it does not have', async (context) => {
    const queue = await testQueue(context);
    const worker = startWorker(context, queue, () => {
      throw new StaleOffer('Gone.');
    });
    const log = [1, 2, 3].map((attempt) => `attempt ${attempt} on here, process 1: Gone.`);
    expect(await sender(context, queue).units.send({ n: 4 }, { lean: 'a' })).toEqual({ kind: 'dead', log });
    expect(await worker.stop()).toMatchObject({ failed: 3 });
  });

  test('that fails three times is dead, with its log, until it is retried', async (context) => {
    const queue = await testQueue(context);
    let isBroken = true;
    const worker = startWorker(context, queue, (n) => {
      if (isBroken) throw new Error('No ink.\nmore');
      return n;
    });
    const log = [1, 2, 3].map((attempt) => `attempt ${attempt} on here, process 1: No ink.`);
    expect(await sender(context, queue).units.send({ n: 1 }, {})).toEqual({ kind: 'dead', log });
    expect(worker.runs).toEqual([1, 1, 1]);
    expect(await deadUnits(queue, 9)).toMatchObject([{ kind: 'double', log }]);
    const { units } = sender(context, queue);
    expect(await units.send({ n: 1 }, {})).toMatchObject({ kind: 'dead' });
    isBroken = false;
    expect(await retryDead(queue)).toBe(1);
    expect(await units.send({ n: 1 }, {})).toMatchObject({ kind: 'done', result: { n: 1 } });
    expect(worker.runs).toHaveLength(4);
  });

  test('whose payload is not valid is dead, and the next one is done', async (context) => {
    const queue = await testQueue(context);
    const name = await queue.nameFor('double', {});
    await queue.boss.insert(name, [
      { data: { payload: '{"n":"many"}' } },
      { data: { payload: '{"n":' } },
      { data: { other: 1 } },
      { data: { payload: JSON.stringify({ n: 1, more: 2 }) } },
    ]);
    startWorker(context, queue);
    expect(await sender(context, queue).units.send({ n: 2 }, {})).toMatchObject({ kind: 'done' });
    await expect.poll(async () => (await deadUnits(queue, 9)).length, SOON).toBe(4);
    const logs = (await deadUnits(queue, 9)).map(({ log }) => log.at(-1)!.replace(/.*?: /u, ''));
    expect(logs.toSorted()).toEqual([
      'The payload is not JSON.',
      'The payload is not JSON.',
      'The payload is not valid: : Unrecognized key: "more"',
      'The payload is not valid: n: Invalid input: expected number, received string',
    ]);
    expect(await purgeEnded(queue)).toMatchObject({ units: 5 });
    expect(await deadUnits(queue, 9)).toEqual([]);
  });

  test('whose result is not valid is dead: the worker is not trusted either', async (context) => {
    const queue = await testQueue(context);
    const name = await queue.nameFor('double', {});
    const answer = sender(context, queue).units.send({ n: 7 }, {});
    await expect.poll(async () => (await countUnits(queue))[0]?.waiting, SOON).toBe(1);
    const [job] = await queue.boss.fetch(name);
    await queue.boss.complete(name, job!.id, { worker: 'w', json: '{"n":[]}' });
    const log = ['worker w: The result is not valid: n: Invalid input: expected number, received array'];
    expect(await answer).toEqual({ kind: 'dead', log });
  });

  test('that is cancelled says so, and can be sent again', async (context) => {
    const queue = await testQueue(context);
    const { units } = sender(context, queue);
    const answer = units.send({ n: 1 }, {});
    await expect.poll(async () => (await countUnits(queue))[0]?.waiting, SOON).toBe(1);
    expect(await cancelUnits(queue)).toBe(1);
    expect(await answer).toEqual({ kind: 'cancelled' });
    startWorker(context, queue);
    expect(await units.send({ n: 1 }, {})).toMatchObject({ kind: 'done' });
  });

  test('that no worker serves is answered within a minute with what is missing', async (context) => {
    const queue = await testQueue(context);
    startWorker(context, queue);
    const began = performance.now();
    const { units } = sender(context, queue);
    const answers = await Promise.all([
      units.send({ n: 1 }, { lean: 'b', 'package mathlib': 'c' }),
      units.send({ n: 2 }, { lean: 'a' }),
    ]);
    expect(answers).toMatchObject([
      { kind: 'unserved', missing: ['lean b (it has a)', 'package mathlib c'] },
      { kind: 'done' },
    ] satisfies Partial<Answer<unknown>>[]);
    expect(performance.now() - began).toBeLessThan(60_000);
    expect((await countUnits(queue)).map(({ waiting }) => waiting)).toEqual([0, 0]);
  });
});

test('a unit waits for a worker that is starting', async (context) => {
  const queue = await testQueue(context);
  const starting = await StartingWorker.open(queue, randomUUID(), FACTS);
  context.onTestFinished(() => starting.close());
  const answer = sender(context, queue).units.send({ n: 1 }, { lean: 'b' });
  const later = new Promise<string>((resolve) => setTimeout(() => resolve('waiting'), 35_000));
  expect(await Promise.race([answer, later])).toBe('waiting');
  await starting.close();
  expect(await answer).toMatchObject({ kind: 'unserved' });
}, 90_000);

test('a worker is alive by the clock of the database, whatever the clocks of other machines say', async (context) => {
  const queue = await testQueue(context);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
  startWorker(context, queue);
  expect(await sender(context, queue).units.send({ n: 1 }, {})).toMatchObject({ kind: 'done' });
  expect(await listWorkers(queue)).toMatchObject([{ alive: true }]);
  const gone = randomUUID();
  await new WorkerReporter(queue, gone).report({ ...FACTS, kinds: ['double'] }, { done: 0, failed: 0, per_minute: 0 });
  await queue.sql(`UPDATE lemmahead.worker SET heartbeat_on = now() - interval '1 minute' WHERE id = $1`, [gone]);
  const row = (await listWorkers(queue)).find(({ id }) => id === gone)!;
  expect(row.alive).toBe(false);
  expect(row.silent_seconds).toBeCloseTo(60, -1);
});
