import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  areEqual,
  compareReal,
  divide,
  integer,
  multiply,
  negate,
  power,
  rational,
  readDecimal,
  root,
  roundTo,
  type Rational,
} from '../../src/answers/exact-number.ts';

const fractions = fc
  .tuple(fc.bigInt(-10_000n, 10_000n), fc.bigInt(1n, 10_000n))
  .map(([top, bottom]): Rational => rational(top, bottom));

describe('exact numbers', () => {
  it('form a field', () => {
    fc.assert(
      fc.property(fractions, fractions, fractions, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a));
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
        expect(add(a, negate(a))).toEqual(integer(0));
        if (b.numerator !== 0n) expect(multiply(divide(a, b)!, b)).toEqual(a);
      }),
    );
  });

  it('keep the order of floating point', () => {
    fc.assert(
      fc.property(fractions, fractions, (a, b) => {
        const [x, y] = [a, b].map(({ numerator, denominator }) => Number(numerator) / Number(denominator));
        expect(compareReal(a, b)).toBe(Math.sign(x! - y!) + 0);
      }),
    );
  });

  it('undo a power by a root', () => {
    fc.assert(
      fc.property(fractions, fc.integer({ min: 1, max: 7 }), (a, degree) => {
        const isOdd = degree % 2 === 1;
        if (a.numerator < 0n && !isOdd) return;
        expect(root(power(a, integer(degree))!, integer(degree))).toEqual(a);
      }),
    );
  });

  it('read decimals exactly', () => {
    expect(readDecimal('-12.50')).toEqual(rational(-25n, 2n));
    expect(readDecimal('1e-7')).toEqual(rational(1n, 10_000_000n));
    expect(readDecimal('1e999999')).toBeNull();
    expect(readDecimal('.')).toBeNull();
  });

  it('round halves away from zero', () => {
    expect(roundTo(rational(-5n, 2n), 0)).toEqual(integer(-3));
    expect(roundTo(rational(22n, 7n), 2)).toEqual(rational(314n, 100n));
  });

  it('have an absolute tolerance only against an exact zero', () => {
    const tiny = { re: 1e-13, im: 0 };
    expect(areEqual(integer(0), tiny, 1e-9)).toBe(true);
    expect(areEqual({ re: 2e-13, im: 0 }, tiny, 1e-9)).toBe(false);
  });

  it('are undefined for a division by zero', () => {
    expect(divide(integer(1), integer(0))).toBeNull();
    expect(power(integer(0), integer(-1))).toBeNull();
  });
});
