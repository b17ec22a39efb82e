/** What is tried at a goal, in tiers: each is worked out only when its turn comes, for some ask the index first. */
import type { RetrievalQuery } from '../premise.ts';
import { goalWords } from '../query.ts';
import type { Tools } from '../strategy.ts';
import type { GoalView } from './goal-view.ts';
import { hypothesisSteps } from './hypothesis-steps.ts';
import { isVague, readLemma, type Lemma } from './lemma.ts';
import { lemmaSteps } from './lemma-steps.ts';
import type { GoalNode } from './proof-tree.ts';
import { isProposition, shapeSteps, step } from './shape-steps.ts';
import { splitSteps } from './splits.ts';
import type { Has, Step } from './step.ts';
import { CLOSERS, DEEP_WEIGHT, SEARCHERS, type Closer } from './tactics.ts';
import { mayMatch } from './unify.ts';

import { CONSTANT, PI, print, type Term } from '../../lean/term/term.ts';

interface Tier {
  /** What its steps cost beyond the goal, at least. */
  delay(view: GoalView): number;
  /** Too slow for any goal but that of the hole. */
  isForRoot?: true;
}

/** Before a `∀` or `→` is introduced, little else helps. */
const later = ({ tree }: GoalView): number => (tree.kind === PI ? 1 : 0);

const CLOSE = 0;
const SHAPE = 1;
const LEMMAS = 2;
const SPLIT = 3;
const ASK_LEAN = 4;

export const TIERS: readonly Tier[] = [
  { delay: () => 0 },
  { delay: () => 0.2 },
  { delay: (view) => 0.3 + 0.5 * later(view) },
  { delay: (view) => 0.7 + later(view) },
  { delay: () => 2, isForRoot: true },
];

/** Times that a tactic may run out of time at one hole before it is left alone. */
const MOST_TIMEOUTS = 2;
/** Questions to the index at one hole. */
const MOST_RETRIEVALS = 40;
const SPARE = 2;
/** Lemmas that are tried for what another lemma leaves. */
const MOST_TO_FILL = 8;

export class StepSource {
  readonly #tools: Tools;
  readonly #has: Has;
  readonly #limit: number;
  readonly #timeouts = new Map<string, number>();
  readonly #lemmas = new Map<string, Promise<Lemma[]>>();

  constructor(tools: Tools, has: Has, limit: number) {
    this.#tools = tools;
    this.#has = has;
    this.#limit = limit;
  }

