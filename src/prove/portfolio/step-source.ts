/** Generates the steps for a goal in tiers. Each tier is computed lazily, because some need an index search. */
import { memoize } from '../../base/memoize.ts';
import { firstLine } from '../../base/one-line.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import type { Place } from '../premise.ts';
import { modulesToImport } from '../retrieval/premise-use.ts';
import type { Tools } from '../strategy.ts';
import { classicalSteps } from './classical-steps.ts';
import { closerSteps } from './closer-steps.ts';
import { conditionSteps } from './condition-steps.ts';
import { conjectureSteps } from './conjectures.ts';
import { factsOf } from './facts.ts';
import { FileDefinitions } from './file-definitions.ts';
import { GoalLemmas } from './goal-lemmas.ts';
import type { GoalView } from './goal-view.ts';
import { canBeTakenApart, hypothesisSteps } from './hypothesis-steps.ts';
import { constantsOf, isVague, readLemma, type Lemma } from './lemma.ts';
import { lemmaSteps } from './lemma-steps.ts';
import { proofTerms } from './proof-terms.ts';
import { constructorOf, type GoalNode } from './proof-tree.ts';
import { rewriteChains } from './rewrite-chains.ts';
import { simpSet, simpSteps } from './simp-steps.ts';
import { shapeSteps } from './shape-steps.ts';
import { splitSteps, type FieldsOf } from './splits.ts';
import { step, withoutName, type Has, type Step } from './step.ts';
import {
  ASK_LEAN,
  CLASSICAL,
  CLOSE,
  LEMMAS,
  OUTSIDE,
  SHAPE,
  SHAPE_DELAY,
  SPLIT,
  TEMPLATES,
  TIERS,
} from './step-tiers.ts';
import { SEARCHERS } from './tactics.ts';
import { TemplateSteps } from './template-steps.ts';
import { unfoldedGoal, unfoldedSteps } from './unfolded-goal.ts';
import { isSame, mayMatch } from './unify.ts';

/** Number of timeouts at one hole after which a tactic is no longer tried. */
const MAX_TIMEOUTS = 2;
/** Added to the cost of steps at a goal with a hypothesis that can be taken apart first. */
const WAIT = 0.5;
/** Maximum number of times that lemmas are retrieved for what a goal can be rewritten to. */
const MAX_ROUNDS = 3;
/** Number of lemmas that are taken for what a goal is by definition, before those for the goal. */
const MAX_NEAR = 8;
/** Maximum number of lemmas tried for goals that another lemma leaves. */
const MAX_FILLINGS = 8;
/** Maximum number of lemmas that are tried with an added import, and of uses of each: a new header is slow. */
const MAX_OUTSIDE = 3;
const USES_OF_OUTSIDE = 4;

export class StepSource {
  readonly #definitions: FileDefinitions;
  readonly #lemmas: GoalLemmas;
  readonly #has: Has;
  readonly #mayAddImports: boolean | undefined;
  readonly #templates: TemplateSteps;
  /** Predicates by which a hypothesis was split into one case. */
  readonly #oneCase = new Set<string>();
  readonly #unknown = new Set<string>();
  readonly #timeouts = new Map<string, number>();

  constructor(place: Place, tools: Tools, has: Has, limit: number) {
    this.#definitions = new FileDefinitions(place);
    this.#lemmas = new GoalLemmas(tools.retrieve, limit);
    this.#templates = new TemplateSteps(tools.retrieve);
    this.#has = has;
    this.#mayAddImports = tools.mayAddImports;
  }

  readonly fieldsOf: FieldsOf = (constructor) => this.#definitions.fieldsOf(constructor);

  /** Whether the goal is very likely false. */
  isFalse(view: GoalView): boolean {
    return this.#definitions.counterexamples.test(view) === 'false';
  }

