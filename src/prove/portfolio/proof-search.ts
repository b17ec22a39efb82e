/** Best-first proof search for one hole: tries the cheapest steps of all open goals in batches, up to a limit. */
import { size } from '../../lean/term/term.ts';
import { suggestionsIn } from '../../lean/message/try-this.ts';
import type { Attempt, Problem, Proposal, Tools } from '../strategy.ts';
import { PriorityQueue } from './priority-queue.ts';
import { viewGoal, type GoalView } from './goal-view.ts';
import { outcomeOf, outcomesOf, type Outcome } from './attempt-outcome.ts';
import { isRepeated, isOpen, render, solve, type GoalNode, type Move, type Rendered } from './proof-tree.ts';
import { alternatives } from './splits.ts';
import { orderedGoalKey } from './reorder-sums.ts';
import { bundled, halves, isBundle, without } from './step-bundles.ts';
import { StepSource } from './step-source.ts';
import { CLOSE, TIERS, tiersAt, type UseOfTemplates } from './step-tiers.ts';
import type { Has, Step } from './step.ts';

export interface SearchLimits {
  /** Maximum number of candidates per hole. */
  maxCandidates: number;
  /** Number of lemmas retrieved per goal. */
  lemmas: number;
  /** Time limit per candidate in milliseconds; searching tactics have `SEARCH_TIMEOUT` times as long. */
  timeoutMs: number;
  templates: UseOfTemplates;
}

/** Proposals per batch: enough for several servers, few enough to use results early. */
const BATCH = 8;
/** Steps that cost this much more than the cheapest one wait for the next batch. */
const SPREAD = 1;
/** A step that leaves more goals is dropped. */
const MAX_GOALS = 6;
const MAX_SKETCH_LINES = 3;
const SEARCH_TIMEOUT_FACTOR = 8;
const BUNDLE_TIMEOUT_FACTOR = 2;
const MISFIT_COST = 1.5;
/** Extra cost of a goal for each one that is the same up to the order of sums and products. */
const REORDERED_COST = 0.4;
/** Extra cost of a goal that is twice as long as its parent. */
const GROWTH_COST = 0.4;

type Task = { node: GoalNode; step: Step; isLate?: true } | { node: GoalNode; tier: number };

/** A proposal with its goal and step. */
interface Candidate {
  proposal: Proposal;
  rendered: Rendered;
  node: GoalNode;
  step: Step;
}

export class ProofSearch {
  readonly #problem: Problem;
  readonly #source: StepSource;
  readonly #queue = new PriorityQueue<Task>();
  readonly #nodes = new Map<string, GoalNode>();
  /** Texts of candidates. */
  readonly #tried = new Set<string>();
  /** Number of goals that are the same up to the order of sums and products. */
  readonly #reordered = new Map<string, number>();
  /** Full proofs with one step of a bundle. */
  readonly #triedInBundles = new Set<string>();
  /** Lemmas about other structures: applying them failed because of a missing instance. */
  readonly #misfits = new Set<string>();
  readonly #timeoutMs: number;
  readonly #templates: UseOfTemplates;
  #left: number;

  constructor(problem: Problem, tools: Tools, has: Has, limits: SearchLimits) {
    this.#problem = problem;
    this.#source = new StepSource(problem, tools, has, limits.lemmas);
    this.#left = limits.maxCandidates;
    this.#timeoutMs = limits.timeoutMs;
    this.#templates = limits.templates;
  }

  async *run(): AsyncGenerator<Proposal[], void, Attempt[]> {
    const root = this.#node(await this.#problem.goal(), 0, null);
    while (this.#left > 0) {
      const finished = root.solution === null ? null : this.#finished(root);
      const batch = finished === null ? await this.#nextBatch() : [finished];
      if (batch.length === 0) return;
      this.#left -= batch.length;
      const attempts = yield batch.map(({ proposal }) => proposal);
      const verdicts = new Map(attempts.map(({ proposal, verdict }) => [proposal, verdict]));
      for (const candidate of batch) {
        const verdict = verdicts.get(candidate.proposal);
        if (verdict !== undefined) this.#processVerdict(candidate, verdict);
      }
    }
  }

