/**
 * Proofs by several rewritings: a best-first search for equations that make both sides of the target the same, or make
 * the target a hypothesis or a lemma. A whole chain costs Lean one attempt. Terms are compared approximately, so Lean
 * decides.
 */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, someSubterm, substitute, subterms, term, type Term } from '../../lean/term/term.ts';
import { canonical, keyOf } from './canonical-term.ts';
import { distanceOfSides } from './distance-of-sides.ts';
import { factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { isRelevant, constantsOf, sidesOf, type Lemma } from './lemma.ts';
import { PriorityQueue } from './priority-queue.ts';
import {
  argumentsOf,
  expands,
  matchExactly,
  rewriteRules,
  rewrites,
  type Rewritten,
  type RewriteRule,
  withNamesOf,
  writtenOrNull,
} from './rewrite-rules.ts';
import { step, type Step } from './step.ts';
import { reorderedBy } from './reorder-sums.ts';

/** Maximum number of targets from which rewriting continues, and of targets seen. */
const MAX_EXPANDED = 250;
const MAX_SEEN = 6000;
/** Maximum number of rewritings in a chain; without sides to compare, the search has no direction. */
const MAX_LENGTH = 9;
const MAX_LENGTH_UNDIRECTED = 5;
/** Maximum number of rewritings to the simplest target. */
const MAX_SIMPLIFIED = 12;
/** Maximum number of chains tried at a goal. */
const MAX_CHAINS = 4;
/** Maximum number of chains with the same rules. */
const MAX_ORDERS = 2;
/** Weight of the distance of the sides, beside the cost of the steps so far. */
const DISTANCE_WEIGHT = 0.9;

interface State {
  target: Term;
  cost: number;
  chain: readonly Rewritten[];
}

export interface Chains {
  steps: readonly Step[];
  /** What rules make of the target from left to right: itself, if no rule fits. */
  simplest: Term;
}

/** `lemmas`: best first. */
export function rewriteChains(goal: GoalView, lemmas: readonly Lemma[]): Chains {
  const equation = equationFor(goal.tree);
  return new ChainSearch(equation === null ? goal : { ...goal, tree: equation }, lemmas).run();
}

/** `∃ x, a = f x` as an equation with `META` for the witness; null if the target has another form. */
function equationFor(tree: Term): Term | null {
  const [predicate] = tree.kind === Kind.CONSTANT && tree.head === 'Exists' ? tree.args.map((arg) => bare(arg)) : [];
  if (predicate?.kind !== Kind.LAMBDA) return null;
  const body = bare(substitute(predicate.args[1]!, new Map([[predicate.head, WITNESS]])));
  return body.kind === Kind.CONSTANT && body.head === 'Eq' ? body : null;
}

const WITNESS = term(Kind.META, 'witness');
const hasWitness = (tree: Term): boolean =>
  someSubterm(tree, ({ kind, head }) => kind === Kind.META && head === 'witness');

class ChainSearch {
  readonly #goal: GoalView;
  readonly #start: Term;
  readonly #rules: ReadonlyMap<string, readonly RewriteRule[]>;
  /** Rules that make a term larger. */
  readonly #expansions: readonly RewriteRule[];
  /** Lemmas that may be the rest of the proof, if there are no sides to make the same. */
  readonly #ends: readonly Lemma[];
  readonly #maxLength: number;
  readonly #queue = new PriorityQueue<State>();
  readonly #seen = new Set<string>();
  readonly #found: Step[] = [];
  /** Number of chains found, by their rules. */
  readonly #orders = new Map<string, number>();

  constructor(goal: GoalView, lemmas: readonly Lemma[]) {
    const start = canonical(goal.tree);
    const hasSides = sidesOf(start).length > 0;
    this.#goal = goal;
    const rules = rewriteRules(goal, lemmas);
    this.#rules = Map.groupBy(
      rules.filter((rule) => !expands(rule)),
      ({ pattern }) => lastPart(pattern.head),
    );
    this.#expansions = rules.filter(expands);
    this.#ends = hasSides ? [] : endsFor(goal, lemmas);
    this.#maxLength = hasSides ? MAX_LENGTH : MAX_LENGTH_UNDIRECTED;
    this.#start = start;
    if (hasSides || this.#ends.length > 0 || mayBeFact(goal)) this.#add({ target: start, cost: 0, chain: [] });
  }

  run(): Chains {
    for (let count = 0; count < MAX_EXPANDED && this.#found.length < MAX_CHAINS; count++) {
      const state = this.#queue.take();
      if (state === undefined || this.#seen.size > MAX_SEEN) break;
      this.#expand(state);
    }
    return { steps: this.#found, simplest: withNamesOf(this.#goal, this.#simplified()) };
  }

  #expand({ target, cost, chain }: State): void {
    if (chain.length === this.#maxLength) return;
    for (const next of this.#next(target)) {
      const state = { target: next.target, cost: cost + next.rule.cost, chain: [...chain, next] };
      if (!this.#seen.has(keyOf(next.target))) this.#add(state);
    }
  }

  #next(target: Term): Rewritten[] {
    return [...headsIn(target)]
      .flatMap((head) => this.#rules.get(head) ?? [])
      .concat(this.#expansions)
      .flatMap((rule) => rewrites(rule, target, this.#goal));
  }

  #simplified(): Term {
    let target = this.#start;
    for (let count = 0; count < MAX_SIMPLIFIED; count++) {
      const next = this.#next(target).find(({ rule }) => rule.isForward);
      if (next === undefined) break;
      target = next.target;
    }
    return target;
  }

  #add(state: State): void {
    this.#seen.add(keyOf(state.target));
    const found = endOf(state.target, this.#ends, this.#goal);
    // Without a rewriting, other steps try what would end the chain, but not to reorder.
    const end = state.chain.length > 0 || found?.isReordered === true || found?.witness !== undefined ? found : null;
    if (end === null) {
      this.#queue.add(state.cost + DISTANCE_WEIGHT * distanceOfSides(state.target), state);
      return;
    }
    const rules = rulesIn(state.chain);
    const order = (this.#orders.get(rules) ?? 0) + 1;
    this.#orders.set(rules, order);
    if (order <= MAX_ORDERS) this.#found.push(chainStep(state.chain, end, state.cost));
  }
}

function headsIn(tree: Term): Set<string> {
  const named = [...subterms(tree)].filter(({ kind }) => kind === Kind.CONSTANT || kind === Kind.LOCAL);
  return new Set(named.map(({ head }) => lastPart(head)));
}

/** What follows the rewritings; `lemmas` are cited in it. */
interface End {
  text: string;
  lemmas: readonly string[];
  isReordered?: true;
  /** The witness of an existence, whose equation the chain proves. */
  witness?: string;
}

function endsFor(goal: GoalView, lemmas: readonly Lemma[]): Lemma[] {
  const constants = constantsOf(goal);
  const relation = goal.tree.head;
  return lemmas.filter(
    (lemma) =>
      lemma.conclusion?.kind === Kind.CONSTANT &&
      lastPart(lemma.conclusion.head) === lastPart(relation) &&
      isRelevant(lemma, constants),
  );
}

/** Whether rewriting may make the target a hypothesis. */
function mayBeFact(goal: GoalView): boolean {
  return factsOf(goal).some(({ type }) => lastPart(bare(type).head) === lastPart(goal.tree.head));
}

/** Null if the target needs further rewriting. */
function endOf(target: Term, ends: readonly Lemma[], goal: GoalView): End | null {
  const [left, right] = sidesOf(target);
  if (left !== undefined && right !== undefined) {
    const witness = witnessOf(left, right) ?? witnessOf(right, left);
    if (witness !== null) {
      const text = writtenOrNull(witness, goal);
      return text === null ? null : { text: '', lemmas: [], witness: text };
    }
    // `rw` tries `rfl`, which not every Lean does for `↔`.
    if (keyOf(left) === keyOf(right)) return { text: target.head === 'Iff' ? ' <;> exact Iff.rfl' : '', lemmas: [] };
    const reordering = reorderedBy(left, right, goal);
    return reordering === null ? null : { text: `\n${reordering}`, lemmas: [], isReordered: true };
  }
  const fact = factsOf(goal).find(({ type }) => keyOf(canonical(bare(type))) === keyOf(target));
  if (fact !== undefined) return { text: `\nexact ${fact.name}`, lemmas: [] };
  for (const lemma of ends) {
    const bound = matchExactly(canonical(lemma.conclusion!), target);
    const texts = bound === null ? null : argumentsOf(lemma, bound, goal);
    if (texts !== null) return { text: `\nexact ${[lemma.write, ...texts].join(' ')}`, lemmas: [lemma.name] };
  }
  return null;
}

/** The value of the witness that makes the first side the other one; null if the first has no witness or another form. */
function witnessOf(pattern: Term, side: Term): Term | null {
  if (!hasWitness(pattern) || hasWitness(side)) return null;
  return matchExactly(pattern, side)?.get('witness') ?? null;
}

/** The same for chains that apply the same rules in another order. */
function rulesIn(chain: readonly Rewritten[]): string {
  return chain
    .map(({ rule: { lemma, isReversed } }) => `${isReversed ? '← ' : ''}${lemma.write}`)
    .sort()
    .join(' ');
}

function chainStep(chain: readonly Rewritten[], end: End, cost: number): Step {
  const cited = chain.flatMap(({ rule }) => (rule.cited === null ? [] : [rule.cited]));
  return {
    ...step(withWitness(end.witness, `${rewriting(chain)}${end.text}`.trimStart()), 0.05 * cost, null),
    lemmas: [...new Set([...cited, ...end.lemmas])],
  };
}

const withWitness = (witness: string | undefined, text: string): string =>
  witness === undefined ? text : `refine ⟨${witness}, ?_⟩\n${text === '' ? 'rfl' : text}`;

const rewriting = (chain: readonly Rewritten[]): string =>
  chain.length === 0 ? '' : `rw [${chain.map(({ text }) => text).join(', ')}]`;
