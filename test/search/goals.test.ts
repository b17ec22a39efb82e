/** Fusion of declarations that unify with a goal and likely premises of its proof. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuse } from '../../src/search/goals.ts';
import type { Scored } from '../../src/search/types.ts';

const hit = (id: number, score: number): Scored => ({ id, score, contributions: [{ what: 'fits', points: score }] });
const ids = (list: readonly Scored[]): number[] => list.map(({ id }) => id);

it('fuse alternates between both lists, unifying rows first', () => {
  const fused = fuse([hit(1, 9), hit(2, 8)], [hit(3, 5), hit(4, 4)], false);
  expect(ids(fused)).toEqual([1, 3, 2, 4]);
});

it('fuse ranks a row of both lists above a row with the same rank in one list', () => {
  const fused = fuse([hit(1, 9), hit(2, 8)], [hit(3, 5), hit(2, 4)], false);
  expect(ids(fused)).toEqual([2, 1, 3]);
});

it('fuse returns every row once, with contributions that sum to the score', () => {
  const list = fc.uniqueArray(fc.tuple(fc.nat(30), fc.double({ min: -3, max: 9, noNaN: true })), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(list, list, (one, other) => {
      const fused = fuse(
        one.map(([id, score]) => hit(id, score)),
        other.map(([id, score]) => hit(id, score)),
        true,
      );
      expect(fused).toHaveLength(new Set(ids(fused)).size);
      expect(new Set(ids(fused))).toEqual(new Set([...one, ...other].map(([id]) => id)));
      for (const { score, contributions } of fused)
        expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
    }),
  );
});
