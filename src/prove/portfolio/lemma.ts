/** A parsed premise: its arguments, its conclusion, and how well it fits a goal. */
import { memoize } from '../../base/memoize.ts';
import { words } from '../../base/words.ts';
import type { Bound } from '../../lean/term/binders.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { PROPOSITION_HEADS } from '../../lean/term/proposition-heads.ts';
import { bare, lastPart, size, someSubterm, term, type Term } from '../../lean/term/term.ts';
import type { Premise } from '../premise.ts';
import { mentions } from './facts.ts';
import type { GoalView, Hypothesis } from './goal-view.ts';
import { isExplicit, readSignature } from './read-signature.ts';
import { matchesWithin, mayMatch, type Bindings } from './unify.ts';

/** An explicit argument: a term that Lean infers, or a proof. */
export interface Argument {
  /** '' if it has none. */
  name: string;
  isFact: boolean;
  type: Term;
}

export interface Lemma {
  name: string;
  /** The name as written at the hole. */
  write: string;
  /** Explicit arguments and premises, in order. */
  args: readonly Argument[];
  /** With `META` for bound variables; null if the statement cannot be parsed. */
  conclusion: Term | null;
  /** Whether it is of the file under proof. */
  isOwn: boolean;
  /** Last parts of the constants in its statement, without those of logic. */
  constants: ReadonlySet<string>;
  /** Its conclusion holds by definition, and has no name. */
  isDefinition?: true;
  /** Whether repeated rewriting from left to right terminates. */
  isRule: boolean;
}

export function readLemma({ name, writeAs, signature, module }: Premise): Lemma {
  const { own, type } = readSignature(signature);
  return { ...lemmaOf(name, writeAs, own, type, implicitNames(signature)), isOwn: module === '' };
}

/** A hypothesis as a lemma. */
export const lemmaOfFact = ({ name, text, type }: Pick<Hypothesis, 'name' | 'text' | 'type'>): Lemma =>
  lemmaOf(name, name, [], type, implicitNames(text));

/** Names bound by `∀ {x y : α}` and the like: a proof does not write them. */
function implicitNames(text: string): ReadonlySet<string> {
  const groups = [...text.matchAll(/[{⦃]([^{}⦃⦄:]+)(?::[^{}⦃⦄]*)?[}⦄]/gu)];
  return new Set(groups.flatMap(([, names]) => words(names!)));
}

function lemmaOf(
  name: string,
  write: string,
  own: readonly Bound[],
  type: Term | null,
  implicit: ReadonlySet<string>,
): Lemma {
  const bound = new Set(own.map((binder) => binder.name));
  const args: Argument[] = [];
  const later = (at: number): Term[] => [...own.slice(at + 1).map((binder) => binder.type), ...(type ? [type] : [])];
  for (const [at, binder] of own.entries()) {
    if (isExplicit(binder)) args.push(argument(binder.type, binder.name, later(at)));
  }
  let rest = type;
  while (rest?.kind === Kind.PI) {
    const [premise, body] = rest.args as [Term, Term];
    if (rest.head !== '') bound.add(rest.head);
    if (rest.head === '' || !implicit.has(rest.head)) args.push(argument(premise, rest.head, [body]));
    rest = bare(body);
  }
  const general = (tree: Term): Term => generalise(tree, bound);
  const conclusion = rest === null ? null : bare(general(rest));
  const generalised = args.map((one) => ({ ...one, type: general(one.type) }));
  const isRule = conclusion === null || terminates(conclusion);
  const types = [...own.map((binder) => binder.type), ...(type === null ? [] : [type])];
  const constants = constantsIn(types.map(general));
  return { name, write, args: generalised, conclusion, isOwn: true, constants, isRule };
}

const LOGIC = new Set([
  ...[...PROPOSITION_HEADS].map(lastPart),
  ...words('true false decide Decidable ite dite cast rec Quot Squash Subsingleton rfl intro inl inr'),
]);

/** Last parts of the constants in the trees, without those of logic. */
export function constantsIn(trees: readonly Term[]): Set<string> {
  const found = new Set<string>();
  const collect = (tree: Term): void => {
    const isName = tree.kind === Kind.CONSTANT || tree.kind === Kind.EXPLICIT || tree.kind === Kind.PROJECTION;
    if (isName && !LOGIC.has(lastPart(tree.head))) found.add(lastPart(tree.head));
    tree.args.forEach(collect);
  };
  trees.forEach(collect);
  return found;
}

/** A left side that matches everything or occurs within the right side does not terminate; a mere swap does. */
function terminates(conclusion: Term): boolean {
  const [left, right] = sidesOf(conclusion);
  if (left === undefined || right === undefined) return true;
  if (!isSpecific(bare(left))) return false;
  const rigidRight = rigid(right);
  const matches = matchesWithin(left, rigidRight);
  return matches.length === 0 || (matches.includes(rigidRight) && size(left) === size(right));
}

/** Replaces variables by locals. */
function rigid(tree: Term): Term {
  return term(tree.kind === Kind.META ? Kind.LOCAL : tree.kind, tree.head, tree.args.map(rigid));
}

/** An argument that is mentioned later is data; otherwise it is a fact. */
function argument(type: Term, name: string, later: readonly Term[]): Argument {
  const isData = bare(type).kind === Kind.SORT || (name !== '' && later.some((tree) => mentions(tree, name)));
  return { name, type, isFact: !isData };
}