  /** With costs beyond that of the goal. */
  async steps(node: GoalNode, tier: number): Promise<Step[]> {
    const { view } = node;
    const delay = TIERS[tier]!.delay(view);
    const steps = await this.#ofTier(node, tier);
    return steps.map((one) => ({ ...one, cost: one.cost + delay })).filter((one) => !this.#isTooSlow(one));
  }

  /** `one` ran out of time. */
  tooSlow(one: Step): void {
    const name = tacticOf(one);
    this.#timeouts.set(name, (this.#timeouts.get(name) ?? 0) + 1);
  }

  /** Goes on with a step whose goals wait for each other: the first of them from the hypotheses or by a lemma. */
  fillings(node: GoalNode, begun: Step, first: GoalView): Step[] {
    const { hypotheses } = node.view;
    const facts = hypotheses.filter(({ isWritable, type }) => isWritable && isProposition(type));
    const fitting = facts.filter(({ type }) => mayMatch(first.tree, type, new Map()));
    const texts = [
      ...fitting.map(({ name }) => ({ text: `exact ${name}`, lemmas: [] as readonly string[] })),
      { text: 'rfl', lemmas: [] },
      ...(this.#known.get(node.view.text) ?? [])
        .filter((lemma) => !begun.lemmas.includes(lemma.name) && !isVague(lemma))
        .filter(({ conclusion }) => conclusion !== null && mayMatch(conclusion, first.tree, new Map()))
        .slice(0, MOST_TO_FILL)
        .map(({ write, name }) => ({ text: `apply ${write}`, lemmas: [name] })),
    ];
    return texts.map(({ text, lemmas }, at) => ({
      text: `${begun.text}\n${text}`,
      cost: begun.cost + 0.3 + at * 0.05,
      onward: begun.onward,
      lemmas: [...begun.lemmas, ...lemmas],
    }));
  }

  readonly #known = new Map<string, readonly Lemma[]>();

  async #ofTier(node: GoalNode, tier: number): Promise<Step[]> {
    const { view, from } = node;
    switch (tier) {
      case CLOSE:
        return this.#closers(view, from === null);
      case SHAPE:
        return [...shapeSteps(view, this.#has), ...hypothesisSteps(view)];
      case LEMMAS:
        return lemmaSteps(await this.#lemmasFor(node), view, this.#has);
      case SPLIT:
        return splitSteps(view);
      case ASK_LEAN:
        return SEARCHERS.filter(this.#has).map((text, at) => ({ ...step(text, at * 0.1, 0.2), isLook: true as const }));
      default:
        return [];
    }
  }

  #closers(view: GoalView, isRoot: boolean): Step[] {
    const isClosed = view.hypotheses.length === 0;
    const mayHelp = ({ needs }: Closer): boolean =>
      needs === 'decide' ? isClosed : needs === 'contradiction' ? !isClosed : needs !== 'trivial';
    const fitting = CLOSERS.filter((one) => this.#has(one.needs));
    const worth = isRoot ? fitting : fitting.filter((one) => one.weight <= DEEP_WEIGHT && mayHelp(one));
    return worth.map(({ text, weight, isSlow }) => ({ ...step(text, weight, 0.6), ...(isSlow ? { isSlow } : {}) }));
  }

  /** What fits the whole goal, and what fits a side of it: the one seldom brings the other. */
  async #lemmasFor({ view, from }: GoalNode): Promise<Lemma[]> {
    const { retrieve } = this.#tools;
    if (retrieve === null) return [];
    let lemmas = this.#lemmas.get(view.text);
    if (lemmas === undefined) {
      if (this.#lemmas.size >= MOST_RETRIEVALS) return [];
      // What does not fit by its shape falls behind, so more may be asked for than is soon tried.
      const limit = this.#limit * SPARE;
      const reason = from === null ? 'start' : 'goal_left';
      const sides = sidesAsGoals(view);
      const queries: RetrievalQuery[] = [{ text: view.text, as: 'goal', reason, limit }];
      if (sides !== null) queries.push({ text: sides, as: 'goal', reason, limit });
      // A lemma about what a hypothesis says, or behind a definition, has the same words and another shape.
      const words = goalWords(view.text).join(' ');
      const isNear = from === null || from.node.from === null;
      if (isNear && words !== '') queries.push({ text: words, as: 'text', reason, limit });
      lemmas = Promise.all(queries.map((query) => retrieve(query))).then((found) => {
        const premises = new Map(alternating(found).map((premise) => [premise.name, premise]));
        return [...premises.values()].filter(({ isAtHand }) => isAtHand).map(readLemma);
      });
      this.#lemmas.set(view.text, lemmas);
    }
    const found = await lemmas;
    this.#known.set(view.text, found);
    return found;
  }

  #isTooSlow(one: Step): boolean {
    return (this.#timeouts.get(tacticOf(one)) ?? 0) >= MOST_TIMEOUTS;
  }
}

const RELATIONS_WITH_SIDES = new Set(['Eq', 'Iff', 'LE.le', 'LT.lt', 'Ne']);

/** Each side of an equation or the like as a goal of its own, under the same hypotheses. */
function sidesAsGoals({ text, tree }: GoalView): string | null {
  if (tree.kind !== CONSTANT || !RELATIONS_WITH_SIDES.has(tree.head)) return null;
  const above = text.slice(0, Math.max(0, text.indexOf('⊢')));
  const sides = tree.args.filter(({ kind, args }: Term) => kind === CONSTANT && args.length > 0);
  return sides.length === 0 ? null : sides.map((side) => `${above}⊢ ${print(side)}`).join('\n');
}

/** The first of each, the second of each, and so on. */
function alternating<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Its first word, with its brackets: `simp [f]` may be slow where `simp` is not. */
function tacticOf({ text }: Step): string {
  return text.split('\n', 1)[0]!;
}
