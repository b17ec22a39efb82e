/** Whether two answers are the same (rules of specs/templates.md 5.3). */
import type { Answer, AnswerValue, Interval, Items, Relation, Scalar, Verdict } from './answer-kinds.ts';
import { evaluate, NoValue, type Environment } from './evaluate.ts';
import {
  add,
  areEqual,
  compareReal,
  divide,
  integer,
  isInteger,
  isRational,
  isZero,
  multiply,
  negate,
  rational,
  roundTo,
  toComplex,
  type Value,
} from './exact-number.ts';
import { operands, operator, unknownsOf, type MathJson } from './math-json.ts';
import { writtenForm } from './read-answer.ts';

export interface CompareOptions {
  /** The question: degrees may be left out if it asks for them. */
  question?: string | undefined;
  /** Relative tolerance for numbers that are not integers; 0 by default. */
  tolerance?: number | undefined;
}

const RELATIVE = 1e-9;
/** For expressions with unknowns, evaluated at points. */
const RELATIVE_AT_POINTS = 1e-7;
const MOST_UNKNOWNS = 6;
const FEWEST_POINTS = 3;
/** A decimal with fewer significant digits says too little to accept what rounds to it. */
const FEWEST_DIGITS = 3;
/** A decimal with so many digits stands for what it is nearest to: `0.3333333333`. */
const MANY_DIGITS = 10;

/** Both answers as read; the first is the expected one, and its digits decide about approximations. */
export function compareAnswers(gold: Answer, given: Answer, options: CompareOptions = {}): Verdict {
  return new Comparison(options).answers(gold, given);
}

class Comparison {
  readonly #asksForDegrees: boolean;
  readonly #tolerance: number;

  constructor({ question = '', tolerance = 0 }: CompareOptions) {
    this.#asksForDegrees = /degree|°|\\circ/iu.test(question);
    this.#tolerance = tolerance;
  }

  answers(gold: Answer, given: Answer): Verdict {
    if (gold.latex !== '' && writtenForm(gold.latex) === writtenForm(given.latex)) return 'same';
    const plain = this.#values(gold.value, given.value);
    if (plain === 'same') return this.#sameName(gold, given) ? 'same' : 'different';
    const [left, right] = [asRelation(gold), asRelation(given)];
    return left !== null && right !== null && this.#relations(left, right) === 'same' ? 'same' : plain;
  }

