/** Budget of a run or an ingest: a request is sent only if its maximum cost still fits, and that maximum is reserved first. */
import type { GrantedAttempts, Reservation, SharedBudget } from './shared-budget.ts';

/** Null means no limit. A limit of 0 allows nothing. */
export interface Limits {
  /** US dollars. */
  cost: number | null;
  /** Input and output tokens together. */
  tokens: number | null;
  /** What counts as an attempt depends on the job: in a run, a candidate. */
  attempts: number | null;
}

export const NO_LIMITS: Limits = { cost: null, tokens: null, attempts: null };

/** Input and output tokens together, and US dollars. */
export interface Amount {
  tokens: number;
  cost: number;
}

const NOTHING: Amount = { tokens: 0, cost: 0 };

/** The limit that stopped further spending. */
export interface BudgetStop {
  limit: keyof Limits | 'time';
  /** The limit belongs to a parent of this budget. */
  isParents: boolean;
}

/** The next request could exceed the remaining budget. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
  readonly stop: BudgetStop;

  constructor(stop: BudgetStop) {
    super(`the budget for ${stop.limit} is used up`);
    this.stop = stop;
  }
}

/**
 * The sum of spent and reserved amounts never exceeds the limits, in any order of reports. What a budget spends is also
 * charged to its parent.
 */