  /** The steps of a tier; their costs are added to the goal's cost. */
  async steps(node: GoalNode, tier: number): Promise<Step[]> {
    const { view } = node;
    const delay = TIERS[tier]!.delay(view, node.parent === null);
    const steps = (await this.#ofTier(node, tier)).map((one) => this.#withKnownNames(one));
    const isPending = view.hypotheses.some(canBeTakenApart) && (tier !== CLOSE || node.parent !== null);
    const waits = ({ isSplit, cost }: Step): boolean => isPending && !(isSplit === true && cost === 0);
    return steps.map((one) => ({ ...one, cost: one.cost + delay + (waits(one) ? WAIT : 0) }));
  }

  /** Records that Lean does not know a name: it is not used again. Returns the step without it, if it was in a list. */
  unknownName(name: string, one: Step): Step | null {
    this.#unknown.add(name);
    const text = withoutName(one.text, name);
    return text === one.text ? null : { ...one, text };
  }

  /** Records that a split left one case: hypotheses of the same form are split early. */
  hasOneCase({ hypotheses }: GoalView, { text }: Step): void {
    const split = hypotheses.find(({ name }) => text === `cases ${name}`);
    if (split !== undefined) this.#oneCase.add(bare(split.type).head);
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
      case CLOSE: {
        const shape = from === null ? [] : this.#byShape(node);
        const later = shape.map((one) => ({ ...one, cost: one.cost + SHAPE_DELAY }));
        return [...closerSteps(view, from === null, this.#has), ...later];
      }
      case SHAPE:
        return this.#byShape(node);
      case LEMMAS: {
        const lemmas = await this.#lemmas.find(node);
        return [
          ...simpSteps(view, this.#definitions.in(view), lemmas),
          ...proofTerms(view, lemmas),
          ...(await this.#chains(view, lemmas)),
          ...(await this.#unfoldedSteps(view, lemmas)),
          ...lemmaSteps(lemmas, view, this.#has),
        ];
      }
      case OUTSIDE:
        return this.#outsideSteps(node);
      case CLASSICAL:
        return classicalSteps(view);
      case SPLIT:
        return [
          ...splitSteps(view, simpSet(view, this.#definitions.in(view), await this.#lemmas.find(node))),
          ...this.#conjectures(view),
        ];
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

  #byShape(node: GoalNode): Step[] {
    const { view } = node;
    return [
      ...shapeSteps(view, this.#has, (tree) => this.isFalse({ ...view, tree })),
      ...hypothesisSteps(view, this.#has, this.#likelySplit(node)),
      ...conditionSteps(view, this.#has, this.#definitions.in(view).names),
    ];
  }

  /** Whether a hypothesis should be split early: by its predicate, or because an argument is the case of its goal. */
  #likelySplit(node: GoalNode): (fact: Term) => boolean {
    const own = new Set(this.#definitions.in(node.view).names.map(lastPart));
    const constructor = constructorOf(node);
    return ({ head, args }) =>
      this.#oneCase.has(head) ||
      own.has(lastPart(head)) ||
      args.some((arg) => constructor !== null && lastPart(bare(arg).head) === constructor);
  }

  /** Chains of rewritings; while there are none, also with lemmas for the target to which rewriting leads. */
  async #chains(view: GoalView, lemmas: readonly Lemma[]): Promise<readonly Step[]> {
    const known = new Map(lemmas.map((lemma) => [lemma.name, lemma]));
    const definitions = this.#definitions.equations.lemmasFor(constantsOf(view));
    let before: Term | null = null;
    for (let round = 0; ; round++) {
      const { steps, simplest } = rewriteChains(view, [...known.values(), ...definitions]);
      if (steps.length > 0 || round === MAX_ROUNDS || (before !== null && isSame(simplest, before))) return steps;
      before = simplest;
      for (const lemma of await this.#lemmas.findFor(view, simplest))
        if (!known.has(lemma.name)) known.set(lemma.name, lemma);
    }
  }

  readonly #unfolded = memoize((view: GoalView) => unfoldedGoal(view, this.#definitions.equations));

  async #unfoldedSteps(view: GoalView, lemmas: readonly Lemma[]): Promise<readonly Step[]> {
    const unfolded = this.#unfolded(view);
    if (unfolded === null) return [];
    const near = (await this.#lemmas.findFor(view, unfolded.view.tree)).slice(0, MAX_NEAR);
    const all = [...new Map([...near, ...lemmas].map((lemma) => [lemma.name, lemma])).values()];
    return unfoldedSteps(view, unfolded, all, await this.#chains(unfolded.written, lemmas));
  }

  #conjectures(view: GoalView): readonly Step[] {
    const unfolded = this.#unfolded(view)?.written.tree;
    const forms = [view.tree, ...(unfolded === undefined ? [] : [unfolded])];
    return conjectureSteps(view, forms, this.#definitions);
  }

  /** The likeliest uses of lemmas whose modules must be imported. */
  async #outsideSteps(root: GoalNode): Promise<Step[]> {
    if (this.#mayAddImports !== true) return [];
    const premises = await this.#lemmas.outside(root);
    return premises.slice(0, MAX_OUTSIDE).flatMap((premise, at) => {
      const uses = lemmaSteps([readLemma(premise)], root.view, this.#has).toSorted((a, b) => a.cost - b.cost);
      return uses
        .slice(0, USES_OF_OUTSIDE)
        .map((use) => ({ ...use, cost: use.cost + at * 0.1, onward: null, imports: modulesToImport([premise]) }));
    });
  }

  #withKnownNames(one: Step): Step {
    let { text } = one;
    for (const name of this.#unknown) text = withoutName(text, name);
    return text === one.text ? one : { ...one, text };
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
