/** Equations of natural numbers that hold because sums and products can be reordered. */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { subterms, term, type Term } from '../../lean/term/term.ts';
import { canonical, keyOf } from './canonical-term.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { isOfNaturals } from './natural-order.ts';
import { PRODUCT, SUM } from './unify.ts';

const SUM_LEMMAS = ['Nat.add_comm', 'Nat.add_assoc', 'Nat.add_left_comm'];
const DISTRIBUTION = ['Nat.left_distrib', 'Nat.right_distrib', 'Nat.mul_one', 'Nat.one_mul'];
/** Not every Lean has this lemma. */
const MOVED_FACTOR = 'fun a b c => by rw [← Nat.mul_assoc, Nat.mul_comm a b, Nat.mul_assoc]';
/** Polynomials with larger numbers or more factors are not compared. */
const MAX_NUMBER = 9;
const MAX_FACTORS = 4;

/** Tactics that make the sides, in canonical form, the same as polynomials of natural numbers; null if they are not. */
export function reorderedBy(left: Term, right: Term, goal: GoalView): string | null {
  if (!isOfNaturals(goal)) return null;
  if (orderedKey(left) === orderedKey(right)) {
    const hasProduct = [...subterms(left)].some(({ head }) => head === PRODUCT);
    return `simp [${[...SUM_LEMMAS, ...(hasProduct ? ['Nat.mul_comm'] : [])].join(', ')}]`;
  }
  const [one, other] = [polynomialOf(left), polynomialOf(right)];
  if (one === null || other === null || keyOfPolynomial(one) !== keyOfPolynomial(other)) return null;
  return multipliedOut(left, right, goal);
}

/** Numbers become sums of ones, products are multiplied out, and the sums are sorted. */
function multipliedOut(left: Term, right: Term, goal: GoalView): string {
  const numbers = [...subterms(left), ...subterms(right)].filter(({ kind }) => kind === Kind.NUMBER);
  const large = [...new Set(numbers.map(({ head }) => Number(head)))].filter((value) => value > 1);
  const sums = large.map((value) => `(show (${value} : Nat) = ${Array(value).fill('1').join(' + ')} from rfl)`);
  const moved = fresh('hm', goal);
  return [
    `have ${moved} : ∀ a b c : Nat, a * (b * c) = b * (a * c) := ${MOVED_FACTOR}`,
    `simp only [${[...sums, ...DISTRIBUTION].join(', ')}]`,
    `simp [Nat.mul_comm, Nat.mul_assoc, ${moved}, ${SUM_LEMMAS.join(', ')}]`,
  ].join('\n');
}

/** Coefficients by monomials: sorted keys of factors. */
type Polynomial = ReadonlyMap<string, number>;

/** Null if it is too large. */
const polynomialOf = memoize(({ kind, head, args }: Term): Polynomial | null => {
  if (kind === Kind.NUMBER) return Number(head) <= MAX_NUMBER ? new Map([['', Number(head)]]) : null;
  if (kind !== Kind.CONSTANT || args.length !== 2 || (head !== SUM && head !== PRODUCT))
    return new Map([[keyOf(term(kind, head, args)), 1]]);
  const [left, right] = args.map(polynomialOf) as [Polynomial | null, Polynomial | null];
  if (left === null || right === null) return null;
  const result = new Map(head === SUM ? left : []);
  const add = (monomial: string, count: number): void => void result.set(monomial, (result.get(monomial) ?? 0) + count);
  if (head === SUM) for (const [monomial, count] of right) add(monomial, count);
  else for (const [one, count] of left) for (const [other, times] of right) add(product(one, other), count * times);
  return [...result.keys()].some((monomial) => monomial.split(FACTOR).length > MAX_FACTORS) ? null : result;
});

const FACTOR = ' * ';

const product = (one: string, other: string): string =>
  [...one.split(FACTOR), ...other.split(FACTOR)]
    .filter((factor) => factor !== '')
    .sort()
    .join(FACTOR);

const keyOfPolynomial = (polynomial: Polynomial): string =>
  [...polynomial]
    .filter(([, count]) => count !== 0)
    .map(([monomial, count]) => `${count} ${monomial}`)
    .sort()
    .join(' + ');

/** Equal for terms in canonical form that are the same up to the order of sums and products. */
const orderedKey = (tree: Term): string => keyOf(ordered(tree));

/** Equal for goals with the same hypotheses whose targets are the same up to the order of sums and products. */
export const orderedGoalKey = ({ tree, hypotheses }: GoalView): string =>
  [...hypotheses.map(({ name, text }) => `${name} : ${text}`), orderedKey(canonical(tree))].join('\n');

/** Sums with sorted terms, and products of two with sorted factors. */
function ordered(tree: Term): Term {
  const isOperation = ({ kind, head, args }: Term, operation: string): boolean =>
    kind === Kind.CONSTANT && head === operation && args.length === 2;
  const terms = (one: Term): Term[] => (isOperation(one, SUM) ? one.args.flatMap(terms) : [ordered(one)]);
  if (isOperation(tree, SUM)) return term(tree.kind, SUM, sorted(terms(tree)));
  const args = tree.args.length === 0 ? tree.args : tree.args.map(ordered);
  return term(tree.kind, tree.head, isOperation(tree, PRODUCT) ? sorted(args) : args);
}

const sorted = (terms: readonly Term[]): Term[] => terms.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
