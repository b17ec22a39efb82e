/** The contract of work stores: the same tests for units of this process and units of a queue. */
import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test } from 'vitest';
import { LocalWork, runUnits, type WorkStore } from '../../src/base/work.ts';
import { QueueWork } from '../../src/queue/queue-work.ts';
import { testQueue } from './postgres.ts';

interface Subject {
  store: WorkStore<{ id: string }, string>;
  /** The stored results by the name of the unit. */
  stored: () => Promise<Record<string, string>>;
}

/** Units with these names. `id` of the leased units is the name. */
type Open = (names: readonly string[], context: TestContext) => Promise<Subject>;

const openLocal: Open = async (names) => {
  const results: Record<string, string> = {};
  const store = new LocalWork<{ id: string }, string>(
    names.map((id) => ({ id })),
    (units, result) => {
      for (const { id } of units) results[id] = result;
    },
  );
  return { store, stored: async () => results };
};

const openQueued: Open = async (names, context) => {
  const queue = await testQueue(context);
  const name = await queue.nameFor('word', {});
  await queue.boss.insert(
    name,
    names.map((each) => ({ data: { payload: each } })),
  );
  const never = new AbortController().signal;
  const work = new QueueWork(queue, {
    ...{ worker: randomUUID(), accepts: () => true, waits: false, drain: never, stop: never },
    outages: { onLost: () => undefined, onBack: () => undefined },
  });
  context.onTestFinished(() => work.close());
  const taken = new Map<string, Awaited<ReturnType<QueueWork['lease']>>[number]>();
  const back = (units: readonly { id: string }[]) => units.map(({ id }) => taken.get(id)!);
  return {
    store: {
      lease: async (count) => {
        const units = await work.lease(count);
        for (const unit of units) taken.set(unit.payload, unit);
        return units.map(({ payload }) => ({ id: payload }));
      },
      complete: (units, json) => work.complete(back(units), { ok: true, json }),
      release: (units) => work.release(back(units)),
    },
    stored: async () => {
      const rows = await queue.sql<{ payload: string; json: string }>(
        `SELECT data->>'payload' AS payload, output->>'json' AS json FROM lemmahead_pgboss.job WHERE state = 'completed'`,
      );
      return Object.fromEntries(rows.map(({ payload, json }) => [payload, json]));
    },
  };
};

describe.each<[string, Open]>([
  ['LocalWork', openLocal],
  ['QueueWork', openQueued],
])('%s', (_, open) => {
  const names = (units: readonly { id: string }[]) => units.map(({ id }) => id);

  test('leases units in order, at most as many as asked for, and then none', async (context) => {
    const { store } = await open(['a', 'b', 'c'], context);
    expect(names(await store.lease(1))).toEqual(['a']);
    expect(names(await store.lease(5)).toSorted()).toEqual(['b', 'c']);
    expect(await store.lease(1)).toEqual([]);
  });

  test('stores the result of units, which are not leased again', async (context) => {
    const { store, stored } = await open(['a', 'b'], context);
    await store.complete(await store.lease(2), '"done"');
    expect(await stored()).toEqual({ a: '"done"', b: '"done"' });
    expect(await store.lease(2)).toEqual([]);
  });

  test('leases units again that were given back, as often as they are', async (context) => {
    const { store, stored } = await open(['a'], context);
    for (let time = 0; time < 5; time++) await store.release(await store.lease(1));
    expect(await stored()).toEqual({});
    const units = await store.lease(1);
    expect(names(units)).toEqual(['a']);
    await store.complete(units, '1');
    expect(await stored()).toEqual({ a: '1' });
  });

  test('gives no unit to two', async (context) => {
    const all = Array.from({ length: 40 }, (_each, at) => `u${at}`);
    const { store } = await open(all, context);
    const leased = await Promise.all(all.map(async () => store.lease(1)));
    expect(leased.flatMap(names).toSorted()).toEqual(all.toSorted());
  });

  test('lets runUnits finish all, and after an error give back what was not finished', async (context) => {
    const { store, stored } = await open(['a', 'b', 'c', 'd'], context);
    const run = runUnits({
      ...{ work: store, concurrency: 1 },
      run: ([unit]) => {
        if (unit!.id === 'c') throw new Error('no');
        return '1';
      },
    });
    await expect(run).rejects.toThrow('no');
    expect(await stored()).toEqual({ a: '1', b: '1' });
    await runUnits({ work: store, concurrency: 2, run: () => '2' });
    expect(await stored()).toEqual({ a: '1', b: '1', c: '2', d: '2' });
  });
});