  /** `x = 5` is not `y = 5`, but `f(x) = x^2` and `y = x^2` say the same. */
  #sameName({ name: gold }: Answer, { name: given }: Answer): boolean {
    const isSymbol = (name: string): boolean => /^\\?[A-Za-z]+(?:_\w+)?$/u.test(name);
    return gold === null || given === null || gold === given || !isSymbol(gold) || !isSymbol(given);
  }

  #values(gold: AnswerValue, given: AnswerValue): Verdict {
    if (gold.kind === 'unreadable' || given.kind === 'unreadable') return 'undecided';
    if (gold.kind === 'text' || given.kind === 'text') return sameText(gold, given);
    const [left, right] = [asVector(gold, given), asVector(given, gold)];
    if (isItems(left) && isItems(right)) return this.#items(left, right);
    if (left.kind === 'set' || right.kind === 'set') return this.#element(left, right);
    if (left.kind === 'numeral' || right.kind === 'numeral') return numerals(left, right);
    if (left.kind === 'ratio' || right.kind === 'ratio') return this.#ratios(left, right);
    if (left.kind === 'matrix' || right.kind === 'matrix') return this.#matrices(left, right);
    if (left.kind === 'scalar' && right.kind === 'scalar') return this.#scalars(left, right);
    if (left.kind === 'relation' && right.kind === 'relation') return this.#relations(left, right);
    const [goldParts, givenParts] = [intervalsOf(left), intervalsOf(right)];
    return goldParts === null || givenParts === null ? 'different' : this.#unions(goldParts, givenParts);
  }

  #items(gold: Items, given: Items): Verdict {
    if (gold.kind === 'list' && given.kind === 'tuple') return this.#assignment(gold, given);
    if (gold.kind === 'tuple' && given.kind === 'list') return this.#assignment(given, gold);
    const isOrdered = (items: Items): boolean => items.kind === 'tuple' || items.kind === 'brackets';
    if (gold.kind !== given.kind && isOrdered(gold) && isOrdered(given) && gold.items.length === 2) return 'different';
    if (isOrdered(gold) !== isOrdered(given) && (gold.kind === 'set' || given.kind === 'set')) return 'different';
    if (isOrdered(gold) || isOrdered(given)) return this.#ordered(gold.items, given.items);
    const isSet = gold.kind === 'set' || given.kind === 'set';
    const [left, right] = isSet ? [this.#distinct(gold.items), this.#distinct(given.items)] : [gold.items, given.items];
    return left.length === right.length
      ? matching(left, right, (a, b) => this.answers(a, b))
      : this.#unequalLengths(left, right);
  }

  /** A list such as `x = 3, y = 2` against a tuple, in the order of both. */
  #assignment(list: Items, tuple: Items): Verdict {
    return this.#ordered(
      tuple.items,
      list.items.map((item) => ({ ...item, name: null, latex: '' })),
    );
  }

  #ordered(gold: readonly Answer[], given: readonly Answer[]): Verdict {
    return gold.length === given.length ? all(gold.map((item, at) => this.answers(item, given[at]!))) : 'different';
  }

  #distinct(items: readonly Answer[]): Answer[] {
    const kept: Answer[] = [];
    for (const item of items) {
      if (!kept.some((other) => this.answers(other, item) === 'same')) kept.push(item);
    }
    return kept;
  }

  #unequalLengths(gold: readonly Answer[], given: readonly Answer[]): Verdict {
    const isReadable = [...gold, ...given].every(({ value }) => value.kind !== 'unreadable');
    return isReadable ? 'different' : 'undecided';
  }

  /** A set of one element against the element. */
  #element(gold: AnswerValue, given: AnswerValue): Verdict {
    const [set, other] = gold.kind === 'set' ? [gold, given] : [given, gold];
    if (!isItems(set) || set.items.length !== 1) return 'different';
    return gold.kind === 'set' ? this.#values(set.items[0]!.value, other) : this.#values(other, set.items[0]!.value);
  }

  #ratios(gold: AnswerValue, given: AnswerValue): Verdict {
    if (gold.kind === 'ratio' && given.kind === 'ratio') {
      if (gold.parts.length !== given.parts.length) return 'different';
      const [first, ...rest] = gold.parts;
      const scaled = rest.map((part, at): Verdict =>
        this.#expressions(['Multiply', part, given.parts[0]!], ['Multiply', first!, given.parts[at + 1]!]),
      );
      return all(scaled);
    }
    const [ratio, other] = gold.kind === 'ratio' ? [gold, given] : [given, gold];
    if (ratio.kind !== 'ratio' || other.kind !== 'scalar' || ratio.parts.length !== 2) return 'different';
    return this.#expressions(['Divide', ratio.parts[0]!, ratio.parts[1]!], other.expression);
  }

  #matrices(gold: AnswerValue, given: AnswerValue): Verdict {
    if (gold.kind !== 'matrix' || given.kind !== 'matrix' || gold.rows.length !== given.rows.length) return 'different';
    const rows = gold.rows.map((row, at): Verdict => {
      const other = given.rows[at]!;
      return row.length === other.length
        ? all(row.map((entry, column) => this.#expressions(entry, other[column]!)))
        : 'different';
    });
    return all(rows);
  }

  #scalars(gold: Scalar, given: Scalar): Verdict {
    if (gold.unit !== null && given.unit !== null && gold.unit !== given.unit) return 'different';
    if (gold.isDegrees !== given.isDegrees) {
      const inRadians: Verdict = this.#expressions(inDegrees(gold), inDegrees(given));
      if (inRadians === 'same' || !(gold.isDegrees || this.#asksForDegrees)) return inRadians;
    }
    const plain = this.#numbers(gold, given);
    if (plain === 'same' || gold.isPercent === given.isPercent) return plain;
    // 50 % is also 0.5, and whether a question for a percentage wants the sign is not known.
    const share = (scalar: Scalar): Scalar =>
      scalar.isPercent ? { ...scalar, expression: ['Divide', scalar.expression, 100], decimals: null } : scalar;
    return this.#numbers(share(gold), share(given));
  }

  #numbers(gold: Scalar, given: Scalar): Verdict {
    const exact = this.#expressions(gold.expression, given.expression);
    if (exact !== 'different') return exact;
    const values = bothValues(gold.expression, given.expression);
    if (values === null) return exact;
    const [expected, value] = values;
    const hasManyDigits = [gold, given].some(
      ({ decimals }) => decimals !== null && decimals.significant >= MANY_DIGITS,
    );
    if (hasManyDigits && areEqual(toComplex(expected), toComplex(value), RELATIVE)) return 'same';
    if (this.#tolerance > 0 && !isInteger(expected)) return within(expected, value, this.#tolerance) ? 'same' : exact;
    if (gold.decimals === null || gold.decimals.significant < FEWEST_DIGITS) return exact;
    const isCoarser = given.decimals !== null && given.decimals.places <= gold.decimals.places;
    const rounded = isCoarser ? null : roundTo(value, gold.decimals.places);
    return rounded !== null && areEqual(rounded, expected, 0) ? 'same' : exact;
  }

  #relations(gold: Relation, given: Relation): Verdict {
    if (gold.operator !== given.operator) return 'different';
    const isSymmetric = gold.operator === '=' || gold.operator === '≠';
    return proportional(difference(gold), difference(given), isSymmetric);
  }

  #unions(gold: readonly Interval[], given: readonly Interval[]): Verdict {
    const variables = new Set([...gold, ...given].flatMap(({ variable }) => variable ?? []));
    if (variables.size > 1) return 'different';
    const [left, right] = [merged(gold), merged(given)];
    if (left.length !== right.length) return 'different';
    return matching(left, right, (a, b) => this.#intervals(a, b));
  }

  #intervals(gold: Interval, given: Interval): Verdict {
    if (gold.isOpenLow !== given.isOpenLow || gold.isOpenHigh !== given.isOpenHigh) return 'different';
    return all([this.#expressions(gold.low, given.low), this.#expressions(gold.high, given.high)]);
  }

  #expressions(gold: MathJson, given: MathJson): Verdict {
    const [left, right] = [infinity(gold), infinity(given)];
    if (left !== 0 || right !== 0) return left === right ? 'same' : 'different';
    return sameExpressions(gold, given);
  }
}