export class Budget {
  readonly limits: Limits;
  readonly #parent: Budget | null;
  /** That of the topmost parent. */
  readonly #shared: SharedBudget | null;
  #spent: Amount = { ...NOTHING };
  #reserved: Amount = { ...NOTHING };
  #attempts = 0;
  /** Attempts granted but not settled yet. */
  #attemptsReserved = 0;
  #requestsRunning = 0;
  #stopped: BudgetStop | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: Limits, parent: Budget | SharedBudget | null = null) {
    this.limits = limits;
    this.#parent = parent instanceof Budget ? parent : null;
    this.#shared = parent instanceof Budget ? parent.#shared : parent;
  }

  get spent(): Readonly<Amount> {
    return this.#spent;
  }

  get attempts(): number {
    return this.#attempts;
  }

  /** The first limit that refused something; null if nothing was refused. */
  get stopped(): BudgetStop | null {
    return this.#stopped;
  }

  /** Charges what an earlier session of the same run spent. A shared budget knows it already. */
  charge({ tokens, cost }: Amount, attempts: number): void {
    for (const budget of this.#chain()) {
      budget.#spent = { tokens: budget.#spent.tokens + tokens, cost: budget.#spent.cost + cost };
      budget.#attempts += attempts;
    }
  }

  /**
   * Reserves `maximum` for one request. Waits while other requests are running, because they may use less than reserved.
   * @throws {BudgetSpent} if it does not fit and no request is running
   */
  async reserve(maximum: Amount): Promise<Reservation> {
    for (;;) {
      const obstacle = this.#obstacle(maximum);
      if (obstacle === null) return this.#reserveShared(maximum, true);
      if (obstacle.budget.#requestsRunning === 0) throw this.#stop(obstacle);
      await new Promise<void>((resolve) => obstacle.budget.#waiting.push(resolve));
    }
  }

  /** Same as `reserve`, but never waits. @throws {BudgetSpent} if it does not fit now */
  async reserveNow(maximum: Amount): Promise<Reservation> {
    const obstacle = this.#obstacle(maximum);
    if (obstacle !== null) throw this.#stop(obstacle);
    return this.#reserveShared(maximum, false);
  }

  async #reserveShared(maximum: Amount, waits: boolean): Promise<Reservation> {
    const own = this.#addReservation(maximum);
    if (this.#shared === null) return { settle: async (actual) => void own(actual) };
    let shared: Reservation | keyof Amount | null = null;
    try {
      shared = await this.#shared.reserve(maximum, waits);
      if (typeof shared === 'string') throw this.#stop({ budget: null, limit: shared });
    } finally {
      if (shared === null || typeof shared === 'string') own(NOTHING);
    }
    const reserved = shared;
    return { settle: (actual) => reserved.settle(own(actual)) };
  }

  /**
   * Takes up to `requested` attempts. Waits while others hold the last ones, because they may return them.
   */
  async takeAttempts(requested: number): Promise<GrantedAttempts> {
    for (;;) {
      const { granted, shortest } = this.#grantable(requested);
      if (granted > 0 || shortest === null) {
        for (const budget of this.#chain()) {
          budget.#attempts += granted;
          budget.#attemptsReserved += granted;
        }
        return this.#takeShared(granted);
      }
      if (shortest.#attemptsReserved === 0) {
        this.#stopped ??= { limit: 'attempts', isParents: shortest !== this };
        return { count: 0, settle: async () => undefined };
      }
      await new Promise<void>((resolve) => shortest.#waiting.push(resolve));
    }
  }

  /** Returns to this process what the shared budget does not grant. */
  async #takeShared(granted: number): Promise<GrantedAttempts> {
    const own = (count: number): GrantedAttempts => ({
      count,
      settle: async (made) => this.#settleAttempts(count, made),
    });
    if (this.#shared === null || granted === 0) return own(granted);
    let shared: GrantedAttempts | null = null;
    try {
      shared = await this.#shared.takeAttempts(granted);
    } finally {
      this.#settleAttempts(granted - (shared?.count ?? 0), 0);
    }
    const { count } = shared;
    if (count === 0) this.#stopped ??= { limit: 'attempts', isParents: true };
    return {
      count,
      settle: async (made) => {
        this.#settleAttempts(count, made);
        await shared.settle(made);
      },
    };
  }

  #settleAttempts(granted: number, made: number): void {
    for (const budget of this.#chain()) {
      budget.#attempts -= granted - made;
      budget.#attemptsReserved -= granted;
      for (const wake of budget.#waiting.splice(0)) wake();
    }
  }

  /** `shortest`: the budget with the fewest attempts left, if that is less than `requested`. */
  #grantable(requested: number): { granted: number; shortest: Budget | null } {
    let granted = requested;
    let shortest: Budget | null = null;
    for (const budget of this.#chain()) {
      const left = (budget.limits.attempts ?? Infinity) - budget.#attempts;
      if (left >= granted) continue;
      granted = Math.max(0, left);
      shortest = budget;
    }
    return { granted, shortest };
  }

  #chain(): Budget[] {
    return this.#parent === null ? [this] : [this, ...this.#parent.#chain()];
  }

  #obstacle(maximum: Amount): { budget: Budget; limit: keyof Amount } | null {
    for (const budget of this.#chain()) {
      for (const limit of ['tokens', 'cost'] as const) {
        const limitValue = budget.limits[limit];
        // A limit of 0 refuses every call, even a free one.
        if (limitValue === 0) return { budget, limit };
        if (limitValue !== null && !(budget.#spent[limit] + budget.#reserved[limit] + maximum[limit] <= limitValue))
          return { budget, limit };
      }
    }
    return null;
  }

  /** `budget`: null for the shared one. */
  #stop({ budget, limit }: { budget: Budget | null; limit: keyof Amount }): BudgetSpent {
    this.#stopped ??= { limit, isParents: budget !== this };
    return new BudgetSpent(this.#stopped);
  }

  /** Returns what settles the reservation, and tells what was counted. */
  #addReservation(maximum: Amount): (actual: Amount) => Amount {
    const chain = this.#chain();
    for (const budget of chain) {
      budget.#requestsRunning++;
      budget.#reserved = {
        tokens: budget.#reserved.tokens + maximum.tokens,
        cost: budget.#reserved.cost + maximum.cost,
      };
    }
    let counted: Amount | null = null;
    return (actual) => {
      if (counted !== null) return counted;
      counted = { tokens: plausible(actual.tokens, maximum.tokens), cost: plausible(actual.cost, maximum.cost) };
      for (const budget of chain) budget.#settle(maximum, counted);
      return counted;
    };
  }

  #settle(maximum: Amount, counted: Amount): void {
    this.#requestsRunning--;
    // Clears rounding errors: if no request is running, nothing is reserved.
    this.#reserved =
      this.#requestsRunning === 0
        ? { ...NOTHING }
        : { tokens: this.#reserved.tokens - maximum.tokens, cost: this.#reserved.cost - maximum.cost };
    this.#spent = { tokens: this.#spent.tokens + counted.tokens, cost: this.#spent.cost + counted.cost };
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** A server's report can neither exceed the maximum nor be negative. */
const plausible = (reported: number, maximum: number): number =>
  reported >= 0 && reported <= maximum ? reported : maximum;
