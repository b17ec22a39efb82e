/** Steps that use retrieved lemmas at a goal, alone or combined; lemmas with a fitting shape come first. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { size, type Term } from '../../lean/term/term.ts';
import { conclusionOf, factsOf } from './facts.ts';
import { fresh, type GoalView, type Hypothesis } from './goal-view.ts';
import {
  constantsOf,
  fitOf,
  isOfLogic,
  isRelevant,
  isVague,
  lemmaOfFact,
  sidesOf,
  type Fit,
  type Lemma,
} from './lemma.ts';
import { definitionsIn, introduction } from './shape-steps.ts';
import { isReordering } from './simp-steps.ts';
import { step, type Has, type Step } from './step.ts';
import { matchesWithin, mayMatch } from './unify.ts';

/** A lemma with its fit and rank: 0 is tried first. */
interface Ranked {
  lemma: Lemma;
  fit: Fit;
  rank: number;
  /** Whether its shape does not fit, but it is about more of the goal than most others. */
  isNear: boolean;
}

const VAGUE_COST = 1;
const LOGIC_COST = 0.6;
/** Cost of a lemma whose conclusion is not readable. */
const UNKNOWN_COST = 0.5;
/** Number of lemmas that are applied although their shape does not fit. */
const MAX_MISFITTING = 6;
/** Cost per rank. */
const RANK_COST = 0.06;

/** `lemmas`: in retrieval order, best first. */
export function lemmaSteps(lemmas: readonly Lemma[], goal: GoalView, has: Has): Step[] {
  const ranked = rankLemmas(lemmas, goal);
  return [...ranked.flatMap((one) => usesOf(one, goal, has)), ...combined(ranked, goal, has)];
}

/** Treats a hypothesis with premises as a lemma. */
export function usesOfFact(fact: Hypothesis, goal: GoalView, has: Has): Step[] {
  const lemma = lemmaOfFact(fact);
  return usesOf({ lemma, fit: fitOf(lemma, goal), rank: 0, isNear: true }, goal, has).map((one) => ({
    ...one,
    lemmas: [],
  }));
}

function rankLemmas(lemmas: readonly Lemma[], goal: GoalView): Ranked[] {
  const score = ({ full, swapped, left, right, forward, argumentTexts }: Fit): number => {
    const proved =
      full > 0 || swapped > 0 ? 0.4 * forward - 0.1 * argumentTexts.filter((one) => one === null).length : 0;
    return proved + Math.max(full, 0.8 * swapped, 0.6 * left, 0.5 * right, forward > 0 ? 0.15 : 0);
  };
  const constants = constantsOf(goal);
  const ranked = lemmas
    .filter((lemma) => isRelevant(lemma, constants))
    .map((lemma, at) => {
      const fit = fitOf(lemma, goal);
      const penalty = isVague(lemma) && fit.forward === 0 ? VAGUE_COST : 0;
      return { lemma, fit, order: at * 0.05 + penalty - score(fit) };
    })
    .sort((a, b) => a.order - b.order)
    .map(({ lemma, fit }, rank) => ({ lemma, fit, rank }));
  const near = new Set(
    nearest(
      ranked.filter(({ fit }) => fit.full === 0).map(({ lemma }) => lemma),
      constants,
    ),
  );
  return ranked.map((one) => ({ ...one, isNear: near.has(one.lemma) }));
}

