import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PriorityQueue } from '../../../src/prove/portfolio/priority-queue.ts';

it('PriorityQueue returns the cheapest item first, then by insertion order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (costs) => {
      const agenda = new PriorityQueue<number>();
      for (const [at, cost] of costs.entries()) agenda.add(cost, at);
      const order = costs.map((_, at) => at).toSorted((a, b) => costs[a]! - costs[b]! || a - b);
      expect(costs.map(() => agenda.take())).toEqual(order);
      expect([agenda.take(), agenda.nextCost]).toEqual([undefined, Infinity]);
    }),
  );
});
