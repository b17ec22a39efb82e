/** Distinguishes facts from data among hypotheses. The printed goal does not show it, so their types and use decide. */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import { bare, someSubterm, type Term } from '../../lean/term/term.ts';
import type { GoalView, Hypothesis } from './goal-view.ts';

/** Whether the type alone shows that a hypothesis is a fact. `hypotheses`: tell `h : p` from `b : β`. */
export function isProposition(type: Term, hypotheses: readonly Hypothesis[]): boolean {
  const root = conclusionOf(type);
  if (root.kind === Kind.CONSTANT) return PROPOSITION_HEADS.has(root.head);
  if (root.kind !== Kind.LOCAL) return false;
  const sort = sortOf(root, hypotheses);
  return sort === null || sort === 'Prop';
}

/** The sort that a local type or predicate ends in; null if it is not shown. */
function sortOf({ head }: Term, hypotheses: readonly Hypothesis[]): string | null {
  const declared = hypotheses.find(({ name }) => name === head);
  if (declared === undefined) return null;
  const end = conclusionOf(declared.type);
  return end.kind === Kind.SORT ? end.head : null;
}

/** The part after all binders and premises. */
export function conclusionOf(type: Term): Term {
  let root = bare(type);
  while (root.kind === Kind.PI) root = bare(root.args[1]!);
  return root;
}

/**
 * Citable hypotheses that are facts: by their type or, if the type is unknown, because nothing else mentions them. An
 * unmentioned `s : Row α` also counts as a fact, which costs one or two attempts.
 */
export const factsOf = memoize((goal: GoalView): readonly Hypothesis[] => {
  const { hypotheses } = goal;
  return hypotheses.filter(
    (one) =>
      one.isWritable && (isProposition(one.type, hypotheses) || (isApplied(one.type) && !isMentioned(one.name, goal))),
  );
});

/** Whether the type is a constant with arguments, possibly after premises. */
function isApplied(type: Term): boolean {
  const root = conclusionOf(type);
  return root.kind === Kind.CONSTANT && root.args.length > 0;
}

/** Citable hypotheses that are neither facts nor types. */
export function dataOf(goal: GoalView): Hypothesis[] {
  const facts = new Set(factsOf(goal));
  return goal.hypotheses.filter(
    (one) => one.isWritable && !facts.has(one) && conclusionOf(one.type).kind !== Kind.SORT,
  );
}

function isMentioned(name: string, { tree, hypotheses }: GoalView): boolean {
  return mentions(tree, name) || hypotheses.some(({ type }) => mentions(type, name));
}

/** Whether a local of this name occurs in the tree. */
export function mentions(tree: Term, name: string): boolean {
  return someSubterm(tree, ({ kind, head }) => kind === Kind.LOCAL && head === name);
}
