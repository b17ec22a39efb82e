/** Which hypotheses of a goal are facts and which are things: the print does not say, so their use has to. */
import { CONSTANT, LOCAL, PI, bare, type Term } from '../../lean/term/term.ts';
import type { GoalView, Hypothesis } from './goal-view.ts';

const RELATIONS = new Set(
  'Eq Ne Not And Or Iff Exists LE.le LT.lt Membership.mem Dvd.dvd HEq True False HasSubset.Subset List.Mem'.split(' '),
);

/** Whether a hypothesis of this type is a fact, by what the type alone shows. */
export function isProposition(type: Term): boolean {
  const root = bare(type);
  if (root.kind === PI) return isProposition(root.args[1]!);
  return (root.kind === CONSTANT && RELATIONS.has(root.head)) || root.kind === LOCAL;
}

/**
 * Hypotheses that a proof can cite and that are facts: by their type, or, where only the library knows what that is, since
 * nothing else speaks of them. `s : Row α` that nothing speaks of is taken for one too, which costs a try or two.
 */
export function factsOf(goal: GoalView): Hypothesis[] {
  return goal.hypotheses.filter((one) => {
    return one.isWritable && (isProposition(one.type) || (isApplied(one.type) && !isMentioned(one.name, goal)));
  });
}

/** A constant with arguments, perhaps behind premises. */
function isApplied(type: Term): boolean {
  const root = bare(type);
  return root.kind === PI ? isApplied(root.args[1]!) : root.kind === CONSTANT && root.args.length > 0;
}

function isMentioned(name: string, { tree, hypotheses }: GoalView): boolean {
  return speaksOf(tree, name) || hypotheses.some(({ type }) => speaksOf(type, name));
}

/** Whether a local of this name stands in the tree. */
export function speaksOf(tree: Term, name: string): boolean {
  return (tree.kind === LOCAL && tree.head === name) || tree.args.some((child) => speaksOf(child, name));
}
