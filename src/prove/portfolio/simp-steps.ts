/**
 * `simp` and `simp_all` with the definitions of the file, the rules among the lemmas, and what reorders sums and
 * products. One such line closes most cases of an induction.
 */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import type { GoalDefinitions } from './file-definitions.ts';
import type { GoalView } from './goal-view.ts';
import { constantsIn, constantsOf, isOfLogic, sidesOf, type Lemma } from './lemma.ts';
import { hasNaturals } from './natural-order.ts';
import { step, type Step } from './step.ts';

/** Maximum number of lemmas given to `simp` besides the definitions. */
const MAX_RULES = 8;

export interface SimpSet {
  /** As written at the hole. */
  names: readonly string[];
  /** Full names of the lemmas among them. */
  cited: readonly string[];
}

/** `definitions`: of the file, in the goal. `lemmas`: best first. */
export function simpSet(goal: GoalView, definitions: GoalDefinitions, lemmas: readonly Lemma[]): SimpSet {
  const rules = rulesFor(goal, definitions, lemmas);
  const reordering = [...new Set([...orderOfNumbers(goal, definitions), ...orderOf(goal, lemmas)])];
  return {
    names: [...definitions.names, ...rules.map(({ write }) => write), ...reordering],
    cited: rules.map(({ name }) => name),
  };
}

/** From the definitions alone to all of a goal's `simpSet`. */
export function simpSteps(goal: GoalView, definitions: GoalDefinitions, lemmas: readonly Lemma[]): Step[] {
  const all = simpSet(goal, definitions, lemmas);
  const { cited } = all;
  const sets: readonly SimpSet[] = [
    { names: definitions.names, cited: [] },
    { names: all.names.slice(0, definitions.names.length + cited.length), cited },
    all,
  ];
  const hasFacts = factsOf(goal).length > 0;
  return sets.flatMap(({ names, cited: lemmasOfSet }, at) => {
    if (names.length === 0) return [];
    const list = names.join(', ');
    // What is only reordered is not simpler.
    const more = definitions.names.length === 0 && cited.length === 0 ? 0.6 : 0;
    const steps = [
      ...(hasFacts ? [step(`simp_all [${list}]`, 0.15 + at * 0.08, 0.4 + more)] : []),
      step(`simp [${list}]`, 0.2 + at * 0.08, 0.35 + more),
    ];
    return steps.map((one) => ({ ...one, lemmas: lemmasOfSet }));
  });
}

/** Rules of the file; for a goal about no definition of the file, rules of the library. */
function rulesFor(goal: GoalView, { names }: GoalDefinitions, lemmas: readonly Lemma[]): Lemma[] {
  const isChosen = names.length > 0 ? ({ isOwn }: Lemma): boolean => isOwn : (): boolean => true;
  return lemmas
    .filter((lemma) => isChosen(lemma) && lemma.isRule && !isOfLogic(lemma) && mayRewrite(lemma, goal))
    .slice(0, MAX_RULES);
}

/** A rule may match only after the definitions are unfolded, so it is enough that its head is in the goal. */
function mayRewrite({ constants, conclusion }: Lemma, goal: GoalView): boolean {
  const inGoal = constantsOf(goal);
  const [left] = conclusion === null ? [] : sidesOf(conclusion);
  if (left !== undefined) return [...constantsIn([left])].some((name) => inGoal.has(name) && !COMMON.has(name));
  return [...constants].some((name) => inGoal.has(name) && !COMMON.has(name));
}

const COMMON = wordSet('cons nil succ zero hAdd List Nat Bool Option some none');

/** The names that core Lean has for the order of sums and products of natural numbers. */
function orderOfNumbers(goal: GoalView, { mentions }: GoalDefinitions): string[] {
  const constants = constantsOf(goal);
  if (!hasNaturals(constants) && !hasNaturals(mentions)) return [];
  const sums = ['Nat.add_comm', 'Nat.add_assoc', 'Nat.add_left_comm', 'Nat.succ_add', 'Nat.add_succ'];
  const products = ['Nat.mul_comm', 'Nat.mul_assoc', 'Nat.mul_left_comm', 'Nat.left_distrib', 'Nat.right_distrib'];
  return [
    ...(constants.has('hAdd') || mentions.has('+') ? sums : []),
    ...(constants.has('hMul') || mentions.has('*') ? products : []),
  ];
}

/** Lemmas `f a b = f b a` and `f (f a b) c = f a (f b c)` for operations of the goal, if both were found. */
function orderOf(goal: GoalView, lemmas: readonly Lemma[]): string[] {
  const byOperation = Map.groupBy(
    lemmas.filter(({ conclusion }) => conclusion !== null && isReordering(conclusion)),
    ({ conclusion }) => lastPart(bare(conclusion!.args[0]!).head),
  );
  return [...byOperation]
    .filter(([operation, found]) => found.length > 1 && constantsOf(goal).has(operation))
    .flatMap(([, found]) => found.map(({ write }) => write));
}

/** Both sides combine the same variables by one operation. */
export function isReordering(conclusion: Term): boolean {
  if (conclusion.kind !== Kind.CONSTANT || conclusion.head !== 'Eq') return false;
  const [left, right] = conclusion.args.map((side) => bare(side));
  if (left?.kind !== Kind.CONSTANT || left.args.length !== 2 || right?.head !== left.head) return false;
  const leaves = (tree: Term): string[] | null => {
    const root = bare(tree);
    if (root.kind === Kind.META) return [root.head];
    if (root.head !== left.head) return null;
    const parts = root.args.map(leaves);
    return parts.every((part) => part !== null) ? parts.flat() : null;
  };
  const [one, other] = [leaves(left), leaves(right)];
  return one !== null && other !== null && one.toSorted().join() === other.toSorted().join();
}
