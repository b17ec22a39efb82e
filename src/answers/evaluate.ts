/** The value of an expression, with values for its unknowns. Bounded: it ends after `MOST_STEPS` operations. */
import {
  add,
  divide,
  exponential,
  integer,
  isFinite,
  isInteger,
  isRational,
  isZero,
  logarithm,
  multiply,
  negate,
  power,
  compareReal,
  rational,
  readDecimal,
  root,
  smallInteger,
  toComplex,
  type Complex,
  type Value,
} from './exact-number.ts';
import { isSymbol, operands, operator, type MathJson } from './math-json.ts';

/** Values of unknowns by name. */
export type Environment = ReadonlyMap<string, Value>;

const MOST_STEPS = 20_000;
/** Sums and products of more terms are not evaluated; from `MOST_EXACT_TERMS`, in floating point. */
const MOST_TERMS = 2000;
const MOST_EXACT_TERMS = 100;
const LARGEST_FACTORIAL = 3000;
/** Largest exponent and modulus of a power modulo a number. */
const LARGEST_OF_RESIDUES = 1n << 4096n;

/** Why an expression has no value: `undefined` (such as 1/0), or an operator or a size that is not supported. */
export class NoValue extends Error {
  readonly reason: 'undefined' | 'unsupported';

  constructor(reason: 'undefined' | 'unsupported') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Evaluates an expression.
 * @param realOnly treat roots and logarithms of negative numbers as undefined, as in an answer with unknowns
 * @throws {NoValue}
 */
export function evaluate(expression: MathJson, unknowns: Environment, realOnly: boolean): Value {
  return new Evaluation(realOnly).value(expression, unknowns);
}

const defined = <T extends Value>(value: T | null): T => {
  if (value === null || !isFinite(value)) throw new NoValue('undefined');
  return value;
};

class Evaluation {
  readonly #realOnly: boolean;
  #steps = 0;

  constructor(realOnly: boolean) {
    this.#realOnly = realOnly;
  }

  value(expression: MathJson, unknowns: Environment): Value {
    if (++this.#steps > MOST_STEPS) throw new NoValue('unsupported');
    if (typeof expression === 'number') return defined(readDecimal(String(expression)));
    if (isSymbol(expression)) return symbolValue(expression, unknowns);
    const name = operator(expression);
    if (name === null) {
      const text = typeof expression === 'object' && 'num' in expression ? expression.num : '';
      const value = readDecimal(text);
      if (value === null) throw new NoValue('unsupported');
      return value;
    }
    const parts = operands(expression);
    if (name === 'Sum' || name === 'Product') return this.#series(name, parts, unknowns);
    if (name === 'Mod') {
      const residue = this.#powerResidue(parts, unknowns);
      if (residue !== null) return residue;
    }
    if (name === 'Apply') return this.#inverseFunction(parts, unknowns);
    const apply = OPERATORS[name];
    if (apply === undefined) throw new NoValue('unsupported');
    const values = parts.map((part) => this.value(part, unknowns));
    if (values.length < apply.length) throw new NoValue('unsupported');
    const result = defined(apply(...values));
    if (this.#realOnly && toComplex(result).im !== 0 && values.every((value) => toComplex(value).im === 0)) {
      throw new NoValue('undefined');
    }
    return result;
  }

  #series(name: 'Sum' | 'Product', [body, range]: readonly MathJson[], unknowns: Environment): Value {
    const [variable, low, high] = operands(range ?? 0);
    if (body === undefined || variable === undefined || low === undefined || high === undefined) {
      throw new NoValue('unsupported');
    }
    const from = smallInteger(this.value(low, unknowns), 1e9);
    const to = smallInteger(this.value(high, unknowns), 1e9);
    if (from === null || to === null || to - from > MOST_TERMS || !isSymbol(variable)) throw new NoValue('unsupported');
    let total: Value = integer(name === 'Sum' ? 0 : 1);
    for (let at = from; at <= to; at++) {
      const term = this.value(body, new Map([...unknowns, [variable, integer(at)]]));
      total = name === 'Sum' ? add(total, term) : multiply(total, term);
      if (at - from === MOST_EXACT_TERMS) total = toComplex(total);
    }
    return defined(total);
  }