/** Equal at points, if there are unknowns: one difference is enough for `different`. */
function sameExpressions(gold: MathJson, given: MathJson): Verdict {
  if (JSON.stringify(gold) === JSON.stringify(given)) return 'same';
  const unknowns = [...unknownsOf(given, unknownsOf(gold))];
  if (unknowns.length > MOST_UNKNOWNS) return 'undecided';
  if (unknowns.length === 0) {
    const [left, right] = [valueOf(gold), valueOf(given)];
    if (left === 'unsupported' || right === 'unsupported') return 'undecided';
    if (left === 'undefined' || right === 'undefined') return 'different';
    return areEqual(left, right, RELATIVE) ? 'same' : 'different';
  }
  let found = 0;
  for (const point of pointsFor(unknowns)) {
    const [left, right] = [valueOf(gold, point), valueOf(given, point)];
    if (left === 'unsupported' || right === 'unsupported' || left === 'undefined' || right === 'undefined') continue;
    if (!areEqual(left, right, RELATIVE_AT_POINTS) && !areBothTiny(left, right)) return 'different';
    found++;
  }
  return found >= FEWEST_POINTS ? 'same' : 'undecided';
}

/** Whether one expression is a constant times the other: a positive constant for inequalities. */
function proportional(gold: MathJson, given: MathJson, mayBeNegative: boolean): Verdict {
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

function valueOf(expression: MathJson, unknowns: Environment = new Map()): ValueOrReason {
  try {
    return evaluate(expression, unknowns, unknowns.size > 0);
  } catch (error) {
    if (error instanceof NoValue) return error.reason;
    throw error;
  }
}

function bothValues(left: MathJson, right: MathJson): [Value, Value] | null {
  if (unknownsOf(right, unknownsOf(left)).size > 0) return null;
  const [a, b] = [valueOf(left), valueOf(right)];
  return typeof a === 'string' || typeof b === 'string' ? null : [a, b];
}

/** Numbers without structure, so that an accidental equality is as good as impossible. */
const COORDINATES = [0.7321, 1.4177, 2.2361, 0.3129, 3.1733, 1.9123, 0.5477];

/** Eight points with real coordinates, four of them positive, and four of small integers, where `(-1)^n` is defined. */
function pointsFor(unknowns: readonly string[]): Environment[] {
  const real = Array.from({ length: 8 }, (_, point) =>
    unknowns.map((_name, at): Value => {
      const size = COORDINATES[(3 * point + 2 * at) % COORDINATES.length]! * (1 + 0.37 * (point % 4) + 0.11 * at);
      return { re: point >= 4 && (point + at) % 2 === 0 ? -size : size, im: 0 };
    }),
  );
  const whole = Array.from({ length: 4 }, (_, point) =>
    unknowns.map((_name, at) => integer(2 + ((3 * point + at) % 7))),
  );
  return [...real, ...whole].map((values) => new Map(unknowns.map((name, at) => [name, values[at]!])));
}

/** Differences of rounding near zero, such as `\sin^2 x + \cos^2 x - 1` against 0. */
function areBothTiny(left: Value, right: Value): boolean {
  const [a, b] = [toComplex(left), toComplex(right)];
  return Math.hypot(a.re, a.im) < 1e-13 && Math.hypot(b.re, b.im) < 1e-13;
}

function within(gold: Value, given: Value, tolerance: number): boolean {
  const allowed = multiply(gold, { re: tolerance, im: 0 });
  const gap = toComplex(add(given, negate(gold)));
  return Math.hypot(gap.re, gap.im) <= Math.hypot(toComplex(allowed).re, toComplex(allowed).im);
}

const difference = ({ left, right }: Relation): MathJson => ['Subtract', left, right];

const inDegrees = ({ isDegrees, expression }: Scalar): MathJson => (isDegrees ? ['Degrees', expression] : expression);

/** 1 for ∞, -1 for -∞, 0 for anything else. */
function infinity(expression: MathJson): number {
  if (expression === 'PositiveInfinity') return 1;
  if (expression === 'NegativeInfinity') return -1;
  const [inner] = operator(expression) === 'Negate' ? operands(expression) : [];
  return inner === undefined ? 0 : -infinity(inner);
}

const isItems = (value: AnswerValue): value is Items => 'items' in value;

function sameText(gold: AnswerValue, given: AnswerValue): Verdict {
  if (gold.kind !== 'text' || given.kind !== 'text') return 'different';
  const form = (words: string): string =>
    words
      .replace(/^(?:the|a|an) /u, '')
      .replace(/^(?:yes|true)$/u, 'yes')
      .replace(/^(?:no|false)$/u, 'no');
  return form(gold.words) === form(given.words) ? 'same' : 'different';
}

/** Numerals with a base: a number without one is in the base of the other. */
function numerals(gold: AnswerValue, given: AnswerValue): Verdict {
  const [numeral, other] = gold.kind === 'numeral' ? [gold, given] : [given, gold];
  if (numeral.kind !== 'numeral') return 'undecided';
  if (other.kind === 'numeral') {
    return numeral.base === other.base && numeral.digits === other.digits ? 'same' : 'different';
  }
  if (other.kind !== 'scalar') return 'different';
  const value = valueOf(other.expression);
  return typeof value !== 'string' &&
    isRational(value) &&
    value.denominator === 1n &&
    String(value.numerator) === numeral.digits
    ? 'same'
    : 'different';
}

/** A column or row as a tuple, if it is compared with one. */
function asVector(value: AnswerValue, other: AnswerValue): AnswerValue {
  if (value.kind !== 'matrix' || (other.kind !== 'tuple' && other.kind !== 'brackets')) return value;
  const isVector = value.rows.length === 1 || value.rows.every((row) => row.length === 1);
  if (!isVector) return value;
  const items = value.rows.flat().map((expression): Answer => {
    const scalar: Scalar = {
      kind: 'scalar',
      expression,
      unit: null,
      isPercent: false,
      isDegrees: false,
      decimals: null,
    };
    return { value: scalar, name: null, latex: '' };
  });
  return { kind: other.kind, items };
}

/** The equation that a named answer states, `y = 2x`, or the inequality that a half-line states, `x > 3`. */
function asRelation({ value, name }: Answer): Relation | null {
  if (value.kind === 'relation') return value;
  if (value.kind === 'interval' && value.variable !== null) return halfLine(value, value.variable);
  if (value.kind !== 'scalar' || name === null || !/^[A-Za-z]$/u.test(name)) return null;
  return { kind: 'relation', operator: '=', left: name, right: value.expression };
}

function halfLine({ low, high, isOpenLow, isOpenHigh }: Interval, variable: string): Relation | null {
  if (infinity(high) !== 0 && infinity(low) === 0) {
    return { kind: 'relation', operator: isOpenLow ? '<' : '≤', left: low, right: variable };
  }
  if (infinity(low) !== 0 && infinity(high) === 0) {
    return { kind: 'relation', operator: isOpenHigh ? '<' : '≤', left: variable, right: high };
  }
  return null;
}

/** The intervals that a value consists of; `(1, 2)` and `[1, 2]` may be intervals. Null if it is none. */
function intervalsOf(value: AnswerValue): Interval[] | null {
  if (value.kind === 'interval') return [value];
  if (value.kind === 'union') {
    const parts = value.parts.map((part) => intervalsOf(part.value) ?? pointsOf(part.value));
    return parts.includes(null) ? null : (parts as Interval[][]).flat();
  }
  if ((value.kind !== 'tuple' && value.kind !== 'brackets') || value.items.length !== 2) return null;
  const [low, high] = value.items.map((item) => item.value);
  if (low?.kind !== 'scalar' || high?.kind !== 'scalar') return null;
  const isOpen = value.kind === 'tuple';
  return [
    {
      kind: 'interval',
      low: low.expression,
      high: high.expression,
      isOpenLow: isOpen,
      isOpenHigh: isOpen,
      variable: null,
    },
  ];
}

/** A set of numbers as closed intervals of length 0, in a union. */
function pointsOf(value: AnswerValue): Interval[] | null {
  if (value.kind !== 'set') return null;
  const points = value.items.map((item) => (item.value.kind === 'scalar' ? item.value.expression : null));
  if (points.includes(null)) return null;
  return (points as MathJson[]).map((point) => ({
    kind: 'interval',
    low: point,
    high: point,
    isOpenLow: false,
    isOpenHigh: false,
    variable: null,
  }));
}

/** Intervals with numbers as ends in order, and joined if they overlap or touch. Others stay as they are. */
function merged(intervals: readonly Interval[]): readonly Interval[] {
  const numbered = intervals.map((interval) => ({ interval, low: endOf(interval.low), high: endOf(interval.high) }));
  if (numbered.some(({ low, high }) => low === null || high === null)) return intervals;
  const sorted = numbered.toSorted(
    (a, b) => order(a.low!, b.low!) || Number(a.interval.isOpenLow) - Number(b.interval.isOpenLow),
  );
  const out: typeof sorted = [];
  for (const next of sorted) {
    const last = out.at(-1);
    const gap = last === undefined ? 1 : order(next.low!, last.high!);
    const touches = gap < 0 || (gap === 0 && !(last!.interval.isOpenHigh && next.interval.isOpenLow));
    if (last === undefined || !touches) {
      out.push(next);
      continue;
    }
    const further = order(next.high!, last.high!);
    if (further > 0) {
      const { high, isOpenHigh } = next.interval;
      out[out.length - 1] = { interval: { ...last.interval, high, isOpenHigh }, low: last.low, high: next.high };
    } else if (further === 0 && !next.interval.isOpenHigh) {
      out[out.length - 1] = { ...last, interval: { ...last.interval, isOpenHigh: false } };
    }
  }
  return out.map(({ interval }) => interval);
}

type End = Value | 'low' | 'high';

function endOf(expression: MathJson): End | null {
  const sign = infinity(expression);
  if (sign !== 0) return sign > 0 ? 'high' : 'low';
  if (unknownsOf(expression).size > 0) return null;
  const value = valueOf(expression);
  return typeof value === 'string' || compareReal(value, rational(0n)) === null ? null : value;
}

function order(left: End, right: End): number {
  if (left === right) return 0;
  if (left === 'low' || right === 'high') return -1;
  if (left === 'high' || right === 'low') return 1;
  return compareReal(left, right) ?? 0;
}

/** Same if all are; different if one is. */
function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('different')) return 'different';
  return verdicts.includes('undecided') ? 'undecided' : 'same';
}

/** Matches each item with another one in any order. Being the same is transitive, so the first match will do. */
function matching<Item>(
  gold: readonly Item[],
  given: readonly Item[],
  compare: (a: Item, b: Item) => Verdict,
): Verdict {
  const left = new Set(given);
  let isUndecided = false;
  for (const item of gold) {
    const verdicts = [...left].map((other) => [other, compare(item, other)] as const);
    const match = verdicts.find(([, verdict]) => verdict === 'same');
    if (match !== undefined) left.delete(match[0]);
    else if (verdicts.some(([, verdict]) => verdict === 'undecided')) isUndecided = true;
    else return 'different';
  }
  return isUndecided ? 'undecided' : 'same';
}