  /** The full proof, once every goal was closed separately; null if it was tried before and failed. */
  #finished(root: GoalNode): Candidate | null {
    const step: Step = { ...root.solution!, cost: 0, onward: null };
    const candidate = this.#candidate(root, step);
    if (candidate === null) root.solution = null;
    return candidate;
  }

  async #nextBatch(): Promise<Candidate[]> {
    const batch: Candidate[] = [];
    const maxCost = this.#queue.nextCost + SPREAD;
    while (
      batch.length < Math.min(BATCH, this.#left) &&
      this.#queue.nextCost <= (batch.length > 0 ? maxCost : Infinity)
    ) {
      const task = this.#queue.take();
      if (task === undefined) break;
      if (!isOpen(task.node)) continue;
      if ('tier' in task) await this.#planTier(task.node, task.tier);
      else if (!('isLate' in task) && this.#isMisfit(task.step)) {
        this.#queue.add(task.node.cost + task.step.cost + MISFIT_COST, { ...task, isLate: true });
      } else {
        const step = this.#usable(task.node, task.step);
        const candidate = step === null ? null : this.#candidate(task.node, step);
        if (candidate !== null) batch.push(candidate);
      }
    }
    return batch;
  }

  /** The tactics that close the hole's own goal are tried one by one: the first that does so is the shortest proof. */
  async #planTier(node: GoalNode, tier: number): Promise<void> {
    const steps = await this.#source.steps(node, tier);
    const isFirst = node.parent === null && tier === CLOSE;
    for (const step of isFirst ? steps : bundled(steps)) this.#plan(node, step);
  }

  #plan(node: GoalNode, step: Step): void {
    this.#queue.add(node.cost + step.cost, { node, step });
  }

  #isMisfit(step: Step): boolean {
    return !isBundle(step) && step.lemmas.some((lemma) => this.#misfits.has(lemma));
  }

  /** The step without those of a bundle that are not worth trying any more; null if nothing is left. */
  #usable(node: GoalNode, step: Step): Step | null {
    const isUsable = (one: Step): boolean =>
      !this.#source.isTooSlow(one) && !this.#triedInBundles.has(render(node, one).text);
    return isBundle(step) ? without(step, isUsable) : isUsable(step) ? step : null;
  }

  /** Returns null if the text was tried at this hole before. */
  #candidate(node: GoalNode, step: Step): Candidate | null {
    const rendered = render(node, step);
    if (this.#tried.has(rendered.text)) return null;
    this.#tried.add(rendered.text);
    const isSlow = step.isSlow === true || step.isProbe === true;
    const timeoutMs = this.#timeoutMs * (isSlow ? SEARCH_TIMEOUT_FACTOR : isBundle(step) ? BUNDLE_TIMEOUT_FACTOR : 1);
    const proposal: Proposal = {
      candidate: { kind: 'tactic', text: rendered.text, timeoutMs },
      lemmas: [...rendered.lemmas],
      imports: [...(step.imports ?? [])],
      ...(step.isProbe === true || isBundle(step) ? { isProbe: true } : {}),
    };
    return { proposal, rendered, node, step };
  }

  #processVerdict({ rendered, node, step }: Candidate, verdict: Attempt['verdict']): void {
    if (step.isProbe === true) {
      for (const suggested of suggestedBy(verdict)) this.#plan(node, suggested);
      return;
    }
    if (!isBundle(step)) return this.#processOutcome(node, step, outcomeOf(verdict, rendered, this.#problem));
    const outcomes = outcomesOf(verdict, rendered, this.#problem, step);
    if (outcomes === null) for (const half of halves(step)) this.#plan(node, half);
    for (const [at, outcome] of (outcomes ?? []).entries()) {
      const member = step.members[at]!.step;
      // If the full proof fails nevertheless, the other steps that close the goal are tried.
      if (outcome.kind === 'closed' && node.solution !== null) this.#plan(node, member);
      else this.#triedInBundles.add(render(node, member).text);
      this.#processOutcome(node, member, outcome);
    }
  }

  #processOutcome(node: GoalNode, step: Step, outcome: Outcome): void {
    if (outcome.kind === 'closed') solve(node, step);
    else if (outcome.kind === 'left') this.#continueWith(node, step, outcome.goals);
    else if (outcome.kind === 'unknown') {
      const rest = this.#source.unknownName(outcome.name, step);
      if (rest !== null) this.#plan(node, rest);
    } else if (outcome.why === 'time') this.#source.tooSlow(step);
    else if (outcome.why === 'instance' && step.isCopied !== true)
      for (const lemma of step.lemmas) this.#misfits.add(lemma);
  }

  #continueWith(node: GoalNode, step: Step, goals: readonly string[]): void {
    if (step.onward === null || goals.length > MAX_GOALS || !isOpen(node)) return;
    if (goals.some((goal) => UNASSIGNED.test(goal))) {
      if (step.text.split('\n').length >= MAX_SKETCH_LINES) return;
      for (const next of bundled(this.#source.fillings(node, step, viewGoal(goals[0]!)))) this.#plan(node, next);
      return;
    }
    const cases = step.isSplit === true ? alternatives(goals, node.view, this.#source.fieldsOf) : null;
    const texts = cases?.map(({ goal }) => goal) ?? goals;
    const heads = cases?.map(({ head }) => head) ?? (goals.length > 1 ? goals.map(() => '·') : null);
    const views = texts.map(viewGoal);
    if (views.some((view) => isRepeated(node, view) || this.#source.isFalse(view))) return;
    const nextStep = cases === null ? step : { ...step, text: `${step.text} with` };
    const move: Move = { node, step: nextStep, heads, goals: [] };
    if (step.isSplit === true && goals.length === 1) this.#source.hasOneCase(node.view, step);
    const cost = node.cost + step.cost + step.onward + 0.25 * (goals.length - 1);
    for (const [at, text] of texts.entries()) {
      const growth = Math.log2(size(views[at]!.tree) / size(node.view.tree));
      move.goals.push(this.#node(text, cost + Math.max(0, growth) * GROWTH_COST, move));
    }
    // All goals may already be solved at other places.
    for (const goal of move.goals) if (goal.solution !== null) solve({ ...goal, solution: null }, goal.solution);
  }

  /** Adds the goal at a new place. A known goal is tried only at its first place. */
  #node(goal: string, cost: number, parent: Move | null): GoalNode {
    const view = viewGoal(goal);
    const existing = this.#nodes.get(view.text);
    const node: GoalNode = {
      view,
      cost: cost + this.#costOfReordering(view),
      parent,
      solution: existing?.solution ?? null,
      duplicates: [],
    };
    if (existing !== undefined) {
      existing.duplicates.push(node);
      return node;
    }
    this.#nodes.set(view.text, node);
    const isRoot = parent === null;
    for (const tier of tiersAt(isRoot, this.#templates))
      this.#queue.add(node.cost + TIERS[tier]!.delay(view, isRoot), { node, tier });
    return node;
  }

  #costOfReordering(view: GoalView): number {
    const key = orderedGoalKey(view);
    const count = this.#reordered.get(key) ?? 0;
    this.#reordered.set(key, count + 1);
    return count * REORDERED_COST;
  }
}

/** `?m` in a goal: its value may depend on another goal. */
const UNASSIGNED = /(?:^|[\s(⟨[{←¬-])\?[\p{L}_]/u;

function suggestedBy(verdict: Attempt['verdict']): Step[] {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return [];
  const suggestions = verdict.diagnostics.filter(({ class: what }) => what === 'try_this');
  return suggestions.flatMap(({ text }) =>
    suggestionsIn(text).map((one, at) => ({
      text: one.text,
      cost: at * 0.05 + 0.2 * one.leaves.length,
      onward: 0.3,
      lemmas: [],
    })),
  );
}