  /** `7^{10^{12}} \bmod 13` without the power itself; null if it is no such thing. */
  #powerResidue([left, right]: readonly MathJson[], unknowns: Environment): Value | null {
    if (left === undefined || right === undefined) return null;
    const inner = operator(left) === 'Delimiter' ? operands(left)[0]! : left;
    if (operator(inner) !== 'Power') return null;
    const values = [...operands(inner), right].map((part) => this.value(part, unknowns));
    if (!values.every(isInteger)) return null;
    const [base = 0n, exponent = 0n, modulus = 0n] = values.map(({ numerator }) => numerator);
    if (exponent < 0n || modulus <= 0n) return null;
    if (exponent > LARGEST_OF_RESIDUES || modulus > LARGEST_OF_RESIDUES) return null;
    return rational(powerModulo(base, exponent, modulus));
  }

  /** `\sin^{-1} x` */
  #inverseFunction([head, argument]: readonly MathJson[], unknowns: Environment): Value {
    const inverse = head !== undefined && operator(head) === 'InverseFunction' ? operands(head)[0] : undefined;
    if (argument === undefined || inverse === undefined || !isSymbol(inverse)) throw new NoValue('unsupported');
    return this.value([`Arc${inverse.toLowerCase()}`, argument], unknowns);
  }
}

