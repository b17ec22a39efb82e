/** `a < b` of natural numbers as `a + 1 ≤ b`, which it is by definition. */
import { canonical } from './canonical-term.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { constant, term, type Term } from '../../lean/term/term.ts';
import type { GoalView } from './goal-view.ts';
import { constantsOf, type Lemma } from './lemma.ts';
import { successor } from './unify.ts';

const NATURAL = ['Nat', 'ℕ'];
const OTHERS = ['Int', 'ℤ', 'Rat', 'ℚ', 'Real', 'ℝ', 'Complex', 'ℂ', 'Fin'];

/** Whether it is a name of the type of natural numbers. */
export const isNatural = (name: string): boolean => NATURAL.includes(name);

/** Whether the names have that of the type of natural numbers. */
export const hasNaturals = (names: ReadonlySet<string>): boolean => NATURAL.some((name) => names.has(name));

/** Whether the names have that of another type of numbers. */
export const hasOtherNumbers = (names: ReadonlySet<string>): boolean => OTHERS.some((name) => names.has(name));

/** Whether all orders of the goal are of natural numbers, as far as its types show. */
export function isOfNaturals(goal: GoalView): boolean {
  const constants = constantsOf(goal);
  return hasNaturals(constants) && !hasOtherNumbers(constants);
}

const next = (number: Term): Term =>
  number.kind === Kind.NUMBER ? term(Kind.NUMBER, String(Number(number.head) + 1)) : canonical(successor(number));

/** All strict orders in the term, also in premises. */
export function withoutStrictOrder(tree: Term): Term {
  const args = tree.args.map(withoutStrictOrder);
  const [left, right] = args;
  return tree.kind === Kind.CONSTANT && tree.head === 'LT.lt' && left !== undefined && right !== undefined
    ? constant('LE.le', [next(left), right])
    : args.every((each, at) => each === tree.args[at])
      ? tree
      : term(tree.kind, tree.head, args);
}

/** A lemma about natural numbers with its orders in this form; others unchanged. */
export function lemmaWithoutStrictOrder(lemma: Lemma): Lemma {
  const { constants, conclusion, args } = lemma;
  if (conclusion === null || !hasNaturals(constants)) return lemma;
  return {
    ...lemma,
    conclusion: withoutStrictOrder(conclusion),
    args: args.map((one) => ({ ...one, type: withoutStrictOrder(one.type) })),
  };
}
