/** What a run or an ingest may spend, held before it is spent: nobody is asked where the worst that it could cost does not fit. */

/** Null: no limit. A limit of 0 allows nothing. */
export interface Limits {
  /** US dollars. */
  cost: number | null;
  /** Tokens that go in and tokens that come out, together. */
  tokens: number | null;
  /** Of whatever the spender tries: in a run, candidates. */
  attempts: number | null;
}

export const NO_LIMITS: Limits = { cost: null, tokens: null, attempts: null };

/** Tokens in and out together, and US dollars. */
export interface Amount {
  tokens: number;
  cost: number;
}

const NOTHING: Amount = { tokens: 0, cost: 0 };

/** What ended the spending. */
export interface BudgetStop {
  limit: keyof Limits;
  /** The limit is not this budget's own, but one of what it is a part of. */
  isParents: boolean;
}

/** The next request could cost more than is left. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
  readonly stop: BudgetStop;

  constructor(stop: BudgetStop) {
    super(`the budget for ${stop.limit} is used up`);
    this.stop = stop;
  }
}

/** An amount that is held for one request. Each must be settled, once. */
export interface Reservation {
  /** What it came to. More than was held, less than nothing, or no number at all counts as what was held. */
  settle(actual: Amount): void;
}

/**
 * Spent and held together never pass the limits, whatever is reported and in whatever order. A budget with a parent is a
 * part of it: what it spends, the parent spends too.
 */
export class Budget {
  readonly limits: Limits;
  readonly #parent: Budget | null;
  #spent: Amount = { ...NOTHING };
  #held: Amount = { ...NOTHING };
  #attempts = 0;
  /** Granted, and not settled yet. */
  #attemptsHeld = 0;
  #requestsHeld = 0;
  #stopped: BudgetStop | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: Limits, parent: Budget | null = null) {
    this.limits = limits;
    this.#parent = parent;
  }

  get spent(): Readonly<Amount> {
    return this.#spent;
  }

  get attempts(): number {
    return this.#attempts;
  }

  /** The first limit at which something was refused; null while nothing was. */
  get stopped(): BudgetStop | null {
    return this.#stopped;
  }

  /** What an earlier sitting of the same run spent. */
  charge({ tokens, cost }: Amount, attempts: number): void {
    for (const budget of this.#chain()) {
      budget.#spent = { tokens: budget.#spent.tokens + tokens, cost: budget.#spent.cost + cost };
      budget.#attempts += attempts;
    }
  }

  /**
   * Holds `worst` for one request. While others are under way it waits for them, for they may come to less.
   * @throws {BudgetSpent} where nothing is under way and it does not fit.
   */
  async reserve(worst: Amount): Promise<Reservation> {
    for (;;) {
      const obstacle = this.#obstacle(worst);
      if (obstacle === null) return this.#hold(worst);
      if (obstacle.budget.#requestsHeld === 0) throw this.#stop(obstacle);
      await new Promise<void>((resolve) => obstacle.budget.#waiting.push(resolve));
    }
  }

  /** As `reserve`, at once or not at all. @throws {BudgetSpent} */
  reserveNow(worst: Amount): Reservation {
    const obstacle = this.#obstacle(worst);
    if (obstacle !== null) throw this.#stop(obstacle);
    return this.#hold(worst);
  }

  /**
   * How many of `wanted` attempts may be made now: at least one, or none at all because there are none left. Where others
   * hold the last of them it waits, for they may be given back. What is granted is to be settled.
   */
  async takeAttempts(wanted: number): Promise<number> {
    for (;;) {
      const { granted, shortest } = this.#grantable(wanted);
      if (granted > 0 || shortest === null) {
        for (const budget of this.#chain()) {
          budget.#attempts += granted;
          budget.#attemptsHeld += granted;
        }
        return granted;
      }
      if (shortest.#attemptsHeld === 0) {
        this.#stopped ??= { limit: 'attempts', isParents: shortest !== this };
        return 0;
      }
      await new Promise<void>((resolve) => shortest.#waiting.push(resolve));
    }
  }

  /** Of `granted` attempts, `made` were made. */
  settleAttempts(granted: number, made: number): void {
    for (const budget of this.#chain()) {
      budget.#attempts -= granted - made;
      budget.#attemptsHeld -= granted;
      for (const wake of budget.#waiting.splice(0)) wake();
    }
  }

  /** `shortest`: of the budgets that allow fewer than `wanted`, the one that allows least. */
  #grantable(wanted: number): { granted: number; shortest: Budget | null } {
    let granted = wanted;
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

  #obstacle(worst: Amount): { budget: Budget; limit: keyof Amount } | null {
    for (const budget of this.#chain()) {
      for (const limit of ['tokens', 'cost'] as const) {
        const most = budget.limits[limit];
        // No call at all where nothing may be spent, not even one that would cost nothing.
        if (most === 0) return { budget, limit };
        if (most !== null && !(budget.#spent[limit] + budget.#held[limit] + worst[limit] <= most))
          return { budget, limit };
      }
    }
    return null;
  }

  #stop({ budget, limit }: { budget: Budget; limit: keyof Amount }): BudgetSpent {
    this.#stopped ??= { limit, isParents: budget !== this };
    return new BudgetSpent(this.#stopped);
  }

  #hold(worst: Amount): Reservation {
    const chain = this.#chain();
    for (const budget of chain) {
      budget.#requestsHeld++;
      budget.#held = { tokens: budget.#held.tokens + worst.tokens, cost: budget.#held.cost + worst.cost };
    }
    let isSettled = false;
    return {
      settle: (actual) => {
        if (isSettled) return;
        isSettled = true;
        const counted = { tokens: within(actual.tokens, worst.tokens), cost: within(actual.cost, worst.cost) };
        for (const budget of chain) budget.#settle(worst, counted);
      },
    };
  }

  #settle(worst: Amount, counted: Amount): void {
    this.#requestsHeld--;
    // Sums of fractions leave crumbs: with nothing under way, nothing is held.
    this.#held =
      this.#requestsHeld === 0
        ? { ...NOTHING }
        : { tokens: this.#held.tokens - worst.tokens, cost: this.#held.cost - worst.cost };
    this.#spent = { tokens: this.#spent.tokens + counted.tokens, cost: this.#spent.cost + counted.cost };
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Nothing that a server says makes a request cost more than it could, or earn something. */
const within = (reported: number, worst: number): number => (reported >= 0 && reported <= worst ? reported : worst);
