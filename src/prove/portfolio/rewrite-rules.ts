/** Equations as rules for rewriting a target, and what `rw` makes of a target by one of them. */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { lastPart, print, someSubterm, subterms, term, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { constantsOf, isRelevant, isVague, lemmaOf, sidesOf, type Lemma } from './lemma.ts';
import { proofFromFacts } from './proof-terms.ts';
import { isReordering } from './simp-steps.ts';
import { instantiate, mayMatch, normalize, type Bindings } from './unify.ts';

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
/** Maximum length of a target's key, in characters. */
const MAX_KEY = 600;

/** `lemmas`: best first. */
export function rewriteRules(goal: GoalView, lemmas: readonly Lemma[]): RewriteRule[] {
  const constants = constantsOf(goal);
  const useful = lemmas.filter((lemma) => isRelevant(lemma, constants) && !isVague(lemma)).slice(0, MAX_LEMMAS);
  return [
    ...factsOf(goal).flatMap(({ name, type }) => directions(lemmaOf(name, name, [], type), null, 0)),
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
    return isUsable(pattern, result) ? [{ lemma, cited, isReversed, isForward, pattern, result, cost: own }] : [];
  };
  return [...rule(left, right, false), ...rule(right, left, true)];
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

/** What `rw` with the rule makes of the target, at each term that it matches, if its premises follow from hypotheses. */
export function rewrites(rule: RewriteRule, target: Term, goal: GoalView): Rewritten[] {
  const found: Rewritten[] = [];
  const seen = new Set<string>();
  for (const place of placesIn(target)) {
    if (!isSameHead(rule.pattern, place) || seen.has(keyOf(place))) continue;
    const bound = matchExactly(rule.pattern, place);
    if (bound === null) continue;
    // Without arguments, `rw` takes the first place.
    const isFirst = seen.size === 0;
    seen.add(keyOf(place));
    const text = application(rule, bound, isFirst, goal);
    const by = canonical(instantiate(rule.result, bound));
    const next = text === null ? target : replaced(target, keyOf(place), by);
    if (text !== null && keyOf(next) !== keyOf(target) && keyOf(next).length <= MAX_KEY)
      found.push({ target: next, text, rule });
  }
  return found;
}

/** The bindings that make the pattern the same as the term; null if there are none. */
export function matchExactly(pattern: Term, tree: Term): Bindings | null {
  const bound: Bindings = new Map();
  return mayMatch(pattern, tree, bound) && keyOf(canonical(instantiate(pattern, bound))) === keyOf(tree) ? bound : null;
}

/** The rule in `rw [_]`; null if a premise does not follow from hypotheses. Extends `bound`. */
function application(
  { lemma, isReversed }: RewriteRule,
  bound: Bindings,
  isFirst: boolean,
  goal: GoalView,
): string | null {
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

/** A term as an argument; `_` if it cannot be written. */
function written(value: Term | undefined, goal: GoalView): string {
  const isUnwritable = ({ kind, head }: Term): boolean =>
    [Kind.OPAQUE, Kind.META, Kind.HOLE].includes(kind) ||
    head.includes('_dagger') ||
    (kind === Kind.CONSTANT && !head.includes('.') && namesIn(goal).get(head) !== head);
  const named = value === undefined ? null : withNamesOf(goal, value);
  return named === null || someSubterm(named, isUnwritable) ? '_' : print(named);
}

/** The term with constants as the goal shows them: a lemma may write them within its namespace. */
export function withNamesOf(goal: GoalView, { kind, head, args }: Term): Term {
  const name = kind === Kind.CONSTANT ? (namesIn(goal).get(lastPart(head)) ?? head) : head;
  return term(
    kind,
    name,
    args.map((child) => withNamesOf(goal, child)),
  );
}

/** Constants of the goal and its hypotheses by the last part of their names. */
const namesIn = memoize(({ tree, hypotheses }: GoalView): ReadonlyMap<string, string> => {
  const all = [tree, ...hypotheses.map(({ type }) => type)].flatMap((root) => [...subterms(root)]);
  return new Map(all.filter(({ kind }) => kind === Kind.CONSTANT).map(({ head }) => [lastPart(head), head]));
});

/** The term and the terms within it, in the order in which `rw` looks at them; without those below binders. */
function placesIn(tree: Term): Term[] {
  return isBinder(tree) ? [] : [tree, ...tree.args.flatMap(placesIn)];
}

const isBinder = ({ kind }: Term): boolean => kind === Kind.LAMBDA || kind === Kind.PI;

function isSameHead(pattern: Term, { kind, head, args }: Term): boolean {
  return kind === pattern.kind && args.length === pattern.args.length && lastPart(head) === lastPart(pattern.head);
}

/** Replaces each term with this key. */
function replaced(tree: Term, key: string, by: Term): Term {
  if (keyOf(tree) === key) return by;
  if (tree.args.length === 0 || isBinder(tree)) return tree;
  const args = tree.args.map((child) => replaced(child, key, by));
  return args.every((child, at) => child === tree.args[at]) ? tree : term(tree.kind, tree.head, args);
}

/** One form for terms that are the same: `n.succ` and `n + 1`, `s.length` and `Row.length s`. */
export const canonical = memoize((tree: Term): Term => {
  const root = normalize(tree);
  const args = root.args.length === 0 ? root.args : root.args.map(canonical);
  const isNamed = root.kind === Kind.PROJECTION && !root.head.startsWith('.');
  return term(isNamed ? Kind.CONSTANT : root.kind, root.head, args);
});

/** Equal for terms that are the same up to the namespaces of names. */
export const keyOf = memoize(({ kind, head, args }: Term): string => {
  const name = kind === Kind.CONSTANT || kind === Kind.EXPLICIT ? lastPart(head) : head;
  const own = kind === Kind.CONSTANT || kind === Kind.LOCAL ? name : `${kind}:${name}`;
  return args.length === 0 ? own : `(${own} ${args.map(keyOf).join(' ')})`;
});
