/** Steps from the proofs of similar theorems: whole proofs with other names, and their first tactics alone. */
import type { Tools } from '../strategy.ts';
import type { GoalNode } from './proof-tree.ts';
import type { Step } from './step.ts';

/** Maximum number of candidates at the hole's goal, at another goal, and at all goals of a hole. */
const AT_ROOT = 20;
const AT_OTHERS = 5;
const IN_ALL = 40;
/** Similar theorems whose proofs are retrieved for a goal. */
const EXEMPLARS = 24;
/** Goals of a hole for which proofs are retrieved. */
const MAX_GOALS = 12;
/**
 * Candidates at the hole's goal that are tried before most other steps. Of fifteen theorems that the proof of another one
 * proves, fourteen are proved by one of its first five; each further candidate takes an attempt from the portfolio.
 */
const EARLY_AT_ROOT = 5;
/** Cost per rank, and of candidates that are not early. */
const RANK_COST = 0.02;
const LATE_COST = 1.5;
/** What a proof of another theorem leaves is seldom what its author left; what its first tactic leaves often is. */
const AFTER_ALL = 0.6;
const AFTER_FIRST = 0.3;
/** First tactics that are tried alone at a goal. */
const FIRST_TACTICS = 4;

export class TemplateSteps {
  readonly #retrieve: Tools['retrieve'];
  #goals = 0;
  #left = IN_ALL;

  constructor(retrieve: Tools['retrieve']) {
    this.#retrieve = retrieve;
  }

  /** The likeliest first; none without an index. */
  async find({ view, parent }: GoalNode): Promise<Step[]> {
    if (this.#retrieve === null || this.#left === 0 || this.#goals++ >= MAX_GOALS) return [];
    const reason = parent === null ? 'start' : 'goal_left';
    const similar = await this.#retrieve({ text: view.text, as: 'proof', reason, limit: EXEMPLARS });
    const found: { step: Step; order: number }[] = [];
    const firsts = new Set<string>();
    for (const [rank, { proof }] of similar.entries()) {
      if (proof === undefined) continue;
      for (const [variant, text] of proof.candidates.entries()) {
        const order = Math.log(1 + rank) + Math.log(1 + variant);
        found.push({ step: stepOf(text, proof.lemmas, AFTER_ALL), order });
        const first = firstTactic(text);
        if (variant > 0 || first === text || firsts.size >= FIRST_TACTICS) continue;
        firsts.add(first);
        found.push({ step: stepOf(first, [], AFTER_FIRST), order: order + 1 });
      }
    }
    const steps = distinct(found.sort((a, b) => a.order - b.order).map(({ step }) => step));
    const chosen = steps.slice(0, Math.min(parent === null ? AT_ROOT : AT_OTHERS, this.#left));
    this.#left -= chosen.length;
    const early = parent === null ? EARLY_AT_ROOT : 0;
    return chosen.map((step, at) => ({ ...step, cost: at * RANK_COST + (at < early ? 0 : LATE_COST) }));
  }
}

function stepOf(text: string, lemmas: readonly string[], onward: number): Step {
  return { text, cost: 0, onward, lemmas, isCopied: true };
}

function distinct(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [step.text, step])).values()];
}

/** The lines up to the next tactic of the outermost block; `a; b` on one line counts as one tactic. */
export function firstTactic(text: string): string {
  const lines = text.split('\n');
  const next = lines.findIndex((line, at) => at > 0 && /^\S/u.test(line));
  return (next < 0 ? lines : lines.slice(0, next)).join('\n');
}
