/** Generates the steps for a goal in tiers. Each tier is computed lazily, because some need an index search. */
import { firstLine } from '../../base/one-line.ts';
import type { Tools } from '../strategy.ts';
import { factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import { hypothesisSteps } from './hypothesis-steps.ts';
import { GoalLemmas } from './goal-lemmas.ts';
import { isVague } from './lemma.ts';
import { lemmaSteps } from './lemma-steps.ts';
import type { GoalNode } from './proof-tree.ts';
import { shapeSteps, step } from './shape-steps.ts';
import { splitSteps } from './splits.ts';
import type { Has, Step } from './step.ts';
import { CLOSERS, DEEP_WEIGHT, SEARCHERS, type Closer } from './tactics.ts';
import { mayMatch } from './unify.ts';

import { TemplateSteps } from './template-steps.ts';
import * as Kind from '../../lean/term/kinds.ts';

interface Tier {
  /** Minimum cost of its steps in addition to the goal's cost. */
  delay(view: GoalView, isRoot: boolean): number;
  /** Used only for the goal of the hole, because it is too slow for others. */
  isForRoot?: true;
  /** Used only with templates. */
  isOfTemplates?: true;
}

/** Delays steps that rarely help before a `∀` or `→` is introduced. */
const introDelay = ({ tree }: GoalView): number => (tree.kind === Kind.PI ? 1 : 0);

const CLOSE = 0;
const SHAPE = 1;
const LEMMAS = 2;
const SPLIT = 3;
const ASK_LEAN = 4;
const TEMPLATES = 5;

export const TIERS: readonly Tier[] = [
  { delay: () => 0 },
  { delay: () => 0.2 },
  { delay: (view) => 0.3 + 0.5 * introDelay(view) },
  { delay: (view) => 0.7 + introDelay(view) },
  { delay: () => 2, isForRoot: true },
  { delay: (_, isRoot) => (isRoot ? 0.15 : 0.35), isOfTemplates: true },
];

/** Which tiers are used: without templates, also these, or nothing else. */
export type UseOfTemplates = 'none' | 'also' | 'only';

/** The numbers of the tiers that are used at a goal. */
export function tiersAt(isRoot: boolean, templates: UseOfTemplates): number[] {
  const isUsed = ({ isForRoot, isOfTemplates }: Tier): boolean =>
    (isRoot || isForRoot !== true) && (isOfTemplates === true ? templates !== 'none' : templates !== 'only');
  return [...TIERS.keys()].filter((tier) => isUsed(TIERS[tier]!));
}

/** Number of timeouts at one hole after which a tactic is no longer tried. */
const MAX_TIMEOUTS = 2;
/** Maximum number of lemmas tried for goals that another lemma leaves. */
const MAX_FILLINGS = 8;

export class StepSource {
  readonly #lemmas: GoalLemmas;
  readonly #has: Has;
  readonly #templates: TemplateSteps;
  readonly #timeouts = new Map<string, number>();

  constructor(tools: Tools, has: Has, limit: number) {
    this.#lemmas = new GoalLemmas(tools.retrieve, limit);
    this.#templates = new TemplateSteps(tools.retrieve);
    this.#has = has;
  }

  /** The steps of a tier; their costs are added to the goal's cost. */
  async steps(node: GoalNode, tier: number): Promise<Step[]> {
    const { view } = node;
    const delay = TIERS[tier]!.delay(view, node.parent === null);
    const steps = await this.#ofTier(node, tier);
    return steps.map((one) => ({ ...one, cost: one.cost + delay }));
  }

  /** Records a timeout of `one`. */
  tooSlow(one: Step): void {
    const name = tacticOf(one);
    this.#timeouts.set(name, (this.#timeouts.get(name) ?? 0) + 1);
  }

  /** Extends a step with mutually dependent goals: closes the first one by a hypothesis or a lemma. */
  fillings(node: GoalNode, base: Step, first: GoalView): Step[] {
    const fitting = factsOf(node.view).filter(({ type }) => mayMatch(first.tree, type, new Map()));
    const texts = [
      ...fitting.map(({ name }) => ({ text: `exact ${name}`, lemmas: [] as readonly string[] })),
      { text: 'rfl', lemmas: [] },
      ...this.#lemmas
        .found(node.view)
        .filter((lemma) => !base.lemmas.includes(lemma.name) && !isVague(lemma))
        .filter(({ conclusion }) => conclusion !== null && mayMatch(conclusion, first.tree, new Map()))
        .slice(0, MAX_FILLINGS)
        .map(({ write, name }) => ({ text: `apply ${write}`, lemmas: [name] })),
    ];
    return texts.map(({ text, lemmas }, at) => ({
      text: `${base.text}\n${text}`,
      cost: base.cost + 0.3 + at * 0.05,
      onward: base.onward,
      lemmas: [...base.lemmas, ...lemmas],
    }));
  }

  async #ofTier(node: GoalNode, tier: number): Promise<Step[]> {
    const { view, parent: from } = node;
    switch (tier) {
      case CLOSE:
        return this.#closers(view, from === null);
      case SHAPE:
        return [...shapeSteps(view, this.#has), ...hypothesisSteps(view, this.#has)];
      case LEMMAS:
        return lemmaSteps(await this.#lemmas.find(node), view, this.#has);
      case SPLIT:
        return splitSteps(view);
      case ASK_LEAN:
        return SEARCHERS.filter(this.#has).map((text, at) => ({
          ...step(text, at * 0.1, 0.2),
          isProbe: true as const,
        }));
      case TEMPLATES:
        return this.#templates.find(node);
      default:
        return [];
    }
  }

  #closers(view: GoalView, isRoot: boolean): Step[] {
    const isClosed = view.hypotheses.length === 0;
    const mayHelp = ({ needs }: Closer): boolean =>
      needs === 'decide' ? isClosed : needs === 'contradiction' ? !isClosed : needs !== 'trivial';
    const fitting = CLOSERS.filter((one) => this.#has(one.needs));
    const useful = isRoot ? fitting : fitting.filter((one) => one.weight <= DEEP_WEIGHT && mayHelp(one));
    return useful.map(({ text, weight, isSlow }) => ({ ...step(text, weight, 0.6), ...(isSlow ? { isSlow } : {}) }));
  }

  /** Whether the tactic is no longer tried at this hole. */
  isTooSlow(one: Step): boolean {
    return (this.#timeouts.get(tacticOf(one)) ?? 0) >= MAX_TIMEOUTS;
  }
}

/** The first line of a step: `simp [f]` may be slow although `simp` is not. */
function tacticOf({ text }: Step): string {
  return firstLine(text);
}
