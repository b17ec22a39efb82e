import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confidenceOf, fitCurve } from '../../../../src/builders/knowledge/links/confidence.ts';
import { SHIPPED_CURVE } from '../../../../src/builders/knowledge/links/shipped-curve.ts';

const mass = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const points = fc.array(fc.record({ mass, isRight: fc.boolean() }), {
  minLength: 1,
});

describe('calibrated confidence', () => {
  test('is the share of right links among those of similar mass, less certain if there are few', () => {
    const known = Array.from({ length: 100 }, (_, i) => ({ mass: i / 100, isRight: i >= 50 }));
    const curve = fitCurve(known);
    expect(confidenceOf(curve, 0.9)).toBeCloseTo(51 / 52);
    expect(confidenceOf(curve, 0.2)).toBeLessThan(0.03);
    expect(confidenceOf(fitCurve([{ mass: 1, isRight: true }]), 1)).toBeCloseTo(2 / 3);
  });

  test('never falls with rising mass, and is a probability', () => {
    fc.assert(
      fc.property(points, mass, mass, (known, a, b) => {
        const curve = fitCurve(known);
        const [low, high] = [confidenceOf(curve, Math.min(a, b)), confidenceOf(curve, Math.max(a, b))];
        expect(low).toBeLessThanOrEqual(high + 1e-12);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThan(1);
      }),
    );
  });

  test('the shipped curve rises', () => {
    const rising = SHIPPED_CURVE.every(([at, confidence], i) => {
      const [before, least] = SHIPPED_CURVE[i - 1] ?? [-1, -1];
      return at > before && confidence >= least && confidence <= 1;
    });
    expect(rising).toBe(true);
  });
});