/** A short unbound name is one of the file's `variable`s. */
const VARIABLE = /^[a-zα-κμ-ω][₀-₉0-9']*$/u;

function generalise(tree: Term, bound: ReadonlySet<string>): Term {
  const isVariable =
    (tree.kind === Kind.LOCAL && bound.has(tree.head)) ||
    (tree.kind === Kind.CONSTANT && tree.args.length === 0 && VARIABLE.test(tree.head));
  if (tree.args.length === 0) return isVariable ? term(Kind.META, tree.head) : tree;
  const args = tree.args.map((child) => generalise(child, bound));
  return term(isVariable ? Kind.META : tree.kind, tree.head, args);
}

/** Whether the conclusion is a variable, or relates only variables by a common relation, such as `a = b`. */
export function isVague({ conclusion }: Lemma): boolean {
  if (conclusion === null) return false;
  const isCommon = conclusion.kind === Kind.META || PROPOSITION_HEADS.has(conclusion.head);
  return isCommon && conclusion.args.every((arg) => bare(arg).kind === Kind.META);
}

/**
 * Whether a lemma may help: it must be about something in the goal, unless it is of the file, or of logic and not vague.
 */
export function isRelevant(lemma: Lemma, constants: ReadonlySet<string>): boolean {
  const { isOwn, conclusion } = lemma;
  if (isOwn || conclusion === null) return true;
  const concludesLogic =
    constantsIn([conclusion]).size === 0 && !someSubterm(conclusion, ({ kind }) => kind === Kind.OPAQUE);
  return (concludesLogic && !isVague(lemma)) || [...lemma.constants].some((name) => constants.has(name));
}

/** Whether a lemma of a library is about no constant: steps by the shape of the target do what it does. */
export const isOfLogic = ({ isOwn, constants, conclusion }: Lemma): boolean =>
  !isOwn && constants.size === 0 && conclusion !== null;

/** Constants of the goal and its hypotheses. */
export const constantsOf = memoize(({ tree, hypotheses }: GoalView): ReadonlySet<string> =>
  constantsIn([tree, ...hypotheses.map(({ type }) => type)]),
);

/** How a lemma fits a goal. Numbers are shares of the goal, from 0 (no fit) to 1 (full goal). */
export interface Fit {
  /** The conclusion may match the goal. */
  full: number;
  /** The conclusion may match with its sides swapped. */
  swapped: number;
  /** The left side of the equation or `↔` occurs in the goal; the right side. */
  left: number;
  right: number;
  /** Text for each argument: `_`, or a hypothesis for a fact; null for a fact without a hypothesis. */
  argumentTexts: (string | null)[];
  /** Number of premises that match a hypothesis. */
  forward: number;
}

export function fitOf(lemma: Lemma, goal: GoalView): Fit {
  const { conclusion } = lemma;
  const none = { full: 0, swapped: 0, left: 0, right: 0, forward: 0 };
  const bound: Bindings = new Map();
  if (conclusion === null) return { ...none, argumentTexts: argumentTexts(lemma, goal, bound) };
  const goalSize = weightedSize(goal.tree);
  const [left, right] = sidesOf(conclusion);
  const share = (pattern: Term): number => Math.min(1, weightedSize(pattern) / Math.max(1, goalSize));
  const within = (pattern: Term | undefined): number =>
    pattern !== undefined && isSpecific(pattern) && matchesWithin(pattern, goal.tree).length > 0 ? share(pattern) : 0;
  const fits = (pattern: Term): number =>
    isSpecific(pattern) && mayMatch(pattern, goal.tree, bound) ? 0.2 + 0.8 * share(pattern) : 0;
  const swappedConclusion = swapSides(conclusion);
  const full = fits(conclusion);
  return {
    full,
    swapped: full === 0 && swappedConclusion !== null ? fits(swappedConclusion) : 0,
    left: within(left),
    right: within(right),
    argumentTexts: argumentTexts(lemma, goal, bound),
    forward: lemma.args.filter(({ isFact, type }) => isFact && fact(type, goal, new Map()) !== null).length,
  };
}

/** The hypothesis that matches this fact, possibly with its sides swapped. */
function fact(type: Term, goal: GoalView, bound: Bindings): string | null {
  if (!isSpecific(type)) return null;
  const writable = goal.hypotheses.filter(({ isWritable }) => isWritable);
  const found = writable.find((one) => mayMatch(type, one.type, bound));
  if (found !== undefined) return found.name;
  const swapped = swapSides(type);
  const other = swapped === null ? undefined : writable.find((one) => mayMatch(swapped, one.type, bound));
  return other === undefined ? null : `${other.name}.symm`;
}

/** `b = a` for `a = b`, likewise `↔` and `≠`. */
export function swapSides(tree: Term): Term | null {
  const root = bare(tree);
  const isSymmetric = root.kind === Kind.CONSTANT && root.args.length === 2 && ['Eq', 'Iff', 'Ne'].includes(root.head);
  return isSymmetric ? term(Kind.CONSTANT, root.head, [root.args[1]!, root.args[0]!]) : null;
}

function argumentTexts(lemma: Lemma, goal: GoalView, bound: Bindings): (string | null)[] {
  return lemma.args.map(({ isFact, type }) => (isFact ? fact(type, goal, bound) : '_'));
}

/** Both sides of an equation or an `↔`. */
export function sidesOf(tree: Term): readonly Term[] {
  return tree.kind === Kind.CONSTANT && (tree.head === 'Eq' || tree.head === 'Iff') ? tree.args : [];
}

/** A single variable matches everything. */
function isSpecific(pattern: Term): boolean {
  return pattern.kind !== Kind.META;
}

function weightedSize(tree: Term): number {
  return size(tree) - 0.75 * metas(tree);
}

function metas(tree: Term): number {
  return (
    (tree.kind === Kind.META || tree.kind === Kind.LOCAL ? 1 : 0) +
    tree.args.reduce((sum, child) => sum + metas(child), 0)
  );
}
