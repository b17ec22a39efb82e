import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteMatrix, toBytes } from '../../src/vectors/byte-matrix.ts';

const bytes = (length: number) =>
  fc.array(fc.integer({ min: -128, max: 127 }), { minLength: length, maxLength: length });

describe('ByteMatrix', () => {
  test('computes the same products as plain arithmetic, also for several queries', () => {
    const cases = fc
      .record({ count: fc.integer({ min: 0, max: 40 }), steps: fc.integer({ min: 1, max: 9 }) })
      .chain(({ count, steps }) =>
        fc.record({
          dimension: fc.constant(16 * steps),
          rows: fc.array(bytes(16 * steps), { minLength: count, maxLength: count }),
          queries: fc.array(bytes(16 * steps), { minLength: 1, maxLength: 3 }),
        }),
      );
    fc.assert(
      fc.property(cases, ({ dimension, rows, queries }) => {
        const matrix = new ByteMatrix(rows.length, dimension);
        rows.forEach((row, at) => matrix.rows.set(row, at * dimension));
        for (const query of queries) {
          const plain = rows.map((row) => row.reduce((sum, value, i) => sum + value * query[i]!, 0));
          expect([...matrix.dots(Int8Array.from(query))]).toEqual(plain);
          const scaled = matrix.scaledDots(Int8Array.from(query), 0.1);
          expect(scaled).toEqual(Float32Array.from(plain, (product) => product * 0.1));
        }
        expect([...matrix.squares()]).toEqual(rows.map((row) => row.reduce((sum, value) => sum + value * value, 0)));
      }),
    );
  });

  test('handles the largest products, and more rows than one memory page', () => {
    const matrix = new ByteMatrix(3000, 128);
    matrix.rows.fill(-128);
    expect(new Set(matrix.dots(new Int8Array(128).fill(-128)))).toEqual(new Set([128 * 128 * 128]));
  });

  test('rejects a dimension that is not a multiple of 16', () => {
    expect(() => new ByteMatrix(1, 24)).toThrow('24 is not a multiple of 16');
  });
});

test('toBytes has an error of at most half a byte relative to the largest component', () => {
  const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (values) => {
      const vector = Float32Array.from(values);
      const out = new Int8Array(vector.length);
      const scale = toBytes(vector, out);
      const most = Math.max(...vector.map(Math.abs));
      for (const [i, byte] of out.entries())
        expect(Math.abs(byte / scale - vector[i]!)).toBeLessThanOrEqual(most / 253);
    }),
  );
});
