/** Whether two expressions are equal: by their values, or by their values at points if they have unknowns. */
import type { Verdict } from './answer-kinds.ts';
import { evaluate, NoValue, type Environment } from './evaluate.ts';
import {
  add,
  areEqual,
  compareReal,
  divide,
  integer,
  isZero,
  multiply,
  negate,
  toComplex,
  type Value,
} from './exact-number.ts';
import { hasOperator, unknownsOf, type MathJson } from './math-json.ts';

/** Relative difference of numbers that count as equal. */
export const RELATIVE = 1e-9;
/** For expressions with unknowns, evaluated at points. */
const RELATIVE_AT_POINTS = 1e-7;
const MOST_UNKNOWNS = 6;
const FEWEST_POINTS = 3;

/** Equal at points, if there are unknowns: one difference is enough for `different`. */
export function sameExpressions(gold: MathJson, given: MathJson): Verdict {
  if (JSON.stringify(gold) === JSON.stringify(given)) return 'same';
  const unknowns = [...unknownsOf(given, unknownsOf(gold))];
  if (unknowns.length > MOST_UNKNOWNS) return 'undecided';
  if (unknowns.length === 0) {
    const [left, right] = [valueOf(gold), valueOf(given)];
    if (left === 'unsupported' || right === 'unsupported') return 'undecided';
    if (left === 'undefined' || right === 'undefined') return 'different';
    return areEqual(left, right, RELATIVE) ? 'same' : 'different';
  }
  const isComplex = [gold, given].some((side) => hasOperator(side, CONJUGATE)) && !unknowns.every(isPoint);
  let found = 0;
  for (const point of pointsFor(unknowns, isComplex)) {
    const [left, right] = [valueOf(gold, point, isComplex), valueOf(given, point, isComplex)];
    if (left === 'unsupported' || right === 'unsupported' || left === 'undefined' || right === 'undefined') continue;
    if (!areEqual(left, right, RELATIVE_AT_POINTS) && !areBothTiny(left, right)) return 'different';
    found++;
  }
  return found >= FEWEST_POINTS ? 'same' : 'undecided';
}

/** Whether one expression is a constant times the other: a positive constant for inequalities. */
export function proportional(gold: MathJson, given: MathJson, mayBeNegative: boolean): Verdict {
  const unknowns = [...unknownsOf(given, unknownsOf(gold))];
  if (unknowns.length > MOST_UNKNOWNS) return 'undecided';
  let factor: Value | null = null;
  let found = 0;
  for (const point of pointsFor(unknowns)) {
    const [left, right] = [valueOf(gold, point), valueOf(given, point)];
    if (typeof left === 'string' || typeof right === 'string' || isZero(right)) continue;
    const quotient = divide(left, right)!;
    factor ??= quotient;
    if (!areEqual(factor, quotient, RELATIVE_AT_POINTS)) return 'different';
    found++;
  }
  if (factor === null || found < FEWEST_POINTS) return 'undecided';
  const sign = compareReal(factor, integer(0));
  return sign === null || sign === 0 || (sign < 0 && !mayBeNegative) ? 'different' : 'same';
}

type ValueOrReason = Value | 'undefined' | 'unsupported';

export function valueOf(expression: MathJson, unknowns: Environment = new Map(), isComplex = false): ValueOrReason {
  try {
    return evaluate(expression, unknowns, unknowns.size > 0 && !isComplex);
  } catch (error) {
    if (error instanceof NoValue) return error.reason;
    throw error;
  }
}

export function bothValues(left: MathJson, right: MathJson): [Value, Value] | null {
  if (unknownsOf(right, unknownsOf(left)).size > 0) return null;
  const [a, b] = [valueOf(left), valueOf(right)];
  return typeof a === 'string' || typeof b === 'string' ? null : [a, b];
}

/** Numbers without structure, so that an accidental equality is as good as impossible. */
const COORDINATES = [0.7321, 1.4177, 2.2361, 0.3129, 3.1733, 1.9123, 0.5477];

const CONJUGATE = new Set(['Conjugate']);

/** `\overline{AB}` is a segment, not a conjugate. */
const isPoint = (unknown: string): boolean => /^[A-Z]$/u.test(unknown);

/**
 * Eight points with real coordinates, four of them positive, four of small integers, where `(-1)^n` is defined, and four
 * with coordinates between -1 and 1, where `\arcsin x` is.
 * @param isComplex give the points complex coordinates
 */
function pointsFor(unknowns: readonly string[], isComplex = false): Environment[] {
  const real = Array.from({ length: 8 }, (_, point) =>
    unknowns.map((_name, at): Value => {
      const size = COORDINATES[(3 * point + 2 * at) % COORDINATES.length]! * (1 + 0.37 * (point % 4) + 0.11 * at);
      return { re: point >= 4 && (point + at) % 2 === 0 ? -size : size, im: isComplex ? size / 3 + 0.1 : 0 };
    }),
  );
  const small = Array.from({ length: 4 }, (_, point) =>
    unknowns.map((_name, at): Value => ({
      re: COORDINATES[(2 * point + 3 * at) % COORDINATES.length]! / 3.7 - 0.2,
      im: 0,
    })),
  );
  const whole = Array.from({ length: 4 }, (_, point) =>
    unknowns.map((_name, at) => integer(2 + ((3 * point + at) % 7))),
  );
  return [...real, ...small, ...whole].map((values) => new Map(unknowns.map((name, at) => [name, values[at]!])));
}

/** Differences of rounding near zero, such as `\sin^2 x + \cos^2 x - 1` against 0. */
function areBothTiny(left: Value, right: Value): boolean {
  const [a, b] = [toComplex(left), toComplex(right)];
  return Math.hypot(a.re, a.im) < 1e-13 && Math.hypot(b.re, b.im) < 1e-13;
}

export function within(gold: Value, given: Value, tolerance: number): boolean {
  const allowed = multiply(gold, { re: tolerance, im: 0 });
  const gap = toComplex(add(given, negate(gold)));
  return Math.hypot(gap.re, gap.im) <= Math.hypot(toComplex(allowed).re, toComplex(allowed).im);
}
