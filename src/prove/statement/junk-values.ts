/** Functions with an arbitrary value outside their domain (`a - b`, `x / 0`, `√(-1)`), used without a guard. */
import type { Remark } from './remarks.ts';
import { argsOf, type ElaboratedStatement, headOf, keyOf, numeralOf, type Term } from './terms.ts';

/** `isMet`: whether a hypothesis is the guard. `guard`: in words, for the argument at hand. */
interface Rule {
  applies: (term: Term) => boolean;
  why: string;
  guard: string;
  isMet: (term: Term, hypothesis: Term) => boolean;
}

const headIs = (...names: string[]) => {
  const known = new Set(names);
  return (term: Term): boolean => known.has(headOf(term) ?? '');
};

/** The last arguments of an application. */
const last = (term: Term, back = 1): Term | undefined => argsOf(term).at(-back);

const isOver =
  (type: string) =>
  (term: Term): boolean =>
    headOf(argsOf(term)[0]!) === type;

const FIELDS = new Set(['Rat', 'Real', 'Complex', 'NNReal', 'ENNReal']);

const RULES: readonly Rule[] = [
  {
    applies: (term) => headIs('HSub.hSub')(term) && isOver('Nat')(term),
    why: 'a difference of natural numbers is 0 if the second is larger',
    guard: 'second ≤ first',
    isMet: (term, hypothesis) => isAtMost(hypothesis, last(term), last(term, 2)),
  },
  {
    applies: (term) => headIs('HDiv.hDiv')(term) && (isOver('Nat')(term) || isOver('Int')(term)),
    why: 'a quotient of integers is rounded',
    guard: 'second ∣ first',
    isMet: (term, hypothesis) => headIs('Dvd.dvd')(hypothesis) && same(last(hypothesis, 2), last(term)),
  },
  {
    applies: (term) =>
      headIs('HDiv.hDiv')(term) && FIELDS.has(headOf(argsOf(term)[0]!) ?? '') && !isNonzeroNumeral(last(term)),
    why: 'x / 0 is 0',
    guard: 'second ≠ 0',
    isMet: (term, hypothesis) => isNonzero(hypothesis, last(term)),
  },
  {
    applies: (term) => headIs('Inv.inv')(term) && !isNonzeroNumeral(last(term)),
    why: '0⁻¹ is 0',
    guard: 'x ≠ 0',
    isMet: (term, hypothesis) => isNonzero(hypothesis, last(term)),
  },
  {
    applies: (term) => headIs('Real.sqrt')(term) && numeralOf(last(term)!) === null,
    why: 'the root of a negative number is 0',
    guard: '0 ≤ x',
    isMet: (term, hypothesis) => isNonnegative(hypothesis, last(term)),
  },
  {
    applies: (term) => headIs('Real.log')(term) && numeralOf(last(term)!) === null,
    why: 'the logarithm of 0 is 0, and that of a negative x is log |x|',
    guard: '0 < x',
    isMet: (term, hypothesis) => isNonzero(hypothesis, last(term)),
  },
  rule('tsum', 'a sum that does not converge is 0', 'Summable f', 'Summable'),
  rule(
    'deriv',
    'the derivative is 0 where there is none',
    'DifferentiableAt at the point',
    'DifferentiableAt',
    'Differentiable',
    'DifferentiableOn',
    'ContDiff',
  ),
  rule(
    'MeasureTheory.integral',
    'the integral of a function that is not integrable is 0',
    'Integrable f',
    'MeasureTheory.Integrable',
    'Continuous',
    'MeasureTheory.IntegrableOn',
  ),
  rule(
    'intervalIntegral',
    'the integral of a function that is not integrable is 0',
    'IntervalIntegrable f',
    'IntervalIntegrable',
    'Continuous',
    'ContinuousOn',
  ),
  rule(
    'SupSet.sSup',
    'the supremum of an empty or unbounded set is arbitrary',
    'Set.Nonempty and BddAbove',
    'BddAbove',
  ),
  rule('InfSet.sInf', 'the infimum of an empty or unbounded set is arbitrary', 'Set.Nonempty and BddBelow', 'BddBelow'),
  rule('Nat.card', 'the cardinality of an infinite type is 0', 'Finite', 'Finite', 'Fintype'),
  rule('Set.ncard', 'the cardinality of an infinite set is 0', 'Set.Finite', 'Set.Finite', 'Finite'),
  rule('Module.finrank', 'the dimension is 0 if it is infinite', 'Module.Finite', 'Module.Finite', 'FiniteDimensional'),
];

