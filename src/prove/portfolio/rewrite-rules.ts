/** Equations as rules for rewriting a target, and what `rw` makes of a target by one of them. */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { printNotation } from '../../lean/term/print-notation.ts';
import { lastPart, someSubterm, subterms, type Term } from '../../lean/term/term.ts';
import { canonical, isWritable, keyOf, renamed, replaced } from './canonical-term.ts';
import { factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { constantsOf, isRelevant, isVague, lemmaOfFact, sidesOf, type Lemma } from './lemma.ts';
import { proofFromFacts } from './proof-terms.ts';
import { isReordering } from './simp-steps.ts';
import { bind, instantiate, mayMatch, type Bindings } from './unify.ts';

/** One direction of an equation or equivalence. */
export interface RewriteRule {
  lemma: Lemma;
  /** Full name of the lemma; null for a hypothesis. */
  cited: string | null;
  isReversed: boolean;
  /** Whether it is used from left to right, on terms, and does more than move operands. */
  isForward: boolean;
  pattern: Term;
  result: Term;
  cost: number;
}

export interface Rewritten {
  target: Term;
  /** The rule as written in `rw [_]`. */
  text: string;
  rule: RewriteRule;
}

/** Maximum number of lemmas that become rules, best first. */
const MAX_LEMMAS = 80;
const STEP_COST = 1;
const RANK_COST = 0.015;
/** Further cost of a rule that is not forward. */
const MOVE_COST = 0.25;
const EXPANSION_COST = 0.75;
/** Maximum length of a target's key, in characters. */
const MAX_KEY = 600;

/** `lemmas`: best first. */
export function rewriteRules(goal: GoalView, lemmas: readonly Lemma[]): RewriteRule[] {
  const constants = constantsOf(goal);
  const useful = lemmas
    .filter((lemma) => lemma.isDefinition !== true && isRelevant(lemma, constants) && !isVague(lemma))
    .slice(0, MAX_LEMMAS);
  return [
    ...lemmas.filter(({ isDefinition }) => isDefinition === true).flatMap((lemma) => directions(lemma, null, 0)),
    ...factsOf(goal).flatMap((fact) => directions(lemmaOfFact(fact), null, 0)),
    ...useful.flatMap((lemma, rank) => directions(lemma, lemma.name, rank * RANK_COST)),
  ];
}

function directions(lemma: Lemma, cited: string | null, cost: number): RewriteRule[] {
  const { conclusion } = lemma;
  const [left, right] = conclusion === null ? [] : sidesOf(conclusion).map(canonical);
  if (left === undefined || right === undefined || keyOf(left) === keyOf(right)) return [];
  const isMove = isReordering(conclusion!);
  const rule = (pattern: Term, result: Term, isReversed: boolean): RewriteRule[] => {
    // `f a = f b ↔ a = b` rewrites the whole target, and often back.
    const isForward = !isMove && !isReversed && pattern.head !== 'Eq';
    const own = STEP_COST + cost + (isForward ? 0 : MOVE_COST);
    const common = { lemma, cited, isReversed, isForward, pattern, result };
    if (isUsable(pattern, result)) return [{ ...common, cost: own }];
    const isFromPremise = cited === null && pattern.kind === Kind.META && lemma.args.some(({ isFact }) => isFact);
    return isFromPremise || isExpansion(pattern, result) ? [{ ...common, cost: own + EXPANSION_COST }] : [];
  };
  return [...rule(left, right, false), ...rule(right, left, true)];
}

/** `x` as `x * 1`: only for a side of the target that is a variable or a constant. */
function isExpansion(pattern: Term, result: Term): boolean {
  const isAtom = ({ kind, args }: Term): boolean => kind === Kind.META || args.every((each) => each.kind === Kind.META);
  return (
    pattern.kind === Kind.META &&
    pattern.args.length === 0 &&
    result.kind === Kind.CONSTANT &&
    result.args.every(isAtom) &&
    result.args.some(({ kind, head }) => kind === Kind.META && head === pattern.head)
  );
}

/** The pattern is more than a variable and determines all variables of the result. */
function isUsable(pattern: Term, result: Term): boolean {
  if (pattern.kind !== Kind.CONSTANT && pattern.kind !== Kind.LOCAL) return false;
  const isApplied = (tree: Term): boolean =>
    someSubterm(tree, ({ kind, args }) => kind === Kind.META && args.length > 0);
  const variables = variablesOf(pattern);
  return !isApplied(pattern) && [...variablesOf(result)].every((name) => variables.has(name));
}

function variablesOf(tree: Term): Set<string> {
  return new Set([...subterms(tree)].filter(({ kind }) => kind === Kind.META).map(({ head }) => head));
}

/** Whether the rule is for a side of the target that is a variable or a constant, whatever its name. */
export const expands = ({ pattern }: RewriteRule): boolean => pattern.kind === Kind.META;

/** What `rw` with the rule makes of the target, at each term that it matches, if its premises follow from hypotheses. */
export function rewrites(rule: RewriteRule, target: Term, goal: GoalView): Rewritten[] {
  const found: Rewritten[] = [];
  const seen = new Set<string>();
  const isExpanding = expands(rule);
  for (const place of isExpanding ? sidesOf(target).filter(({ args }) => args.length === 0) : placesIn(target)) {
    if (seen.has(keyOf(place)) || !(isExpanding || isSameHead(rule.pattern, place))) continue;
    const bound = isExpanding ? expansion(rule, place, goal) : matchExactly(rule.pattern, place);
    if (bound === null) continue;
    // Without arguments, `rw` takes the first place.
    const isFirst = seen.size === 0 && !isExpanding;
    seen.add(keyOf(place));
    const text = application(rule, bound, isFirst, goal);
    const by = canonical(instantiate(rule.result, bound));
    const next = text === null ? target : replaced(target, keyOf(place), by, isBinder);
    if (text !== null && keyOf(next) !== keyOf(target) && keyOf(next).length <= MAX_KEY)
      found.push({ target: next, text, rule });
  }
  return found;
}

/** The bindings for an expansion: other variables have the values of the same operation in the goal. Null if it has none. */
function expansion({ pattern, result }: RewriteRule, place: Term, goal: GoalView): Bindings | null {
  const bound: Bindings = new Map();
  // An unknown side may be a variable of this rule, from an earlier rewriting.
  if (!bind(pattern.head, place, bound)) return null;
  if (result.args.length === 0) return bound;
  const other = canonicalTermsIn(goal).find((one) => isSameHead(result, one));
  if (other === undefined) return null;
  const areBound = result.args.every(
    ({ kind, head }, at) => kind !== Kind.META || head === pattern.head || bind(head, other.args[at]!, bound),
  );
  return areBound ? bound : null;
}

/** The bindings that make the pattern the same as the term; null if there are none. */
export function matchExactly(pattern: Term, tree: Term): Bindings | null {
  const bound: Bindings = new Map();
  return mayMatch(pattern, tree, bound) && keyOf(canonical(instantiate(pattern, bound))) === keyOf(tree) ? bound : null;
}

/** The rule in `rw [_]`; null if a premise does not follow from hypotheses. Extends `bound`. */
function application(
  { lemma, isReversed, pattern, result }: RewriteRule,
  bound: Bindings,
  isFirst: boolean,
  goal: GoalView,
): string | null {
  if (lemma.isDefinition === true) {
    const sides = [pattern, result].map((side) => writtenOrNull(canonical(instantiate(side, bound)), goal));
    const [left, right] = isReversed ? sides.toReversed() : sides;
    return left === null || right === null ? null : `${isReversed ? '← ' : ''}(show ${left} = ${right} from rfl)`;
  }
  const texts = argumentsOf(lemma, bound, goal, isFirst ? null : bound);
  if (texts === null) return null;
  const last = texts.findLastIndex((text) => text !== '_');
  const arrow = isReversed ? '← ' : '';
  return (
    arrow +
    [lemma.write, ...(isFirst ? [] : implicitArguments(lemma, bound, goal)), ...texts.slice(0, last + 1)].join(' ')
  );
}

/**
 * Its explicit arguments: proofs from hypotheses for premises, the values of other variables if they are given,
 * otherwise `_`. Null if a premise does not follow from hypotheses. Extends `bound`.
 */
export function argumentsOf(
  lemma: Lemma,
  bound: Bindings,
  goal: GoalView,
  values: Bindings | null = null,
): string[] | null {
  const texts = lemma.args.map((one) =>
    one.isFact ? proofFromFacts(goal, one.type, bound) : written(values?.get(one.name), goal),
  );
  return texts.every((text) => text !== null) ? texts : null;
}

function implicitArguments(lemma: Lemma, values: Bindings, goal: GoalView): string[] {
  const explicit = new Set(lemma.args.map(({ name }) => name));
  return [...values]
    .filter(([name]) => !explicit.has(name))
    .map(([name, value]) => ({ name, text: written(value, goal) }))
    .filter(({ text }) => text !== '_')
    .map(({ name, text }) => `(${name} := ${text})`);
}

/** A side of an equation; null if it cannot be written. */
export function writtenOrNull(side: Term, goal: GoalView): string | null {
  const named = withNamesOf(goal, side);
  return isWritable(named) ? printNotation(named, EQUATION + 1) : null;
}

/** Precedences: above that of an equation, and of an argument. */
const EQUATION = 50;
const ARGUMENT = 1024;

/** A term as an argument; `_` if it cannot be written. */
function written(value: Term | undefined, goal: GoalView): string {
  const isUnknown = ({ kind, head }: Term): boolean =>
    kind === Kind.CONSTANT && !head.includes('.') && namesIn(goal).get(head) !== head;
  const named = value === undefined ? null : withNamesOf(goal, value);
  return named === null || !isWritable(named) || someSubterm(named, isUnknown) ? '_' : printNotation(named, ARGUMENT);
}

/** The term with constants as the goal shows them: a lemma may write them within its namespace. */
export const withNamesOf = (goal: GoalView, tree: Term): Term => renamed(tree, namesIn(goal));

/** Constants of the goal and its hypotheses by the last part of their names. */
const namesIn = memoize((goal: GoalView): ReadonlyMap<string, string> => {
  const constants = termsIn(goal).filter(({ kind }) => kind === Kind.CONSTANT);
  return new Map(constants.map(({ head }) => [lastPart(head), head]));
});

/** All terms in the goal and its hypotheses. */
const termsIn = ({ tree, hypotheses }: GoalView): Term[] =>
  [tree, ...hypotheses.map(({ type }) => type)].flatMap((root) => [...subterms(root)]);

const canonicalTermsIn = memoize((goal: GoalView): readonly Term[] => termsIn(goal).map(canonical));

/** The term and the terms within it, in the order in which `rw` looks at them; without those below binders. */
function placesIn(tree: Term): Term[] {
  return isBinder(tree) ? [] : [tree, ...tree.args.flatMap(placesIn)];
}

const isBinder = ({ kind }: Term): boolean => kind === Kind.LAMBDA || kind === Kind.PI;

function isSameHead(pattern: Term, { kind, head, args }: Term): boolean {
  return kind === pattern.kind && args.length === pattern.args.length && lastPart(head) === lastPart(pattern.head);
}
