import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BagTable } from '../../src/vectors/bag-table.ts';
import { randomNumbers } from './made-weights.ts';

const ROWS = 40;

/** Reference implementation without SIMD instructions. */
function plainSum(table: Float32Array, dimension: number, bag: readonly [code: number, weight: number][]) {
  const sum = new Float32Array(dimension);
  for (const [code, weight] of bag)
    for (let d = 0; d < dimension; d++) sum[d]! += weight * table[code * dimension + d]!;
  return sum;
}

const bags = fc.array(
  fc.array(fc.tuple(fc.nat({ max: ROWS - 1 }), fc.double({ min: -4, max: 4, noNaN: true })), {
    maxLength: 1200,
    size: 'max',
  }),
  { minLength: 1, maxLength: 3 },
);

describe('BagTable', () => {
  test('is bit-identical to plain arithmetic, for several bags and for more tokens than its buffer holds', () => {
    const cases = fc.record({ steps: fc.integer({ min: 1, max: 17 }), seed: fc.nat({ max: 1e6 }), bags });
    fc.assert(
      fc.property(cases, ({ steps, seed, bags: some }) => {
        const dimension = 8 * steps;
        const table = randomNumbers(ROWS * dimension, seed);
        const summed = new BagTable(table, dimension);
        for (const bag of some) {
          for (const [code, weight] of bag) summed.add(code, weight);
          const length = summed.finish();
          const plain = plainSum(table, dimension, bag);
          expect(summed.sum).toEqual(plain);
          expect(length).toBe(Math.sqrt(plain.reduce((squares, value) => squares + value * value, 0)));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('rejects a dimension that is not a multiple of 8', () => {
    expect(() => new BagTable(new Float32Array(12), 12)).toThrow('12 is not a multiple of 8');
  });
});
