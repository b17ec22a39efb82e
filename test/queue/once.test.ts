/** Units that cost something: one worker at most runs each, and what its sender does not want any more is taken back. */
import { randomUUID } from 'node:crypto';
import { expect, test, type TestContext } from 'vitest';
import { z } from 'zod';
import type { Queue } from '../../src/queue/open-queue.ts';
import { countUnits, retryDead } from '../../src/queue/queue-state.ts';
import { QueueWork } from '../../src/queue/queue-work.ts';
import { handlerOf, serveUnits } from '../../src/queue/serve-units.ts';
import type { UnitKind } from '../../src/queue/unit-kind.ts';
import { UnitSender } from '../../src/queue/unit-sender.ts';
import { testQueue } from './postgres.ts';

/** Pays `n`. */
const PAY: UnitKind<{ n: number }, { paid: number } | { error: string }> = {
  name: 'pay',
  payload: z.strictObject({ n: z.number() }),
  result: z.union([z.strictObject({ paid: z.number() }), z.strictObject({ error: z.string() })]),
  isOnce: true,
  isPassing: (result) => 'error' in result,
};

const SOON = { timeout: 30_000 };
const quiet = { onLost: () => undefined, onBack: () => undefined };
const FACTS = { host: 'here', pid: 1, version: '1', jobs: 1, offers: [{}], self_tests: {} };

function sender(context: TestContext, queue: Queue) {
  const abort = new AbortController();
  context.onTestFinished(() => abort.abort());
  return { abort, units: new UnitSender(queue, PAY, abort.signal, quiet) };
}

/** A worker that pays; `stop` ends it at once, as after the time to drain. */
function startPayer(
  context: TestContext,
  queue: Queue,
  run: (n: number) => Promise<{ paid: number } | { error: string }>,
) {
  const [drain, stop] = [new AbortController(), new AbortController()];
  const began: number[] = [];
  const ended = serveUnits({
    ...{ queue, worker: randomUUID(), facts: () => FACTS, drain: drain.signal, stop: stop.signal, outages: quiet },
    handlers: [
      handlerOf({
        kind: PAY,
        run: async ({ n }, _, signal) => {
          began.push(n);
          const stopped = new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
          return Promise.race([run(n), stopped]);
        },
      }),
    ],
    ...{ onReady: () => undefined, onUnit: () => undefined },
  });
  const end = async () => {
    drain.abort();
    stop.abort(new Error('stopped'));
    return ended;
  };
  context.onTestFinished(async () => void (await end()));
  return { began, end };
}

const never = new Promise<never>(() => undefined);

test('a worker that is stopped does not give such a unit to another one', async (context) => {
  const queue = await testQueue(context);
  const first = startPayer(context, queue, () => never);
  const { units } = sender(context, queue);
  const answer = units.send({ n: 1 }, {});
  await expect.poll(() => first.began, SOON).toEqual([1]);
  await first.end();
  const second = startPayer(context, queue, async (n) => ({ paid: n }));
  expect(await answer).toEqual({ kind: 'dead', log: ['attempt 1 on here, process 1: The worker was stopped.'] });
  expect(second.began).toEqual([]);
  // Its sender may want it again.
  expect(await units.send({ n: 1 }, {})).toMatchObject({ kind: 'done', result: { paid: 1 } });
  await units.forget();
  expect(await countUnits(queue)).toMatchObject([{ waiting: 0, running: 0, done: 0, dead: 0 }]);
});

test('one that was lost with its worker is dead at once, and is not run after a retry by hand either', async (context) => {
  const queue = await testQueue(context);
  const { units } = sender(context, queue);
  const lost = new QueueWork(queue, {
    ...{ worker: randomUUID(), accepts: () => true, waits: true, outages: quiet },
    ...{ drain: new AbortController().signal, stop: new AbortController().signal },
  });
  const answer = units.send({ n: 2 }, {});
  const [unit] = await lost.lease(1);
  lost.close();
  await queue.sql(`UPDATE lemmahead_pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE id = $1`, [unit!.id]);
  await queue.boss.supervise();
  expect(await answer).toMatchObject({ kind: 'dead', log: [expect.stringContaining('the worker was lost')] });
  expect(await retryDead(queue)).toBe(1);
  const payer = startPayer(context, queue, async (n) => ({ paid: n }));
  await expect.poll(async () => (await countUnits(queue))[0], SOON).toMatchObject({ dead: 1, waiting: 0 });
  expect(payer.began).toEqual([]);
});

test('an error is told once: the same unit runs again when it is sent again', async (context) => {
  const queue = await testQueue(context);
  let isBroken = true;
  const payer = startPayer(context, queue, async (n) => (isBroken ? { error: 'no money' } : { paid: n }));
  expect(await sender(context, queue).units.send({ n: 3 }, {})).toMatchObject({ result: { error: 'no money' } });
  isBroken = false;
  const { units } = sender(context, queue);
  expect(await units.send({ n: 3 }, {})).toMatchObject({ result: { paid: 3 } });
  // A good answer is found again, until it is forgotten.
  expect(await sender(context, queue).units.send({ n: 3 }, {})).toMatchObject({ result: { paid: 3 } });
  await units.forget(60_000);
  expect(await sender(context, queue).units.send({ n: 3 }, {})).toMatchObject({ result: { paid: 3 } });
  expect(payer.began).toEqual([3, 3]);
});

test('a unit whose own signal is aborted is taken back, and the others go on', async (context) => {
  const queue = await testQueue(context);
  const { units } = sender(context, queue);
  const late = new AbortController();
  const [one, two] = [units.send({ n: 4 }, {}, late.signal), units.send({ n: 5 }, {})];
  await expect.poll(async () => (await countUnits(queue))[0]?.waiting, SOON).toBe(2);
  late.abort(new Error('too late'));
  await expect(one).rejects.toThrow('too late');
  await expect(units.send({ n: 6 }, {}, late.signal)).rejects.toThrow('too late');
  await expect.poll(async () => (await countUnits(queue))[0]?.waiting, SOON).toBe(1);
  const payer = startPayer(context, queue, async (n) => ({ paid: n }));
  expect(await two).toMatchObject({ result: { paid: 5 } });
  expect(payer.began).toEqual([5]);
});
