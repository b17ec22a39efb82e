/** Intervals of answers: half-lines, unions, and which intervals are the same set. */
import type { Answer, AnswerValue, Interval, Relation } from './answer-kinds.ts';
import { valueOf } from './compare-expressions.ts';
import { compareReal, rational, type Value } from './exact-number.ts';
import { operands, operator, unknownsOf, type MathJson } from './math-json.ts';

const MINUS_INFINITY: MathJson = ['Negate', 'PositiveInfinity'];

function openInterval(low: MathJson, high: MathJson, variable: string | null = null): Interval {
  return { kind: 'interval', low, high, isOpenLow: true, isOpenHigh: true, variable };
}

export const REAL_LINE = openInterval(MINUS_INFINITY, 'PositiveInfinity');

const unionOf = (intervals: readonly Interval[]): AnswerValue => ({
  kind: 'union',
  parts: intervals.map((value): Answer => ({ value, name: null, latex: '' })),
});

/** `x > 3`, `x \le 3`, `x \neq 3`. `sign`: `<`, `>`, `\le`, `\ge` or `\neq` */
export function halfLine(variable: string, sign: string, bound: MathJson): AnswerValue {
  const below = { ...openInterval(MINUS_INFINITY, bound, variable), isOpenHigh: sign !== '\\le' };
  const above = { ...openInterval(bound, 'PositiveInfinity', variable), isOpenLow: sign !== '\\ge' };
  if (sign === '\\neq') return unionOf([below, above]);
  return sign === '<' || sign === '\\le' ? below : above;
}

/** The real line without some points; null if one of them has no real value. */
export function withoutPoints(points: readonly MathJson[]): AnswerValue | null {
  const ends = points.map((expression) => ({ expression, value: endOf(expression) }));
  if (ends.some(({ value }) => value === null)) return null;
  const sorted = ends.toSorted((a, b) => order(a.value!, b.value!)).map(({ expression }) => expression);
  const bounds: MathJson[] = [MINUS_INFINITY, ...sorted, 'PositiveInfinity'];
  return unionOf(bounds.slice(1).map((high, at) => openInterval(bounds[at]!, high)));
}

/** Whether it is an inequality such as `x > 3`. */
export const isHalfLine = (value: AnswerValue): boolean =>
  value.kind === 'interval' && value.variable !== null && (infinity(value.low) !== 0) !== (infinity(value.high) !== 0);

/** `x > 1 and x < 3`: the interval between a lower and an upper bound. */
export function intersection(left: AnswerValue, right: AnswerValue): Interval | null {
  if (left.kind !== 'interval' || right.kind !== 'interval') return null;
  const lower = [left, right].find(({ high }) => high === 'PositiveInfinity');
  const upper = [left, right].find(({ low }) => operator(low) === 'Negate' && operands(low)[0] === 'PositiveInfinity');
  if (lower === undefined || upper === undefined || lower === upper || lower.variable !== upper.variable) return null;
  return { ...lower, high: upper.high, isOpenHigh: upper.isOpenHigh };
}

/** 1 for ∞, -1 for -∞, 0 for anything else. */
export function infinity(expression: MathJson): number {
  if (expression === 'PositiveInfinity') return 1;
  if (expression === 'NegativeInfinity') return -1;
  const [inner] = operator(expression) === 'Negate' ? operands(expression) : [];
  return inner === undefined ? 0 : -infinity(inner);
}

/** The inequality that a half-line states, `x > 3`; null for other intervals. */
export function halfLineRelation({ low, high, isOpenLow, isOpenHigh }: Interval, variable: string): Relation | null {
  if (infinity(high) !== 0 && infinity(low) === 0) {
    return { kind: 'relation', operator: isOpenLow ? '<' : '≤', left: low, right: variable };
  }
  if (infinity(low) !== 0 && infinity(high) === 0) {
    return { kind: 'relation', operator: isOpenHigh ? '<' : '≤', left: variable, right: high };
  }
  return null;
}

/** The intervals that a value consists of; `(1, 2)` and `[1, 2]` may be intervals. Null if it is none. */
export function intervalsOf(value: AnswerValue): Interval[] | null {
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
export function merged(intervals: readonly Interval[]): readonly Interval[] {
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
