/** Whether two answers are the same (rules of specs/templates.md 5.3). */
import type { Answer, AnswerValue, Interval, Items, Relation, Scalar, Verdict } from './answer-kinds.ts';
import { bothValues, proportional, RELATIVE, sameExpressions, valueOf, within } from './compare-expressions.ts';
import { areEqual, isInteger, isRational, isWithinLastDigit, roundTo, toComplex } from './exact-number.ts';
import { halfLineRelation, infinity, intervalsOf, merged } from './real-intervals.ts';
import { unknownsOf, type MathJson } from './math-json.ts';
import { writtenForm } from './read-answer.ts';

export interface CompareOptions {
  /** The question: degrees may be left out if it asks for them. */
  question?: string | undefined;
  /** Relative tolerance for numbers that are not integers; 0 by default. */
  tolerance?: number | undefined;
}

/** A decimal with fewer significant digits says too little to accept what rounds to it. */
const FEWEST_DIGITS = 3;
/** A decimal with this many digits means the number that it is nearest to: `0.3333333333`. */
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

  /** `x = 5` is not `y = 5`, nor `(x, y) = …` `(y, x) = …`, but `f(x) = x^2` and `y = x^2` say the same. */
  #sameName({ name: gold }: Answer, { name: given }: Answer): boolean {
    if (gold !== null && given !== null && gold !== given && isReordered(gold, given)) return false;
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
    if (left.kind === 'residue' || right.kind === 'residue') return this.#residues(left, right);
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
      ? matching(left, right, (a, b) => this.#members(a, b))
      : this.#unequalLengths(left, right);
  }

  /** A list such as `x = 3, y = 2` against a tuple, in alphabetical order if single letters are assigned. */
  #assignment(list: Items, tuple: Items): Verdict {
    const isAssignment = list.items.every(({ name }) => name !== null && /^[A-Za-z]$/u.test(name));
    const items = isAssignment ? list.items.toSorted((a, b) => (a.name! < b.name! ? -1 : 1)) : list.items;
    return this.#ordered(
      tuple.items,
      items.map((item) => ({ ...item, name: null, latex: '' })),
    );
  }

  /** Elements of lists and sets: here, a set of one element is not the element. */
  #members(gold: Answer, given: Answer): Verdict {
    const isSet = ({ value }: Answer): boolean => value.kind === 'set';
    const isReadable = gold.value.kind !== 'unreadable' && given.value.kind !== 'unreadable';
    return isReadable && isSet(gold) !== isSet(given) ? 'different' : this.answers(gold, given);
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

  /** Residues modulo the same number; a number without a modulus must be the same number. */
  #residues(gold: AnswerValue, given: AnswerValue): Verdict {
    if (gold.kind === 'residue' && given.kind === 'residue') {
      const isMultiple: MathJson = ['Mod', ['Subtract', gold.residue, given.residue], gold.modulus];
      return all([this.#expressions(gold.modulus, given.modulus), this.#expressions(isMultiple, 0)]);
    }
    const [residue, other] = gold.kind === 'residue' ? [gold, given] : [given, gold];
    if (residue.kind !== 'residue' || other.kind !== 'scalar') return 'different';
    // `n \bmod 3` is an operation on n.
    if (unknownsOf(residue.residue).size > 0) return 'different';
    return this.#expressions(residue.residue, other.expression);
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
    const standsFor = ({ decimals }: Scalar): boolean =>
      decimals !== null && decimals.significant >= MANY_DIGITS && isWithinLastDigit(expected, value, decimals.places);
    if ((standsFor(gold) || standsFor(given)) && areEqual(toComplex(expected), toComplex(value), RELATIVE))
      return 'same';
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

const difference = ({ left, right }: Relation): MathJson => ['Subtract', left, right];

const inDegrees = ({ isDegrees, expression }: Scalar): MathJson => (isDegrees ? ['Degrees', expression] : expression);

/** Whether both name the same unknowns in another order: `(x,y)` and `(y,x)`. */
function isReordered(left: string, right: string): boolean {
  const letters = (name: string): string => [...name].toSorted().join('');
  return left.startsWith('(') && letters(left) === letters(right);
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
  if (value.kind === 'interval' && value.variable !== null) return halfLineRelation(value, value.variable);
  if (value.kind !== 'scalar' || name === null || !/^[A-Za-z]$/u.test(name)) return null;
  return { kind: 'relation', operator: '=', left: name, right: value.expression };
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
