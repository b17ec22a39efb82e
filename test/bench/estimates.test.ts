import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcNemar, pairedDifference, passAtK, wilson } from '../../src/bench/estimates.ts';

/** pass@k by enumerating all draws of k of the n tries, of which the first c solved the problem. */
function bruteForce(n: number, c: number, k: number): number {
  let [solved, all] = [0, 0];
  for (let drawn = 0; drawn < 1 << n; drawn++) {
    const picks = Array.from({ length: n }, (_, at) => at).filter((at) => (drawn >> at) & 1);
    if (picks.length !== k) continue;
    all++;
    if (picks.some((at) => at < c)) solved++;
  }
  return solved / all;
}

describe('passAtK', () => {
  it('equals the result of enumerating all draws', () => {
    const cases = fc
      .integer({ min: 1, max: 9 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(cases, ([n, c, k]) => {
        expect(passAtK(n, c, k)).toBeCloseTo(bruteForce(n, c, k), 12);
      }),
      { numRuns: 200 },
    );
  });

  it('is the share of successes at k = 1 and does not overflow', () => {
    expect(passAtK(200, 3, 1)).toBeCloseTo(0.015, 12);
    expect(passAtK(10_000, 5, 100)).toBeCloseTo(0.0490196, 6);
    expect(() => passAtK(3, 1, 4)).toThrow(RangeError);
  });
});

describe('wilson', () => {
  // From statsmodels.stats.proportion.proportion_confint(..., method='wilson'), and by hand for no and all successes.
  it.each([
    [5, 10, 0.236593, 0.763407],
    [81, 263, 0.255289, 0.36621],
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
    [1, 1, 0.206549, 1],
  ])('gives for %d of %d the interval from %d to %d', (successes, trials, low, high) => {
    const [from, to] = wilson(successes, trials);
    expect(from).toBeCloseTo(low, 5);
    expect(to).toBeCloseTo(high, 5);
  });

  it('contains the rate, stays within 0 and 1, and is [0, 1] without trials', () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
    const share = fc
      .integer({ min: 1, max: 400 })
      .chain((n) => fc.tuple(fc.double({ min: 0, max: n, noNaN: true }), fc.constant(n)));
    fc.assert(
      fc.property(share, ([c, n]) => {
        const [low, high] = wilson(c, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(c / n);
        expect(high).toBeGreaterThanOrEqual(c / n);
      }),
    );
  });
});

describe('mcNemar', () => {
  it.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [1, 8, 0.0390625],
    [7, 7, 1],
    [2, 10, 0.03857421875],
  ])('gives for %d and %d the p-value %d', (first, second, p) => {
    expect(mcNemar(first, second)).toBeCloseTo(p, 10);
    expect(mcNemar(second, first)).toBeCloseTo(p, 10);
  });

  it('does not underflow for large counts', () => {
    expect(mcNemar(1000, 1000)).toBeCloseTo(1, 6);
    expect(mcNemar(3000, 0)).toBe(0);
  });
});

describe('pairedDifference', () => {
  it('has an interval that contains the mean and is the same for the same seed', () => {
    const { difference, interval } = pairedDifference([1, 1, 0, 0, 0, 0, -1, 1, 0, 1], 7);
    expect(difference).toBeCloseTo(0.3, 12);
    expect(interval[0]).toBeLessThan(0.3);
    expect(interval[1]).toBeGreaterThan(0.3);
    expect(pairedDifference([1, 1, 0, 0, 0, 0, -1, 1, 0, 1], 7).interval).toEqual(interval);
  });
});
