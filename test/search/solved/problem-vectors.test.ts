import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemVectors } from '../../../src/search/solved/problem-vectors.ts';
import { dotProduct } from '../../../src/vectors/unit-vector.ts';

const vectorOf = (dimension: number) =>
  fc.float32Array({
    minLength: dimension,
    maxLength: dimension,
    min: -1,
    max: 1,
    noNaN: true,
    noDefaultInfinity: true,
  });

test('the similarities are the dot products of the query with each vector, and 0 without one', () => {
  const cases = fc
    .integer({ min: 1, max: 9 })
    .chain((dimension) => fc.tuple(vectorOf(dimension), fc.array(fc.option(vectorOf(dimension)), { maxLength: 8 })));
  fc.assert(
    fc.property(cases, ([query, vectors]) => {
      const found = new ProblemVectors(vectors).similarities(query);
      expect(found).toHaveLength(vectors.length);
      for (const [at, vector] of vectors.entries())
        expect(found[at]).toBeCloseTo(vector === null ? 0 : dotProduct(vector, query), 5);
    }),
  );
});

test('a query of another dimension is similar to nothing', () => {
  expect([...new ProblemVectors([new Float32Array([1, 0])]).similarities(new Float32Array([1]))]).toEqual([0]);
});
