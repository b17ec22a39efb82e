/** The part of a budget that one node of a tree of proofs may use. */
import { type Amount, type Limits, NO_LIMITS } from './budget.ts';

/** What was used of each limit. */
type Used = Record<keyof Limits, number>;

const LIMITS = ['cost', 'tokens', 'attempts'] as const satisfies readonly (keyof Limits)[];

/**
 * Divides a budget over nodes. It counts answers and attempts of earlier sessions like new ones, so a resumed run divides
 * as it did before. A node may pass its share by one request: the budget itself is never passed.
 */
export class BudgetShare {
  #limits: Limits;
  readonly #parent: BudgetShare | null;
  readonly #used: Used = { cost: 0, tokens: 0, attempts: 0 };

  constructor(limits: Limits, parent: BudgetShare | null = null) {
    this.#limits = limits;
    this.#parent = parent;
  }

  /** A share of this share, without anything to spend until `grant`. */
  child(): BudgetShare {
    return new BudgetShare(NO_LIMITS, this);
  }

  /** Allows `child` to use one of `parts` equal parts of what is left here, in addition to what it has used. */
  grant(child: BudgetShare, parts: number): void {
    const granted = { ...NO_LIMITS };
    for (const limit of LIMITS) {
      const left = this.#left(limit);
      if (left !== Infinity) granted[limit] = child.#used[limit] + left / parts;
    }
    child.#limits = granted;
  }

  /** The first limit that is used up; null if none is. */
  get usedUp(): keyof Limits | null {
    return LIMITS.find((limit) => this.#left(limit) <= 0) ?? null;
  }

  /** Returns how many of `requested` attempts are allowed: at least one if anything is left, otherwise 0. */
  attemptsOf(requested: number): number {
    const left = this.#left('attempts');
    return left <= 0 ? 0 : Math.min(requested, Math.max(1, Math.floor(left)));
  }

  charge({ tokens, cost }: Amount, attempts: number): void {
    this.#used.tokens += tokens;
    this.#used.cost += cost;
    this.#used.attempts += attempts;
    this.#parent?.charge({ tokens, cost }, attempts);
  }

  #left(limit: keyof Limits): number {
    return (this.#limits[limit] ?? Infinity) - this.#used[limit];
  }
}
