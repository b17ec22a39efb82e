/** Bounded concurrency. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachConcurrent } from '../../src/base/for-each-concurrent.ts';

test('forEachConcurrent starts each item once, in order, and respects the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      async (turns, concurrency) => {
        const begun: number[] = [];
        let underWay = 0;
        await forEachConcurrent(turns.entries(), concurrency, async ([at, length]) => {
          begun.push(at);
          underWay++;
          expect(underWay).toBeLessThanOrEqual(concurrency);
          for (let turn = 0; turn < length; turn++) await setImmediate();
          underWay--;
        });
        expect(begun).toEqual([...turns.keys()]);
        expect(underWay).toBe(0);
      },
    ),
  );
});

test('forEachConcurrent starts no item after a failure and awaits the running ones', async () => {
  const ended: string[] = [];
  const run = forEachConcurrent(['slow', 'bad', 'never'], 2, async (item) => {
    if (item === 'bad') throw new Error('it is bad');
    await setImmediate();
    await setImmediate();
    ended.push(item);
  });
  await expect(run).rejects.toThrow('it is bad');
  expect(ended).toEqual(['slow']);
});

test('forEachConcurrent throws the first of two errors', async () => {
  const run = forEachConcurrent([2, 1], 2, async (turns) => {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    throw new Error(`after ${turns}`);
  });
  await expect(run).rejects.toThrow('after 1');
});
