/** Steps of classical logic: proof by contradiction, and cases by whether a proposition holds. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, print, size, someSubterm, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { step, type Step } from './step.ts';
import { isSame } from './unify.ts';

/** Maximum number of propositions that are split. */
const MAX_PROPOSITIONS = 4;
const MAX_SIZE = 8;

export function classicalSteps(goal: GoalView): Step[] {
  return [...byContradiction(goal), ...excludedMiddle(goal)];
}

function byContradiction(goal: GoalView): Step[] {
  const { kind, head } = goal.tree;
  const isNegative = kind === Kind.PI || (kind === Kind.CONSTANT && ['Not', 'Ne', 'False'].includes(head));
  if (isNegative) return [];
  const isLogical = kind === Kind.LOCAL || ['Or', 'And', 'Iff', 'Exists'].includes(head);
  const hasRefuter = factsOf(goal).some(({ type }) => type.kind === Kind.PI || type.head === 'Not');
  return [step(`apply Classical.byContradiction\nintro ${fresh('hn', goal)}`, isLogical && hasRefuter ? 0.1 : 1, 0.3)];
}

/** Propositions within the target and the hypotheses that are not known to hold or to fail. */
function excludedMiddle(goal: GoalView): Step[] {
  const facts = factsOf(goal).map(({ type }) => type);
  const atoms: Term[] = [];
  for (const one of [goal.tree, ...facts].flatMap(atomsOf)) {
    // Whether the goal itself holds is decided by contradiction.
    const isDecided = isSame(one, goal.tree) || facts.some((fact) => isSame(negated(fact) ?? fact, one));
    if (!isDecided && size(one) <= MAX_SIZE && !atoms.some((other) => isSame(other, one))) atoms.push(one);
  }
  return atoms.slice(0, MAX_PROPOSITIONS).map((atom, at) => ({
    ...step(`cases Classical.em ${print(atom)}`, 0.2 + at * 0.1, 0.35),
    isSplit: true as const,
  }));
}

function negated(fact: Term): Term | null {
  const root = bare(fact);
  return root.kind === Kind.CONSTANT && root.head === 'Not' ? root.args[0]! : null;
}

const CONNECTIVES = new Set(['And', 'Or', 'Not', 'Iff']);

/** The smallest propositions that connectives combine. */
function atomsOf(tree: Term): Term[] {
  const root = bare(tree);
  if (root.kind === Kind.PI && (root.head === '' || root.head === '_')) return root.args.flatMap(atomsOf);
  if (root.kind === Kind.CONSTANT && CONNECTIVES.has(root.head)) return root.args.flatMap(atomsOf);
  return root.kind === Kind.LOCAL || (root.kind === Kind.CONSTANT && root.head !== 'False' && !hasBinder(root))
    ? [root]
    : [];
}

function hasBinder(tree: Term): boolean {
  return someSubterm(tree, ({ kind }) => kind === Kind.LAMBDA || kind === Kind.PI || kind === Kind.OPAQUE);
}
