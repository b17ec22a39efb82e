import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderOf, ranksOf } from '../../../src/search/rank/parts.ts';

const values = fc.array(
  fc.oneof(fc.constantFrom(0, -0, 1, -1, 0.5, 1e-45, -1e-45, 3.4e38), fc.float({ noNaN: true })),
  { maxLength: 60 },
);

test('orderOf sorts descending and stable; ranksOf is its inverse', () => {
  fc.assert(
    fc.property(values, (list) => {
      const floats = Float32Array.from(list);
      const order = orderOf(floats);
      expect([...order]).toEqual(
        [...floats.keys()].sort((a, b) => Number(floats[b]! > floats[a]!) - Number(floats[b]! < floats[a]!) || a - b),
      );
      expect([...ranksOf(floats)]).toEqual([...floats.keys()].map((at) => order.indexOf(at)));
    }),
  );
});
