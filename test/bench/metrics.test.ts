import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootstrapInterval,
  mean,
  meanScores,
  ndcg,
  percentile,
  recall,
  reciprocalRank,
  scoreQuery,
} from '../../src/bench/metrics.ts';

describe('metrics, against values computed by hand', () => {
  it('discounts a gain by log2(1 + rank)', () => {
    expect(ndcg([1], 10)).toBe(1);
    expect(ndcg([3], 10)).toBeCloseTo(0.5, 12);
    expect(ndcg([10], 10)).toBeCloseTo(0.28906, 5);
    expect(ndcg([11], 10)).toBe(0);
    expect(ndcg([null], 10)).toBe(0);
  });

  it('compares several golds with their ideal order', () => {
    // (1 + 1/log2 4) / (1 + 1/log2 3) = 1.5 / 1.63093
    expect(ndcg([3, 1], 10)).toBeCloseTo(0.91972, 5);
    expect(ndcg([2, null], 10)).toBeCloseTo(0.63093 / 1.63093, 5);
    expect(ndcg([], 10)).toBe(0);
  });

  it('does not require more golds than ranks', () => {
    expect(ndcg([1, 2, 3], 2)).toBe(1);
  });

  it('counts golds among the first k', () => {
    expect(recall([1, 4, null], 3)).toBeCloseTo(1 / 3, 12);
    expect(recall([1, 4, null], 4)).toBeCloseTo(2 / 3, 12);
    expect(recall([], 4)).toBe(0);
  });

  it('computes the reciprocal of the best rank', () => {
    expect(reciprocalRank([7, 2])).toBe(0.5);
    expect(reciprocalRank([null])).toBe(0);
  });

  it('averages each metric separately', () => {
    const means = meanScores([scoreQuery([1]), scoreQuery([4]), scoreQuery([null])]);
    expect(means['recall@1']).toBeCloseTo(1 / 3, 12);
    expect(means['recall@10']).toBeCloseTo(2 / 3, 12);
    expect(means.mrr).toBeCloseTo(1.25 / 3, 12);
    expect(means['ndcg@10']).toBeCloseTo((1 + 1 / Math.log2(5)) / 3, 12);
    expect(meanScores([]).mrr).toBe(0);
  });

  it('computes percentiles by nearest rank', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(percentile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(percentile([], 0.5)).toBe(0);
  });
});

describe('bootstrapInterval', () => {
  it('is the same for the same seed and differs for another seed', () => {
    const values = Array.from({ length: 60 }, (_, i) => (i % 7) / 7);
    expect(bootstrapInterval(values, 500, 3)).toEqual(bootstrapInterval(values, 500, 3));
    expect(bootstrapInterval(values, 500, 3)).not.toEqual(bootstrapInterval(values, 500, 4));
  });

  it('is close to mean ± 1.96 · standard error', () => {
    const values = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 0 : 1));
    const [low, high] = bootstrapInterval(values, 4000);
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.025, 2);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.025, 2);
  });

  it('contains the mean and shrinks to it if all values are equal', () => {
    expect(bootstrapInterval([0.25, 0.25, 0.25])).toEqual([0.25, 0.25]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 40 }), (values) => {
        const [low, high] = bootstrapInterval(values, 400);
        expect(low).toBeLessThanOrEqual(mean(values) + 1e-12);
        expect(high).toBeGreaterThanOrEqual(mean(values) - 1e-12);
      }),
    );
  });

  it('is [0, 0] without values', () => {
    expect(bootstrapInterval([])).toEqual([0, 0]);
  });
});
