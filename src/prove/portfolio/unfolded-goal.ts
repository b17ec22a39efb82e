/** A goal with its target and its facts replaced by what they are by definition, and the tactics that replace them. */
import { printNotation } from '../../lean/term/print-notation.ts';
import { constant, type Term } from '../../lean/term/term.ts';
import { canonical, isWritable, keyOf } from './canonical-term.ts';
import type { DefinitionalEquations } from './definitional-equations.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { sidesOf, type Lemma } from './lemma.ts';
import { isOfNaturals, lemmaWithoutStrictOrder, withoutStrictOrder } from './natural-order.ts';
import { proofTerms } from './proof-terms.ts';
import { withNamesOf } from './rewrite-rules.ts';
import { step, type Step } from './step.ts';

export interface UnfoldedGoal {
  /** Also with orders of natural numbers in one form, and with the names of the facts: proofs by terms need no tactics. */
  view: GoalView;
  /** The goal that the tactics leave, with `(show T from h)` for each changed fact `h`. */
  written: GoalView;
  /** `show T` for the changed target; null if it is unchanged or cannot be written. */
  show: string | null;
  /** The changed facts and what follows from them: proofs, and their types as text. */
  facts: readonly { name: string; text: string }[];
  /** A proof of anything from an equation of different constructors; null if there is none. */
  absurd: string | null;
}

/** Maximum length of a changed type, in characters. */
const MAX_TEXT = 400;
/** Maximum number of equations derived from equations of constructors. */
const MAX_DERIVED = 8;

/** Null if nothing changes. */
export function unfoldedGoal(goal: GoalView, equations: DefinitionalEquations): UnfoldedGoal | null {
  const isNatural = isOfNaturals(goal);
  const inOrder = (tree: Term): Term => (isNatural ? withoutStrictOrder(tree) : tree);
  const unfolded = (tree: Term): Term => withNamesOf(goal, equations.unfolded(tree));
  const isChanged = (tree: Term, value: Term): boolean => keyOf(canonical(value)) !== keyOf(canonical(tree));
  const target = unfolded(goal.tree);
  const known = new Set(goal.hypotheses.map(({ type }) => keyOf(canonical(type))));
  const all = factsOf(goal).map(({ name, type }) => ({ name, type, value: unfolded(type) }));
  const facts = all.flatMap(({ name, type, value }) => {
    const text = isChanged(type, value) && !known.has(keyOf(canonical(value))) ? textOf(value) : null;
    return text === null ? [] : [{ name, text, value }];
  });
  const { derived, absurd } = injections(all, equations);
  const show = isChanged(goal.tree, target) ? textOf(target) : null;
  const isSame = show === null && facts.length === 0 && derived.length === 0 && absurd === null;
  if (isSame && ![target, ...all.map(({ value }) => value)].some((tree) => isChanged(tree, inOrder(tree)))) return null;
  const added = derived.map(({ name, value }) => ({ name, text: textOf(value) ?? '', type: value, isWritable: true }));
  const values = new Map(all.map((one) => [one.name, one.value]));
  const changed = new Map(facts.map((fact) => [fact.name, fact]));
  return {
    view: {
      ...goal,
      tree: inOrder(target),
      hypotheses: [...goal.hypotheses, ...added].map((one) => ({
        ...one,
        type: inOrder(values.get(one.name) ?? one.type),
      })),
    },
    written: {
      ...goal,
      tree: show === null ? goal.tree : target,
      hypotheses: [
        ...goal.hypotheses.map((one) => {
          const fact = changed.get(one.name);
          return fact === undefined ? one : { ...one, name: `(show ${fact.text} from ${one.name})`, type: fact.value };
        }),
        ...added,
      ],
    },
    show: show === null ? null : `show ${show}`,
    facts: [...facts, ...derived.map(({ name, value }) => ({ name, text: textOf(value) }))].filter(hasText),
    absurd,
  };
}

/** Cost of the tactics that replace a goal by what it is by definition. */
const COST = 0.1;
/** Cost of a chain after these tactics: a lemma of the library says more. */
const CHAIN_COST = 0.4;

/** Steps for what the goal is by definition. `chains`: chains of rewritings for the view as written. */
export function unfoldedSteps(
  goal: GoalView,
  { view, show, facts, absurd }: UnfoldedGoal,
  lemmas: readonly Lemma[],
  chains: readonly Step[],
): Step[] {
  const before = show === null ? [] : [show];
  const named = facts.map(({ name, text }, at) => `have ${fresh(`h${at + 1}`, goal)} : ${text} := ${name}`);
  return [
    ...(absurd === null ? [] : [step(`exact ${absurd}`, 0, null)]),
    ...proofTerms(view, isOfNaturals(goal) ? lemmas.map(lemmaWithoutStrictOrder) : lemmas),
    ...chains.map((chain) => ({ ...chain, cost: chain.cost + CHAIN_COST, text: [...before, chain.text].join('\n') })),
    ...(show === null ? [] : [step(show, COST, COST)]),
    ...(facts.length === 0 ? [] : [step([...before, ...named].join('\n'), COST, COST)]),
  ];
}

const hasText = (one: { name: string; text: string | null }): one is { name: string; text: string } =>
  one.text !== null;

/** What follows from equations of constructors. */
function injections(
  facts: readonly { name: string; value: Term }[],
  equations: DefinitionalEquations,
): { derived: { name: string; value: Term }[]; absurd: string | null } {
  const derived: { name: string; value: Term }[] = [];
  const open = [...facts];
  for (let at = 0; at < open.length && derived.length < MAX_DERIVED; at++) {
    const { name, value } = open[at]!;
    const [left, right] = value.head === 'Eq' ? sidesOf(value) : [];
    const found = left === undefined || right === undefined ? null : equations.injection(name, left, right);
    if (found === 'absurd') {
      const owner = equations.typeOf(left!);
      if (owner !== null) return { derived, absurd: `${owner}.noConfusion ${name}` };
    } else if (found !== null) {
      const news = found.map((one) => ({
        name: one.name,
        value: constant('Eq', [one.left, one.right].map(canonical)),
      }));
      const useful = news.filter((one) => keyOf(one.value.args[0]!) !== keyOf(one.value.args[1]!));
      derived.push(...useful);
      open.push(...useful);
    }
  }
  return { derived, absurd: null };
}

/** Null if it cannot be written. */
function textOf(type: Term): string | null {
  const text = isWritable(type) ? printNotation(type) : null;
  return text === null || text.length > MAX_TEXT ? null : text;
}
