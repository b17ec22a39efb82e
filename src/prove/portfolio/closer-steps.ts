/** Tactics that may close a goal alone. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import type { Term } from '../../lean/term/term.ts';
import { isProposition } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { step, type Has, type Step } from './step.ts';
import { CLOSERS, DEEP_WEIGHT, type Closer } from './tactics.ts';

/** All of them at the hole's goal; at others only the fast ones that may succeed. */
export function closerSteps(goal: GoalView, isRoot: boolean, has: Has): Step[] {
  const fitting = CLOSERS.filter((one) => has(one.needs));
  const isUseful = mayClose(goal);
  const useful = isRoot ? fitting : fitting.filter((one) => one.weight <= DEEP_WEIGHT && isUseful(one));
  return useful.map(({ text, weight, isSlow }) => ({ ...step(text, weight, 0.6), ...(isSlow ? { isSlow } : {}) }));
}

/** Whether a closer may close this goal, as far as its printed form shows. */
function mayClose({ hypotheses, target, tree }: GoalView): (closer: Closer) => boolean {
  const facts = hypotheses.filter(({ type }) => isProposition(type, hypotheses));
  const mayContradict = facts.some(({ type }) => CONTRADICTED.has(type.head));
  const isReflexive = tree.kind !== Kind.LOCAL && !NOT_REFLEXIVE.has(tree.head);
  const useful: Readonly<Record<string, boolean>> = {
    rfl: isReflexive,
    // The target may become a hypothesis if its definition is unfolded.
    assumption: hypotheses.some(({ text }) => text === target) || (facts.length > 0 && isDefined(tree)),
    simp_all: hypotheses.length > 0,
    contradiction: mayContradict,
    decide: hypotheses.length === 0,
    trivial: false,
    inferInstance: isDefined(tree),
    infer_instance: isDefined(tree),
  };
  return ({ needs }) => useful[needs] ?? true;
}

/** Whether the head may be a definition or a class. */
function isDefined({ kind, head }: Term): boolean {
  return kind === Kind.CONSTANT && !PROPOSITION_HEADS.has(head);
}

const CONTRADICTED = wordSet('Eq Ne Not False HEq');
const NOT_REFLEXIVE = wordSet('And Or Not Ne Exists False LT.lt');
