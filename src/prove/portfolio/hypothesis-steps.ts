/** Steps that use the hypotheses of a goal. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, print, size, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView, type Hypothesis } from './goal-view.ts';
import { lemmaOfFact, sidesOf } from './lemma.ts';
import { SPLITTABLE, usesOfFact } from './lemma-steps.ts';
import { step, type Has, type Step } from './step.ts';
import { isSame, matchesWithin } from './unify.ts';

/** Maximum number of hypotheses used; the last ones are the nearest. */
const MAX_HYPOTHESES = 12;

/** Maximum number of terms at which a general hypothesis is used, and of its arguments. */
const MAX_TERMS = 4;
const MAX_ARGUMENTS = 3;

/**
 * `isLikely`: whether a hypothesis of this type should be split early. Of the hypotheses to take apart, only the first one
 * is used.
 */
export function hypothesisSteps(goal: GoalView, has: Has, isLikely: (type: Term) => boolean): Step[] {
  const [first, ...later] = factsOf(goal).filter(canBeTakenApart);
  const usable = factsOf(goal).filter((fact) => !later.includes(fact) && fact !== first);
  return [...(first === undefined ? [] : [first]), ...usable.slice(-MAX_HYPOTHESES)].flatMap((fact) =>
    bare(fact.type).kind === Kind.PI
      ? [...usesOfFact(fact, goal, has), ...instances(fact, goal)]
      : uses(fact, goal, isLikely),
  );
}

/** A general fact at terms of the target: as a new hypothesis if it can be split, or to rewrite a variable by it. */
function instances(fact: Hypothesis, goal: GoalView): Step[] {
  const { name, type } = fact;
  const { args, conclusion } = lemmaOfFact(fact);
  if (conclusion?.kind !== Kind.CONSTANT || args.length > MAX_ARGUMENTS || args.some(({ isFact }) => isFact)) return [];
  const at = (term: string, position: number): string =>
    [name, ...args.map((_, each) => (each === position ? term : '_'))].join(' ');
  if (conclusion.head === 'Iff' && args.length === 1)
    return termsOf(goal).map((term, rank) => step(`have ${fresh('h', goal)} := ${at(term, 0)}`, 0.6 + 0.1 * rank, 0.3));
  if (SPLITTABLE.has(conclusion.head) && args.length === 1)
    return termsOf(goal).map((term, rank) => ({
      ...step(`cases ${at(term, 0)}`, 0.4 + 0.1 * rank, 0.1),
      isSplit: true,
    }));
  const [left, right] = sidesOf(conclusion).map((side) => bare(side));
  if ((left?.kind === Kind.META) === (right?.kind === Kind.META)) return [];
  const [variable, arrow] = left?.kind === Kind.META ? [left.head, ''] : [right!.head, '← '];
  const position = namesOf(type).indexOf(variable);
  if (position < 0) return [];
  return termsOf(goal).map((term, rank) => step(`rw [${arrow}${at(term, position)}]`, 0.5 + 0.1 * rank, 0.4));
}

/** Names of the leading binders. */
function namesOf(type: Term): string[] {
  const root = bare(type);
  return root.kind === Kind.PI ? [root.head, ...namesOf(root.args[1]!)] : [];
}

/** Variables and small terms of the target, as written. */
function termsOf({ tree }: GoalView): string[] {
  const found = new Set<string>();
  const collect = (term: Term): void => {
    const root = bare(term);
    if (root.kind === Kind.LAMBDA || root.kind === Kind.PI) return;
    const isSmall = size(root) <= 3 && root.kind !== Kind.OPAQUE && root.kind !== Kind.SORT;
    if (isSmall && root !== tree) found.add(print(root));
    root.args.forEach(collect);
  };
  tree.args.forEach(collect);
  return [...found].slice(0, MAX_TERMS);
}

function uses({ name, type }: Hypothesis, goal: GoalView, isLikely: (type: Term) => boolean): Step[] {
  const root = bare(type);
  if (root.kind !== Kind.CONSTANT) return [];
  switch (root.head) {
    case 'And':
    case 'Exists':
    case 'Or':
      return [split(name, 0)];
    case 'Iff':
      return [
        step(`apply ${name}.mp`, 0.3, 0.3),
        step(`apply ${name}.mpr`, 0.3, 0.3),
        step(`rw [${name}]`, 0.4, 0.4),
        step(`rw [← ${name}]`, 0.45, 0.5),
        step(`simp [${name}]`, 0.4, 0.5),
      ];
    case 'Eq':
      return equation(name, root, goal);
    case 'Not':
    case 'Ne':
      return negation(name, root, goal);
    case 'False':
      return [step(`exact False.elim ${name}`, 0, null)];
    default:
      return [split(name, splitCost(root, isLikely)), step(`simp at ${name}`, 0.9, 0.6)];
  }
}

/** Whether a hypothesis can be taken apart without loss: other steps then wait. */
export function canBeTakenApart({ isWritable, type }: Hypothesis): boolean {
  const root = bare(type);
  return isWritable && root.kind === Kind.CONSTANT && ['And', 'Exists', 'Or'].includes(root.head);
}

/** A predicate is often a structure, a conjunction or an existence by definition; an order is not. */
function splitCost(type: Term, isLikely: (type: Term) => boolean): number {
  if (isLikely(type)) return 0.1;
  return ORDERS.has(type.head) ? 0.9 : 0.25;
}

const ORDERS = wordSet('LE.le LT.lt GE.ge GT.gt Membership.mem');

function split(name: string, cost: number): Step {
  return { ...step(`cases ${name}`, cost, 0.1), isSplit: true };
}

function equation(name: string, { args }: Term, { tree }: GoalView): Step[] {
  const isVariable = args.some((side) => bare(side).kind === Kind.LOCAL && bare(side).args.length === 0);
  const [isLeft, isRight] = args.map((side) => matchesWithin(side, tree).length > 0);
  return [
    ...(isLeft === true ? [step(`rw [${name}]`, 0.2, 0.35), step(`simp [${name}]`, 0.3, 0.5)] : []),
    ...(isRight === true ? [step(`rw [← ${name}]`, 0.25, 0.45)] : []),
    step(`exact ${name}.symm`, 0.2, null),
    ...(isVariable ? [step(`subst ${name}`, 0.1, 0.1)] : [step(`injection ${name}`, 0.7, 0.5), split(name, 0.8)]),
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
