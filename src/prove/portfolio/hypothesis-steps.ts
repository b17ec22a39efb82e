/** Steps that use the hypotheses of a goal. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import type { GoalView, Hypothesis } from './goal-view.ts';
import { usesOfFact } from './lemma-steps.ts';
import { step } from './shape-steps.ts';
import type { Has, Step } from './step.ts';
import { isSame } from './unify.ts';

/** Maximum number of hypotheses used; the last ones are the nearest. */
const MAX_HYPOTHESES = 12;

export function hypothesisSteps(goal: GoalView, has: Has): Step[] {
  return factsOf(goal)
    .slice(-MAX_HYPOTHESES)
    .flatMap((fact) => (bare(fact.type).kind === Kind.PI ? usesOfFact(fact, goal, has) : uses(fact, goal)));
}

function uses({ name, type }: Hypothesis, goal: GoalView): Step[] {
  const root = bare(type);
  if (root.kind !== Kind.CONSTANT) return [];
  switch (root.head) {
    case 'And':
      return [step(`exact ${name}.1`, 0.1, null), step(`exact ${name}.2`, 0.1, null), split(name, 0.3)];
    case 'Or':
    case 'Exists':
      return [split(name, 0.2)];
    case 'Iff':
      return [
        step(`apply ${name}.mp`, 0.3, 0.3),
        step(`apply ${name}.mpr`, 0.3, 0.3),
        step(`rw [${name}]`, 0.4, 0.4),
        step(`rw [← ${name}]`, 0.45, 0.5),
        step(`simp [${name}]`, 0.4, 0.5),
      ];
    case 'Eq':
      return equation(name, root);
    case 'Not':
    case 'Ne':
      return negation(name, root, goal);
    case 'False':
      return [step(`exact False.elim ${name}`, 0, null)];
    default:
      return [split(name, 0.9), step(`simp at ${name}`, 0.9, 0.6)];
  }
}

function split(name: string, cost: number): Step {
  return { ...step(`cases ${name}`, cost, 0.3), isSplit: true };
}

function equation(name: string, { args }: Term): Step[] {
  const isVariable = args.some((side) => bare(side).kind === Kind.LOCAL && bare(side).args.length === 0);
  return [
    step(`rw [${name}]`, 0.2, 0.35),
    step(`rw [← ${name}]`, 0.25, 0.45),
    step(`simp [${name}]`, 0.3, 0.5),
    step(`exact ${name}.symm`, 0.2, null),
    ...(isVariable ? [step(`subst ${name}`, 0.3, 0.25)] : [step(`injection ${name}`, 0.7, 0.5), split(name, 0.8)]),
    step(`simp at ${name}`, 0.9, 0.7),
  ];
}

function negation(name: string, { head, args }: Term, goal: GoalView): Step[] {
  const isFalse = goal.tree.kind === Kind.CONSTANT && goal.tree.head === 'False';
  const contradicted = head === 'Not' ? goal.hypotheses.find(({ type }) => isSame(type, args[0]!)) : undefined;
  return [
    ...(contradicted === undefined ? [] : [step(`exact absurd ${contradicted.name} ${name}`, 0.05, null)]),
    isFalse ? step(`apply ${name}`, 0.1, 0.2) : step(`apply False.elim\napply ${name}`, 0.8, 0.6),
    step(`simp [${name}]`, 0.6, 0.6),
  ];
}