/** A function whose guard is a hypothesis with one of the heads `met`, about anything. */
function rule(name: string, why: string, guard: string, ...met: string[]): Rule {
  return { applies: headIs(name), why, guard, isMet: (_, hypothesis) => headIs(...met)(hypothesis) };
}

export function junkValues({ variables, conclusion }: ElaboratedStatement): Remark[] {
  const found = new Map<string, Remark>();
  const look = (term: Term, hypotheses: readonly Term[]): void => {
    if (term.kind === 'pi') {
      look(term.variable.type, hypotheses);
      return look(term.body, [...hypotheses, term.variable.type]);
    }
    const isConjunction = headOf(term) === 'And';
    const known = isConjunction ? [...hypotheses, ...conjuncts(term)] : hypotheses;
    for (const each of RULES) {
      if (
        !each.applies(term) ||
        known.some((hypothesis) => conjuncts(hypothesis).some((part) => each.isMet(term, part)))
      )
        continue;
      const text = `'${short(headOf(term)!)}' has no guard: ${each.why}. To exclude it, add ${each.guard}.`;
      found.set(text, { rule: 'junk-value', strength: 'medium', text });
    }
    if (term.kind === 'app') for (const arg of term.args) look(arg, known);
    else if (term.kind === 'lam') look(term.body, known);
    else if (term.kind === 'let') for (const part of [term.value, term.body]) look(part, known);
  };
  const types = variables.map(({ type }) => type);
  for (const [at, type] of types.entries()) look(type, types.slice(0, at));
  look(conclusion, types);
  return [...found.values()];
}

const SYMBOLS: Readonly<Record<string, string>> = { 'HSub.hSub': 'a - b', 'HDiv.hDiv': 'a / b', 'Inv.inv': 'x⁻¹' };

const short = (name: string): string => SYMBOLS[name] ?? name;

/** The parts of `p ∧ q`, also below `∃`. */
function conjuncts(term: Term): Term[] {
  const args = argsOf(term);
  if (headOf(term) === 'And') return args.flatMap(conjuncts);
  if (headOf(term) === 'Exists' && args[1]?.kind === 'lam') return conjuncts(args[1].body);
  return [term];
}

function same(one: Term | undefined, other: Term | undefined): boolean {
  return one !== undefined && other !== undefined && keyOf(one) === keyOf(other);
}

/** The sides of an inequality, smaller first. */
function order(term: Term): { less: Term; more: Term; isStrict: boolean } | null {
  const [one, other] = [last(term, 2), last(term)];
  const head = headOf(term);
  if (one === undefined || other === undefined) return null;
  if (head === 'LE.le' || head === 'LT.lt') return { less: one, more: other, isStrict: head === 'LT.lt' };
  return head === 'GE.ge' || head === 'GT.gt' ? { less: other, more: one, isStrict: head === 'GT.gt' } : null;
}

/** Whether the hypothesis gives `less ≤ more`: as written, or by numerals. */
function isAtMost(hypothesis: Term, less: Term | undefined, more: Term | undefined): boolean {
  const numeral = less === undefined ? null : numeralOf(less);
  if (numeral === '0') return true;
  const found = order(hypothesis);
  if (found === null) return numeral === '1' && isNonzero(hypothesis, more);
  if (!same(found.more, more)) return false;
  const bound = numeralOf(found.less);
  if (numeral === null || bound === null) return same(found.less, less);
  return Number(bound) + (found.isStrict ? 1 : 0) >= Number(numeral);
}

function isNonzero(hypothesis: Term, term: Term | undefined): boolean {
  const isZero = (each: Term | undefined): boolean => each !== undefined && numeralOf(each) === '0';
  const inner = headOf(hypothesis) === 'Not' ? argsOf(hypothesis)[0]! : hypothesis;
  const isUnequal = headOf(hypothesis) === 'Ne' || (inner !== hypothesis && headOf(inner) === 'Eq');
  if (isUnequal) return same(last(inner, 2), term) && isZero(last(inner));
  const found = order(hypothesis);
  if (found === null || !same(found.more, term)) return false;
  const bound = numeralOf(found.less);
  return bound !== null && (found.isStrict || bound !== '0');
}

function isNonnegative(hypothesis: Term, term: Term | undefined): boolean {
  const found = order(hypothesis);
  return found !== null && same(found.more, term) && numeralOf(found.less) !== null;
}

function isNonzeroNumeral(term: Term | undefined): boolean {
  const numeral = term === undefined ? null : numeralOf(term);
  return numeral !== null && numeral !== '0';
}
