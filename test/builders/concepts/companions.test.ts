/** What statements name together. */
import { expect, it } from 'vitest';
import { companionsOf } from '../../../src/builders/concepts/companions.ts';

it('counts which definitions statements name together, most probable first', () => {
  const named = [[], [0, 1], [], [0, 1, 2], [0], [2, 3]];
  const companions = companionsOf(named, 5);
  expect(companions[0]).toEqual([
    { definition: 1, probability: 2 / 5 },
    { definition: 2, probability: 1 / 5 },
  ]);
  expect(companions[3]).toEqual([{ definition: 2, probability: 1 / 3 }]);
  expect(companions[4]).toEqual([]);
});

it('keeps no improbable companion, and reads no statement that names everything', () => {
  const named = [...Array.from({ length: 40 }, () => [0]), [0, 1], Array.from({ length: 30 }, (_, i) => i)];
  expect(companionsOf(named, 30)[0]).toEqual([]);
  expect(companionsOf(named, 30)[1]).toEqual([{ definition: 0, probability: 1 / 3 }]);
});