function symbolValue(symbol: string, unknowns: Environment): Value {
  const given = unknowns.get(symbol);
  if (given !== undefined) return given;
  if (symbol === 'Pi') return { re: Math.PI, im: 0 };
  if (symbol === 'e' || symbol === 'ExponentialE') return { re: Math.E, im: 0 };
  if (symbol === 'i' || symbol === 'ImaginaryUnit') return { re: 0, im: 1 };
  throw new NoValue('unsupported');
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, factor] = [1n % modulus, ((base % modulus) + modulus) % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

/** Its number of parameters is the least number of operands. */
type Apply = (...values: Value[]) => Value | null;

const ONE = integer(1);
const HALF = rational(1n, 2n);

/** A real function of a real number, by its value in floating point. */
const real =
  (apply: (x: number) => number): Apply =>
  (value) => {
    const { re, im } = toComplex(value);
    return im === 0 ? { re: apply(re), im: 0 } : null;
  };

const complex =
  (apply: (x: Complex) => Value | null): Apply =>
  (value) =>
    apply(toComplex(value));

/** e^{ix}, of which sine and cosine of a complex number are made. */
const rotation = ({ re, im }: Complex): Complex => exponential({ re: -im, im: re });

function sine(x: Complex): Value | null {
  if (x.im === 0) return { re: Math.sin(x.re), im: 0 };
  const difference = add(rotation(x), negate(rotation({ re: -x.re, im: -x.im })));
  return divide(difference, { re: 0, im: 2 });
}

function cosine(x: Complex): Value | null {
  if (x.im === 0) return { re: Math.cos(x.re), im: 0 };
  return multiply(add(rotation(x), rotation({ re: -x.re, im: -x.im })), HALF);
}

const ratio = (top: Value | null, bottom: Value | null): Value | null => {
  if (top === null || bottom === null) return null;
  // A cosine of a right angle is about 1e-16 in floating point.
  const { re, im } = toComplex(bottom);
  return Math.hypot(re, im) < 1e-14 ? null : divide(top, bottom);
};

const sum: Apply = (...values) => values.reduce(add);
const product: Apply = (...values) => values.reduce(multiply);

const extreme =
  (sign: number): Apply =>
  (...values) =>
    values.reduce<Value | null>((best, value) => {
      const order = best === null ? null : compareReal(value, best);
      return order === null ? null : order * sign > 0 ? value : best;
    }, values[0] ?? null);

const rounded =
  (floor: boolean): Apply =>
  (value) => {
    if (!isRational(value)) {
      const { re, im } = toComplex(value);
      return im === 0 && Math.abs(re) < 2 ** 53 ? integer(floor ? Math.floor(re) : Math.ceil(re)) : null;
    }
    const down = value.numerator / value.denominator;
    const isExact = down * value.denominator === value.numerator;
    if (isExact) return rational(down);
    const isNegative = value.numerator < 0n;
    if (floor) return rational(isNegative ? down - 1n : down);
    return rational(isNegative ? down : down + 1n);
  };

function factorial(value: Value): Value | null {
  const size = smallInteger(value, LARGEST_FACTORIAL);
  if (size === null) throw new NoValue('unsupported');
  if (size < 0) return null;
  let result = 1n;
  for (let factor = 2; factor <= size; factor++) result *= BigInt(factor);
  return rational(result);
}

function binomial(top: Value, bottom: Value): Value | null {
  const [n, chosen] = [smallInteger(top, 100_000), smallInteger(bottom, 100_000)];
  if (n === null || chosen === null || n < 0) throw new NoValue('unsupported');
  const k = Math.min(chosen, n - chosen);
  if (k < 0) return integer(0);
  if (k > 1000) throw new NoValue('unsupported');
  let result = 1n;
  for (let at = 1; at <= k; at++) result = (result * BigInt(n - k + at)) / BigInt(at);
  return rational(result);
}

function commonDivisor(left: Value, right: Value): number | null {
  let [a, b] = [smallInteger(left, 2 ** 52), smallInteger(right, 2 ** 52)];
  if (a === null || b === null) return null;
  while (b !== 0) [a, b] = [b, a % b];
  return Math.abs(a);
}

function remainder(left: Value, right: Value): Value | null {
  const quotient = divide(left, right);
  const whole = quotient === null ? null : OPERATORS.Floor!(quotient);
  return whole === null ? null : add(left, negate(multiply(whole, right)));
}

function logarithmTo(value: Value, base: Value): Value | null {
  const [top, bottom] = [logarithm(toComplex(value)), logarithm(toComplex(base))];
  if (top === null || bottom === null || isZero(bottom)) return null;
  const quotient = divide(top, bottom)!;
  // log_2 8 is 3 exactly, not 2.9999999999999996.
  const near = Math.round(toComplex(quotient).re);
  const isWhole = isRational(value) && isRational(base) && Math.abs(near) < 1000;
  if (!isWhole) return quotient;
  const exact = power(base, integer(near));
  return exact !== null &&
    isRational(exact) &&
    exact.numerator === value.numerator &&
    exact.denominator === value.denominator
    ? integer(near)
    : quotient;
}

const between = (apply: (x: number) => number): Apply => real((x) => (Math.abs(x) <= 1 ? apply(x) : Number.NaN));

const OPERATORS: Readonly<Record<string, Apply>> = {
  Add: sum,
  Subtract: (left, right) => add(left, negate(right)),
  Negate: (value) => negate(value),
  Multiply: product,
  InvisibleOperator: product,
  Delimiter: (value) => value,
  Divide: (top, bottom) => divide(top, bottom),
  Rational: (top, bottom) => divide(top, bottom),
  Power: (base, exponent) => power(base, exponent),
  Square: (value) => power(value, integer(2)),
  Sqrt: (value) => power(value, HALF),
  Root: (value, degree) => root(value, degree),
  Exp: complex(exponential),
  Ln: complex(logarithm),
  Lb: (value) => logarithmTo(value, integer(2)),
  Log: (value, base = integer(10)) => logarithmTo(value, base),
  Abs: (value) => {
    if (isRational(value)) return value.numerator < 0n ? negate(value) : value;
    return { re: Math.hypot(value.re, value.im), im: 0 };
  },
  Conjugate: (value) => ({ re: toComplex(value).re, im: -toComplex(value).im }),
  Degrees: (value) => multiply(value, { re: Math.PI / 180, im: 0 }),
  Sin: complex(sine),
  Cos: complex(cosine),
  Tan: complex((x) => ratio(sine(x), cosine(x))),
  Cot: complex((x) => ratio(cosine(x), sine(x))),
  Sec: complex((x) => ratio(ONE, cosine(x))),
  Csc: complex((x) => ratio(ONE, sine(x))),
  Arcsin: between(Math.asin),
  Arccos: between(Math.acos),
  Arctan: real(Math.atan),
  Arccot: real((x) => Math.PI / 2 - Math.atan(x)),
  Sinh: real(Math.sinh),
  Cosh: real(Math.cosh),
  Tanh: real(Math.tanh),
  Arsinh: real(Math.asinh),
  Arcosh: real(Math.acosh),
  Artanh: real(Math.atanh),
  Max: extreme(1),
  Min: extreme(-1),
  Floor: rounded(true),
  Ceil: rounded(false),
  Factorial: (value) => factorial(value),
  Binomial: (top, bottom) => binomial(top, bottom),
  GCD: (left, right) => {
    const divisor = commonDivisor(left, right);
    return divisor === null ? null : integer(divisor);
  },
  LCM: (left, right) => {
    const divisor = commonDivisor(left, right);
    return divisor === null ? null : divide(multiply(left, right), integer(divisor));
  },
  Mod: (left, right) => remainder(left, right),
};
