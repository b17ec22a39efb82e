/** Distinguishes facts from data among hypotheses. The printed goal does not show it, so their use decides. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, type Term } from '../../lean/term/term.ts';
import type { GoalView, Hypothesis } from './goal-view.ts';

const RELATIONS = wordSet(
  'Eq Ne Not And Or Iff Exists LE.le LT.lt Membership.mem Dvd.dvd HEq True False HasSubset.Subset List.Mem',
);

/** Whether the type alone shows that a hypothesis is a fact. */
export function isProposition(type: Term): boolean {
  const root = bare(type);
  if (root.kind === Kind.PI) return isProposition(root.args[1]!);
  return (root.kind === Kind.CONSTANT && RELATIONS.has(root.head)) || root.kind === Kind.LOCAL;
}

/**
 * Citable hypotheses that are facts: by their type or, if the type is unknown, because nothing else mentions them. An
 * unmentioned `s : Row α` also counts as a fact, which costs one or two attempts.
 */
export function factsOf(goal: GoalView): Hypothesis[] {
  return goal.hypotheses.filter((one) => {
    return one.isWritable && (isProposition(one.type) || (isApplied(one.type) && !isMentioned(one.name, goal)));
  });
}

/** Whether the type is a constant with arguments, possibly after premises. */
function isApplied(type: Term): boolean {
  const root = bare(type);
  return root.kind === Kind.PI ? isApplied(root.args[1]!) : root.kind === Kind.CONSTANT && root.args.length > 0;
}

function isMentioned(name: string, { tree, hypotheses }: GoalView): boolean {
  return mentions(tree, name) || hypotheses.some(({ type }) => mentions(type, name));
}

/** Whether a local of this name occurs in the tree. */
export function mentions(tree: Term, name: string): boolean {
  return (tree.kind === Kind.LOCAL && tree.head === name) || tree.args.some((child) => mentions(child, name));
}
