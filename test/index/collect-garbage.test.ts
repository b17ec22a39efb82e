import { expect, test } from 'vitest';
import { collectGarbageAbove } from '../../src/index/collect-garbage.ts';

const inUse = (): number => process.memoryUsage().heapUsed;

/** Lists of numbers that nobody holds afterwards. */
function makeGarbage(): number {
  const lists = Array.from({ length: 100 }, (_, i) => Array.from({ length: 100_000 }, (_each, at) => at + i / 2));
  return lists.length;
}

test('garbage is collected only if the process has more in memory than the limit', () => {
  collectGarbageAbove(0);
  const before = inUse();
  expect(makeGarbage()).toBe(100);
  collectGarbageAbove(Infinity);
  expect(inUse() - before).toBeGreaterThan(30e6);
  collectGarbageAbove(0);
  expect(inUse() - before).toBeLessThan(10e6);
});