/** Those that share most constants with the goal. */
function nearest(lemmas: readonly Lemma[], constants: ReadonlySet<string>): Lemma[] {
  const shared = ({ constants: own }: Lemma): number =>
    [...own].filter((name) => constants.has(name)).length / Math.sqrt(Math.max(1, own.size * constants.size));
  return lemmas
    .map((lemma) => ({ lemma, score: shared(lemma) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_MISFITTING)
    .map(({ lemma }) => lemma);
}

/** All steps for one lemma. */
function usesOf(one: Ranked, goal: GoalView, has: Has): Step[] {
  const { lemma, rank } = one;
  const steps = [...asProof(one, goal), ...asRule(one, goal, has), ...forwards(one, goal)];
  // `a = b` for variables fits every equation: it is worth trying only if a hypothesis determines them.
  const penalty = isVague(lemma) && one.fit.forward === 0 ? VAGUE_COST : 0;
  const ofLogic = isOfLogic(lemma) ? LOGIC_COST : 0;
  return steps.map((use) => ({ ...use, cost: use.cost + rank * RANK_COST + penalty + ofLogic, lemmas: [lemma.name] }));
}

/** The lemma is the proof or its last step. */
function asProof(one: Ranked, goal: GoalView): Step[] {
  const { lemma, fit } = one;
  const { write, args } = lemma;
  const isIff = lemma.conclusion?.kind === Kind.CONSTANT && lemma.conclusion.head === 'Iff';
  const steps: Step[] = [];
  // An unparsable statement, or a goal with binders, may still fit.
  const isUnknown = lemma.conclusion === null || lemma.conclusion.kind !== Kind.CONSTANT;
  const more = isUnknown && !lemma.isOwn ? UNKNOWN_COST : 0;
  if (goal.tree.kind === Kind.PI) {
    if (lemma.conclusion !== null && !mayMatch(lemma.conclusion, conclusionOf(goal.tree), new Map())) return [];
    return [step(`exact ${write}`, 0.1, null), step(`${introduction(goal)}\napply ${write}`, 0.2, 0.4)];
  }
  if (fit.full > 0 || isUnknown) {
    const applied = application(lemma, fit);
    if (applied !== null) steps.push(step(`exact ${applied}`, more, null));
    steps.push(step(`apply ${write}`, more + 0.04, 0.3));
    if (args.some(({ isFact }) => isFact)) steps.push(step(`apply ${write} <;> assumption`, more + 0.02, null));
  }
  // The shapes may differ only because of a definition.
  if (fit.full === 0 && !isUnknown && one.isNear && !areDifferent(lemma.conclusion!, goal.tree))
    steps.push(step(`apply ${write}`, 1 - one.rank * RANK_COST, 0.8));
  if (fit.swapped > 0) steps.push(...fromRight(one, goal));
  if (isIff) steps.push(...directions(lemma, goal));
  return steps;
}

/** Whether both are basic relations and not the same one: unfolding cannot make them the same. */
function areDifferent({ head: one }: Term, { kind, head: other }: Term): boolean {
  return kind === Kind.CONSTANT && one !== other && BASIC.has(one) && BASIC.has(other);
}

const BASIC = wordSet('Eq Iff And Or Exists LE.le LT.lt False True HEq');

function fromRight({ lemma, fit }: Ranked, { tree }: GoalView): Step[] {
  const applied = application(lemma, fit);
  const symm =
    tree.kind === Kind.CONSTANT && tree.head === 'Iff' ? 'Iff.symm' : tree.head === 'Ne' ? 'Ne.symm' : 'Eq.symm';
  const exact = applied === null ? [] : [step(`exact ${symm} (${applied})`, 0.05, null)];
  return [...exact, step(`apply ${symm}\napply ${lemma.write}`, 0.1, 0.4)];
}

/** Returns `L _ h` if every required fact is a hypothesis; otherwise null. */
function application({ write }: Lemma, { argumentTexts: written }: Fit): string | null {
  return written.includes(null) ? null : [write, ...written].join(' ');
}

function directions({ write, args, conclusion }: Lemma, goal: GoalView): Step[] {
  const [left, right] = conclusion === null ? [] : sidesOf(conclusion);
  const term = args.length === 0 ? write : `(${[write, ...args.map(() => '_')].join(' ')})`;
  const direction = (side: typeof left, field: string): Step[] =>
    side !== undefined && mayMatch(side, goal.tree, new Map()) ? [step(`apply ${term}.${field}`, 0.1, 0.3)] : [];
  return [...direction(left, 'mpr'), ...direction(right, 'mp')];
}

/** The lemma rewrites the goal or a hypothesis. */
function asRule({ lemma, fit }: Ranked, goal: GoalView, has: Has): Step[] {
  const { write, conclusion } = lemma;
  const steps: Step[] = [];
  const isEquation = conclusion === null || sidesOf(conclusion).length > 0;
  // A goal with another order of operands is not simpler.
  const more = conclusion !== null && isReordering(conclusion) ? 0.5 : 0;
  const intro = goal.tree.kind === Kind.PI ? `${introduction(goal)}\n` : '';
  const facts = factsOf(goal);
  if (isEquation && (conclusion === null || sidesOf(conclusion)[0]?.kind !== Kind.META)) {
    if (fit.left > 0 || conclusion === null)
      steps.push(step(`${intro}rw [${write}]`, fit.left > 0 ? 0.12 : 1.8, 0.45 + more));
    for (const { name, type } of facts) {
      if (name === lemma.name || !rewrites(lemma, type)) continue;
      steps.push(step(`rw [${write}] at ${name}`, 0.5, 0.6), step(`simp [${write}] at ${name}`, 0.8, 0.7));
    }
  }
  if (isEquation && (conclusion === null || sidesOf(conclusion)[1]?.kind !== Kind.META)) {
    if (fit.right > 0 || conclusion === null)
      steps.push(step(`${intro}rw [← ${write}]`, fit.right > 0 ? (grows(lemma) ? 0.7 : 0.2) : 2, 0.55 + more));
  }
  if (lemma.isRule && (conclusion === null || lemma.constants.size > 0 || fit.left > 0)) {
    const isInFacts = facts.some(({ type }) => rewrites(lemma, type));
    if (fit.left > 0 || conclusion === null || sidesOf(conclusion).length === 0)
      steps.push(step(`simp [${write}]`, fit.left > 0 ? 0.16 : 0.9, 0.5 + more));
    if (facts.length > 0 && (conclusion === null || fit.left > 0 || isInFacts))
      steps.push(step(`simp_all [${write}]`, 0.3, 0.8));
  }
  if (has('simp ←') && fit.right > 0) steps.push(step(`simp [← ${write}]`, 0.5, 0.8));
  if (has('simpa') && fit.full === 0) steps.push(step(`simpa using ${write}`, 0.4, null));
  return steps;
}

/** Whether rewriting from right to left makes a term larger: chains of rewritings try it where it leads on. */
function grows({ conclusion }: Lemma): boolean {
  const [left, right] = conclusion === null ? [] : sidesOf(conclusion);
  return left !== undefined && right !== undefined && size(left) > size(right);
}

/** Whether the left side occurs in the statement. */
function rewrites({ conclusion }: Lemma, statement: Term): boolean {
  const [left] = conclusion === null ? [] : sidesOf(conclusion);
  return left !== undefined && left.kind !== Kind.META && matchesWithin(left, statement).length > 0;
}

/** All premises are hypotheses, so the conclusion becomes a new hypothesis. */
function forwards({ lemma, fit }: Ranked, goal: GoalView): Step[] {
  const applied = application(lemma, fit);
  if (fit.forward === 0 || applied === null || fit.full > 0 || !(lemma.isOwn || lemma.constants.size > 0)) return [];
  return SPLITTABLE.has(lemma.conclusion?.head ?? '')
    ? [{ ...step(`cases ${applied}`, 0.3, 0.1), isSplit: true }]
    : [step(`have ${fresh('h', goal)} := ${applied}`, 0.5, 0.4)];
}

/** Propositions that a case distinction takes apart. */
export const SPLITTABLE: ReadonlySet<string> = wordSet('And Or Exists');

/** Combined lemmas: `simp` and similar tactics benefit from more lemmas until these interfere. */
function combined(ranked: readonly Ranked[], goal: GoalView, has: Has): Step[] {
  const rules = ranked.filter(({ lemma }) => lemma.conclusion !== null && lemma.isRule && !isOfLogic(lemma));
  const fitting = rules.filter(({ fit }) => fit.left > 0 || fit.full > 0);
  const definitions = definitionsIn(goal);
  const hasFacts = factsOf(goal).length > 0;
  const steps: Step[] = [];
  const all = (some: readonly Ranked[], cost: number, also: readonly string[] = []): void => {
    if (some.length + also.length < 2) return;
    const list = [...also, ...some.map(({ lemma }) => lemma.write)].join(', ');
    const add = (text: string, more: number): void => {
      steps.push({ ...step(text, cost + more, 0.7), lemmas: some.map(({ lemma }) => lemma.name) });
    };
    add(`simp [${list}]`, 0);
    if (hasFacts) add(`simp_all [${list}]`, 0.1);
    if (has('grind')) add(`grind [${list}]`, 0.3);
  };
  for (const count of [2, 3, 5, 8]) if (count <= fitting.length) all(fitting.slice(0, count), 0.3 + count * 0.04);
  for (const [at, one] of fitting.slice(0, 5).entries()) {
    if (definitions.length > 0) all([one], 0.4 + at * 0.08, definitions);
    for (const other of fitting.slice(at + 1, 5)) all([one, other], 0.7 + at * 0.08);
  }
  all(fitting.slice(0, 8), 0.5, definitions);
  all(rules.slice(0, 10), 0.9);
  return steps;
}
