/** Equations of natural numbers that hold because sums and products can be reordered. */
import * as Kind from '../../lean/term/kinds.ts';
import { subterms, term, type Term } from '../../lean/term/term.ts';
import { canonical, keyOf } from './canonical-term.ts';
import { constantsOf } from './lemma.ts';
import type { GoalView } from './goal-view.ts';
import { hasNaturals } from './natural-order.ts';
import { PRODUCT, SUM } from './unify.ts';

const SUM_LEMMAS = ['Nat.add_comm', 'Nat.add_assoc', 'Nat.add_left_comm'];

/** `simp` with the lemmas that reorder the sides, in canonical form; null if that does not make them the same. */
export function reorderedBy(left: Term, right: Term, goal: GoalView): string | null {
  if (!hasNaturals(constantsOf(goal))) return null;
  if (orderedKey(left) !== orderedKey(right)) return null;
  const hasProduct = [...subterms(left)].some(({ head }) => head === PRODUCT);
  return `simp [${[...SUM_LEMMAS, ...(hasProduct ? ['Nat.mul_comm'] : [])].join(', ')}]`;
}

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
