import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldsByGold, scoresBy } from '../../../bench/train/cross-validation.ts';
import type { Example } from '../../../bench/train/examples.ts';
import { scoreQuery } from '../../../src/bench/metrics.ts';

const examplesWithGold = fc.array(
  fc.record({ gold: fc.array(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 3 }) }),
  { maxLength: 40 },
);

test('foldsByGold puts no answer in two folds and is deterministic for a seed', () => {
  fc.assert(
    fc.property(examplesWithGold, fc.integer({ min: 1, max: 6 }), fc.integer(), (examples, count, seed) => {
      const folds = foldsByGold(examples, count, seed);
      expect(folds).toHaveLength(examples.length);
      expect(folds.every((fold) => fold < count)).toBe(true);
      const foldOf = new Map<string, number>();
      examples.forEach(({ gold }, i) => {
        for (const name of gold) {
          expect(foldOf.get(name) ?? folds[i]).toBe(folds[i]);
          foldOf.set(name, folds[i]!);
        }
      });
      expect(foldsByGold(examples, count, seed)).toEqual(folds);
    }),
  );
});

test('foldsByGold makes folds of similar size for unrelated queries', () => {
  const folds = foldsByGold(
    Array.from({ length: 1000 }, (_, i) => ({ gold: [`row${i}`] })),
    5,
    1,
  );
  const sizes = [0, 1, 2, 3, 4].map((fold) => folds.filter((each) => each === fold).length);
  expect(Math.min(...sizes)).toBeGreaterThan(150);
});

test('scoresBy returns the means over the members of each group', () => {
  const examples = ['b', 'a', 'b'].map((set) => ({ set })) as Example[];
  const scores = scoresBy(examples, [scoreQuery([1]), scoreQuery([2]), scoreQuery([null])], ({ set }) => set);
  expect(Object.entries(scores).map(([group, { n, mrr }]) => [group, n, mrr])).toEqual([
    ['a', 1, 0.5],
    ['b', 2, 0.5],
  ]);
});
