/** Numbers of answers: exact rationals, and complex numbers in floating point when they are not rational. */

/** `numerator / denominator`, reduced; the denominator is positive. */
export interface Rational {
  numerator: bigint;
  denominator: bigint;
}

/** Floating point. */
export interface Complex {
  re: number;
  im: number;
}

export type Value = Rational | Complex;

/** More bits are not computed exactly: `2004!` has 19,000. */
const MOST_BITS = 40_000;

export const isRational = (value: Value): value is Rational => 'numerator' in value;

export function rational(numerator: bigint, denominator = 1n): Rational {
  const divisor = gcd(numerator, denominator);
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const integer = (value: number): Rational => ({ numerator: BigInt(value), denominator: 1n });

export const isZero = (value: Value): boolean =>
  isRational(value) ? value.numerator === 0n : value.re === 0 && value.im === 0;

export const isInteger = (value: Value): value is Rational => isRational(value) && value.denominator === 1n;

/** The number as a small integer; null if it is none or more than `most` away from 0. */
export function smallInteger(value: Value, most: number): number | null {
  if (isInteger(value)) return magnitude(value.numerator) <= BigInt(most) ? Number(value.numerator) : null;
  return !isRational(value) && value.im === 0 && Number.isInteger(value.re) && Math.abs(value.re) <= most
    ? value.re
    : null;
}

/** Reads a decimal: `-12.50`, `1e-7`. Null if it is none, or too long. */
export function readDecimal(text: string): Rational | null {
  const [, sign, whole, fraction = '', shifted = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/iu.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '') return null;
  const shift = Number(shifted) - fraction.length;
  if (Math.abs(shift) > 10_000) return null;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

export function toComplex(value: Value): Complex {
  return isRational(value) ? { re: quotient(value), im: 0 } : value;
}

export function add(left: Value, right: Value): Value {
  if (isRational(left) && isRational(right)) {
    return rationalOrFloat(
      left.numerator * right.denominator + right.numerator * left.denominator,
      left.denominator * right.denominator,
    );
  }
  const [a, b] = [toComplex(left), toComplex(right)];
  return { re: a.re + b.re, im: a.im + b.im };
}

export function negate(value: Value): Value {
  if (isRational(value)) return { numerator: -value.numerator, denominator: value.denominator };
  return { re: -value.re, im: -value.im };
}

export function multiply(left: Value, right: Value): Value {
  if (isRational(left) && isRational(right)) {
    return rationalOrFloat(left.numerator * right.numerator, left.denominator * right.denominator);
  }
  const [a, b] = [toComplex(left), toComplex(right)];
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

/** Null for a division by zero. */
export function divide(left: Value, right: Value): Value | null {
  if (isZero(right)) return null;
  if (isRational(right)) return multiply(left, rational(right.denominator, right.numerator));
  const size = right.re * right.re + right.im * right.im;
  return multiply(left, { re: right.re / size, im: -right.im / size });
}

/** The principal power. Null if it is undefined or too large. */
export function power(base: Value, exponent: Value): Value | null {
  if (isRational(base) && isRational(exponent)) {
    const exact = rationalRoot(base, exponent.denominator);
    if (exact !== null) return rationalPower(exact, exponent.numerator) ?? floatPower(base, exponent);
  }
  return floatPower(base, exponent);
}

/** The real root where there is one, else the principal root. Null if it is undefined. */
export function root(value: Value, degree: Value): Value | null {
  const whole = smallInteger(degree, 1000);
  const odd = whole !== null && Math.abs(whole) % 2 === 1;
  const real = toComplex(value);
  if (odd && real.im === 0 && real.re < 0) {
    const positive = root(negate(value), degree);
    return positive === null ? null : negate(positive);
  }
  const inverse = divide(integer(1), degree);
  return inverse === null ? null : power(value, inverse);
}

export function exponential({ re, im }: Complex): Complex {
  const size = Math.exp(re);
  return { re: size * Math.cos(im), im: im === 0 ? 0 : size * Math.sin(im) };
}

/** The principal logarithm; null for 0. */
export function logarithm({ re, im }: Complex): Complex | null {
  return re === 0 && im === 0 ? null : { re: Math.log(Math.hypot(re, im)), im: Math.atan2(im, re) };
}

/** Whether both are defined: neither infinite nor NaN. */
export function isFinite(value: Value): boolean {
  return isRational(value) || (Number.isFinite(value.re) && Number.isFinite(value.im));
}

/**
 * Whether two numbers are equal: exactly if both are rational, else within `tolerance` relative to the larger one.
 * Near 0, an absolute tolerance of 1e-12 holds only against an exact 0 (specs/templates.md 5.3).
 */
export function areEqual(left: Value, right: Value, tolerance: number): boolean {
  if (isRational(left) && isRational(right)) {
    return left.numerator === right.numerator && left.denominator === right.denominator;
  }
  const [a, b] = [toComplex(left), toComplex(right)];
  const size = Math.max(Math.hypot(a.re, a.im), Math.hypot(b.re, b.im));
  if (!Number.isFinite(size)) return false;
  const isNearZero = (isRational(left) && isZero(left)) || (isRational(right) && isZero(right));
  const allowed = isNearZero ? 1e-12 : tolerance * size;
  return Math.abs(a.re - b.re) <= allowed && Math.abs(a.im - b.im) <= allowed;
}

/** -1, 0 or 1; null if a number is not real. */
export function compareReal(left: Value, right: Value): number | null {
  if (isRational(left) && isRational(right)) {
    const difference = left.numerator * right.denominator - right.numerator * left.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (areEqual(left, right, 1e-9)) return 0;
  const [a, b] = [toComplex(left), toComplex(right)];
  return a.im !== 0 || b.im !== 0 || !isFinite(a) || !isFinite(b) ? null : Math.sign(a.re - b.re);
}

/** Whether two numbers differ by less than one unit of a decimal place, as far as floating point can tell. */
export function isWithinLastDigit(left: Value, right: Value, places: number): boolean {
  if (isRational(left) && isRational(right)) {
    const { numerator, denominator } = add(left, negate(right)) as Rational;
    return magnitude(numerator) * 10n ** BigInt(places) < denominator;
  }
  const [a, b] = [toComplex(left), toComplex(right)];
  const gap = Math.hypot(a.re - b.re, a.im - b.im);
  return gap < 10 ** -places || gap <= 4 * Number.EPSILON * Math.hypot(a.re, a.im);
}

/** Rounds to a number of decimals, halves away from 0. Null if the number is not real. */
export function roundTo(value: Value, decimals: number): Rational | null {
  const exact = isRational(value) ? value : value.im === 0 ? readDecimal(String(value.re)) : null;
  if (exact === null) return null;
  const scale = 10n ** BigInt(decimals);
  const doubled = 2n * magnitude(exact.numerator) * scale + exact.denominator;
  const rounded = doubled / (2n * exact.denominator);
  return rational(exact.numerator < 0n ? -rounded : rounded, scale);
}

function quotient({ numerator, denominator }: Rational): number {
  const shift = BigInt(Math.max(bits(numerator), bits(denominator)) - 1000);
  if (shift <= 0n) return Number(numerator) / Number(denominator);
  // Too large for floating point: divide first, with 64 bits to spare.
  const scaled = Number((numerator << 64n) / denominator);
  return scaled / 2 ** 64;
}

function rationalOrFloat(numerator: bigint, denominator: bigint): Value {
  if (bits(numerator) <= MOST_BITS && bits(denominator) <= MOST_BITS) return rational(numerator, denominator);
  return { re: quotient({ numerator, denominator }), im: 0 };
}

function rationalPower({ numerator, denominator }: Rational, exponent: bigint): Rational | null {
  if (numerator === 0n) return exponent > 0n ? integer(0) : null;
  const size = magnitude(exponent);
  const isUnit = denominator === 1n && magnitude(numerator) === 1n;
  const length = BigInt(Math.max(bits(numerator), bits(denominator)));
  if (isUnit) return rational(size % 2n === 0n ? 1n : numerator);
  if (size * length > BigInt(MOST_BITS)) return null;
  const [top, bottom] = [numerator ** size, denominator ** size];
  return exponent < 0n ? rational(bottom, top) : rational(top, bottom);
}

/** The exact root of a rational; null if it has none among the non-negative rationals. */
function rationalRoot(value: Rational, degree: bigint): Rational | null {
  if (degree === 1n) return value;
  if (value.numerator < 0n || degree > 64n) return null;
  const top = integerRoot(value.numerator, degree);
  const bottom = integerRoot(value.denominator, degree);
  return top === null || bottom === null ? null : { numerator: top, denominator: bottom };
}

function integerRoot(value: bigint, degree: bigint): bigint | null {
  if (value < 2n) return value;
  let [low, high] = [1n, 1n << BigInt(Math.ceil(bits(value) / Number(degree)) + 1)];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= value) low = middle;
    else high = middle - 1n;
  }
  return low ** degree === value ? low : null;
}

function floatPower(base: Value, exponent: Value): Complex | null {
  const [a, b] = [toComplex(base), toComplex(exponent)];
  if (a.re === 0 && a.im === 0) return b.re > 0 && b.im === 0 ? { re: 0, im: 0 } : null;
  const isRealPower = a.im === 0 && b.im === 0 && (a.re > 0 || Number.isInteger(b.re));
  if (isRealPower) return finite({ re: a.re ** b.re, im: 0 });
  return finite(exponential(toComplex(multiply(b, logarithm(a)!))));
}

function finite(value: Complex): Complex | null {
  return isFinite(value) ? value : null;
}

function gcd(left: bigint, right: bigint): bigint {
  let [a, b] = [magnitude(left), magnitude(right)];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const bits = (value: bigint): number => magnitude(value).toString(16).length * 4;
