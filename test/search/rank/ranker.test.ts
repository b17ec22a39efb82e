import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRankers } from '../../../bench/train/merge-rankers.ts';
import { layoutOf, Ranker, type RankerShape, shapeOf } from '../../../src/search/rank/ranker.ts';

const shapes: fc.Arbitrary<RankerShape> = fc.record({
  rowFeatures: fc.integer({ min: 1, max: 6 }),
  queryFeatures: fc.integer({ min: 0, max: 4 }),
  hidden: fc.integer({ min: 0, max: 5 }),
});
const numbers = (length: number, min = -3, max = 3): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.double({ min, max, noNaN: true }), { minLength: length, maxLength: length })
    .map((list) => Float32Array.from(list));

/** Weights with non-zero deviations. */
function weightsOf(shape: RankerShape): fc.Arbitrary<Float32Array> {
  const { deviation, linear, length } = layoutOf(shape);
  return fc.tuple(numbers(length), numbers(linear - deviation, 0.3)).map(([weights, deviations]) => {
    weights.set(deviations, deviation);
    return weights;
  });
}

const cases = shapes.chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    weights: weightsOf(shape),
    row: numbers(shape.rowFeatures),
    other: numbers(shape.rowFeatures),
    query: numbers(shape.queryFeatures),
  }),
);

const near = (value: number, expected: number): void =>
  expect(Math.abs(value - expected)).toBeLessThan(1e-3 * (1 + Math.abs(expected)));

/** Reference implementation of the score. */
function scoreOf({ rowFeatures, queryFeatures, hidden }: RankerShape, w: Float32Array, row: number[], query: number[]) {
  const { mean, deviation, linear, first, bias, second } = layoutOf({ rowFeatures, queryFeatures, hidden });
  const input = [...row, ...query].map((value, i) => (value - w[mean + i]!) / w[deviation + i]!);
  const dot = (at: number, count: number): number =>
    input.slice(0, count).reduce((sum, value, i) => sum + value * w[at + i]!, 0);
  let score = dot(linear, rowFeatures);
  for (let unit = 0; unit < hidden; unit++)
    score += w[second + unit]! * Math.max(0, w[bias + unit]! + dot(first + unit * input.length, input.length));
  return score;
}

describe('Ranker', () => {
  test('computes the score of the network for each row', () => {
    fc.assert(
      fc.property(cases, ({ shape, weights, row, other, query }) => {
        const scores = new Ranker(weights, shape).scores(Float32Array.of(...row, ...other), query);
        expect(scores).toHaveLength(2);
        near(scores[0]!, scoreOf(shape, weights, [...row], [...query]));
        near(scores[1]!, scoreOf(shape, weights, [...other], [...query]));
      }),
    );
  });

  test('contributions of the features plus the rest are the score', () => {
    fc.assert(
      fc.property(cases, ({ shape, weights, row, query }) => {
        const ranker = new Ranker(weights, shape);
        const { points, rest } = ranker.contributions(row, query);
        expect(points).toHaveLength(shape.rowFeatures);
        near(
          points.reduce((sum, value) => sum + value, rest),
          ranker.scores(row, query)[0]!,
        );
      }),
    );
  });

  test('a merged ranker computes the mean of the scores', () => {
    const several = shapes.chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        rankers: fc.array(weightsOf(shape), { minLength: 1, maxLength: 3 }),
        row: numbers(shape.rowFeatures),
        query: numbers(shape.queryFeatures),
      }),
    );
    fc.assert(
      fc.property(several, ({ shape, rankers, row, query }) => {
        const { linear } = layoutOf(shape);
        for (const ranker of rankers) ranker.set(rankers[0]!.subarray(0, linear));
        const merged = new Ranker(mergeRankers(rankers, shape), { ...shape, hidden: shape.hidden * rankers.length });
        const scores = rankers.map((weights) => new Ranker(weights, shape).scores(row, query)[0]!);
        near(merged.scores(row, query)[0]!, scores.reduce((sum, score) => sum + score, 0) / rankers.length);
      }),
    );
  });

  test('accepts zero rows', () => {
    const shape = { rowFeatures: 2, queryFeatures: 1, hidden: 1 };
    const ranker = new Ranker(new Float32Array(layoutOf(shape).length).fill(1), shape);
    expect(ranker.scores(new Float32Array(), Float32Array.of(1))).toHaveLength(0);
  });

  test('rejects weights of another shape', () => {
    expect(() => new Ranker(new Float32Array(5), { rowFeatures: 2, queryFeatures: 1, hidden: 1 })).toThrow(RangeError);
  });
});

test('shapeOf infers the hidden units from the length, and returns null if their number is not an integer', () => {
  fc.assert(
    fc.property(shapes, fc.integer({ min: 1, max: 40 }), (shape, more) => {
      const { rowFeatures, queryFeatures } = shape;
      const { length } = layoutOf(shape);
      expect(shapeOf(new Float32Array(length), rowFeatures, queryFeatures)).toEqual(shape);
      const other = shapeOf(new Float32Array(length + more), rowFeatures, queryFeatures);
      if (more % (rowFeatures + queryFeatures + 2) === 0) expect(other!.hidden).toBeGreaterThan(shape.hidden);
      else expect(other).toBeNull();
    }),
  );
  expect(shapeOf(new Float32Array(3), 5, 1)).toBeNull();
});
