/** A goal with its target and its facts replaced by what they are by definition, and the tactics that replace them. */
import * as Kind from '../../lean/term/kinds.ts';
import { printNotation } from '../../lean/term/print-notation.ts';
import { constant, someSubterm, type Term } from '../../lean/term/term.ts';
import { canonical, keyOf } from './canonical-term.ts';
import type { DefinitionalEquations } from './definitional-equations.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { sidesOf, type Lemma } from './lemma.ts';
import { isOfNaturals, lemmaWithoutStrictOrder, withoutStrictOrder } from './natural-order.ts';
import { proofTerms } from './proof-terms.ts';
import { withNamesOf } from './rewrite-rules.ts';
import { step, type Step } from './step.ts';

export interface UnfoldedGoal {
  /** With the names of the facts: proofs by terms need no tactics before. */
  view: GoalView;
  /** The same, with `(show T from h)` for each changed fact `h`. */
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
  const changed = (tree: Term): Term | null => {
    const value = equations.unfolded(tree);
    const result = isNatural ? withoutStrictOrder(value) : value;
    return keyOf(result) === keyOf(canonical(tree)) ? null : withNamesOf(goal, result);
  };
  const target = changed(goal.tree);
  const types = new Map(factsOf(goal).map((fact) => [fact, changed(fact.type)]));
  const facts = [...types].flatMap(([{ name }, type]) => {
    const text = type === null ? null : textOf(type);
    return type === null || text === null ? [] : [{ name, type, text }];
  });
  const { derived, absurd } = injections(
    [...types].map(([{ name, type }, unfolded]) => ({ name, type: unfolded ?? canonical(type) })),
    equations,
  );
  const show = target === null ? null : textOf(target);
  if (target === null && facts.length === 0 && derived.length === 0 && absurd === null) return null;
  const withFacts = (nameOf: (fact: { name: string; text: string }) => string): GoalView => ({
    ...goal,
    tree: target ?? goal.tree,
    hypotheses: [
      ...goal.hypotheses.map((one) => {
        const fact = facts.find(({ name }) => name === one.name);
        return fact === undefined ? one : { ...one, name: nameOf(fact), type: fact.type };
      }),
      ...derived.map(({ name, type }) => ({ name, type, text: textOf(type) ?? '', isWritable: true })),
    ],
  });
  return {
    view: withFacts(({ name }) => name),
    written: withFacts(({ name, text }) => `(show ${text} from ${name})`),
    show: show === null ? null : `show ${show}`,
    facts: [...facts, ...derived.map(({ name, type }) => ({ name, text: textOf(type) })).filter(hasText)],
    absurd,
  };
}

/** Cost of the tactics that replace a goal by what it is by definition. */
const COST = 0.1;

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
    ...chains.map((chain) => ({ ...chain, text: [...before, chain.text].join('\n') })),
    ...(show === null ? [] : [step(show, COST, COST)]),
    ...(facts.length === 0 ? [] : [step([...before, ...named].join('\n'), COST, COST)]),
  ];
}

const hasText = (one: { name: string; text: string | null }): one is { name: string; text: string } =>
  one.text !== null;

/** What follows from equations of constructors. */
function injections(
  facts: readonly { name: string; type: Term }[],
  equations: DefinitionalEquations,
): { derived: { name: string; type: Term }[]; absurd: string | null } {
  const derived: { name: string; type: Term }[] = [];
  const open = [...facts];
  for (let at = 0; at < open.length && derived.length < MAX_DERIVED; at++) {
    const { name, type } = open[at]!;
    const [left, right] = type.head === 'Eq' ? sidesOf(type) : [];
    const found = left === undefined || right === undefined ? null : equations.injection(name, left, right);
    if (found === 'absurd') {
      const owner = equations.typeOf(left!);
      if (owner !== null) return { derived, absurd: `${owner}.noConfusion ${name}` };
    } else if (found !== null) {
      const news = found.map((one) => ({ name: one.name, type: constant('Eq', [one.left, one.right].map(canonical)) }));
      const useful = news.filter((one) => keyOf(one.type.args[0]!) !== keyOf(one.type.args[1]!));
      derived.push(...useful);
      open.push(...useful);
    }
  }
  return { derived, absurd: null };
}

/** Null if it cannot be written. */
function textOf(type: Term): string | null {
  const isUnwritable = ({ kind, head }: Term): boolean =>
    [Kind.OPAQUE, Kind.META, Kind.HOLE, Kind.APPLY].includes(kind) || head.includes('_dagger');
  if (someSubterm(type, isUnwritable)) return null;
  const text = printNotation(type);
  return text.length > MAX_TEXT ? null : text;
}
