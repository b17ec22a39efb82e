/**
 * A budget in the database of a queue, which all its processes share. Each statement reserves or settles at once, so the
 * sum of spent and reserved amounts never passes a limit. What a lost process has reserved counts for ever: it may have
 * been spent.
 */
import { randomUUID } from 'node:crypto';
import { CALL_LOOK_UP, CALL_RENEW, CALL_RESERVE, CALL_SETTLE } from './budget-functions.ts';
import { OPEN, type Outcome, TOTALS } from './budget-statements.ts';
import { isOutage } from './database-errors.ts';
import { type Outages, pause, type Queue, whenBack } from './open-queue.ts';
import { HEARTBEAT_SECONDS } from './worker-registry.ts';

/** Null means no limit, and 0 allows nothing. `cost`: US dollars. */
export interface BudgetLimits {
  cost: number | null;
  tokens: number | null;
  attempts: number | null;
}

export interface Spending {
  tokens: number;
  cost: number;
  attempts: number;
}

export interface BudgetPlace {
  /** The same for all processes and sessions of the same work. */
  id: string;
  limits: BudgetLimits;
  /** What earlier sessions spent. Only what the database does not know is added. */
  earlier: Spending;
}

/** An amount in the database. */
interface Reserved {
  settle(actual: Pick<Spending, 'tokens' | 'cost'>): Promise<void>;
}

interface Granted {
  count: number;
  settle(made: number): Promise<void>;
}

export interface BudgetTotals {
  limits: BudgetLimits;
  spent: Spending;
  /** The part for requests and attempts that are running, or were lost. */
  reserved: Spending;
}

const RENEW_MS = HEARTBEAT_SECONDS * 1000;
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 500;
/** PostgreSQL's code for a key that exists: the statement had arrived before its connection was lost. */
const EXISTS = '23505';

const NOTHING: Spending = { tokens: 0, cost: 0, attempts: 0 };

export interface BudgetUser {
  /** Ends waiting. */
  signal: AbortSignal;
  outages: Outages;
  /** The unit for which a worker spends; null for none. */
  unit: { id: string; attempt: number } | null;
}

export class DatabaseBudget {
  readonly #queue: Queue;
  readonly #id: string;
  readonly #user: BudgetUser;
  /** Names the reservations of this process, which it renews. */
  readonly #holder = randomUUID();
  readonly #timer: NodeJS.Timeout;

  private constructor(queue: Queue, id: string, user: BudgetUser) {
    this.#queue = queue;
    this.#id = id;
    this.#user = user;
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), RENEW_MS);
    this.#timer.unref();
  }

  /** Makes the budget, or finds it again and changes its limits. */
  static async open(queue: Queue, { id, limits, earlier }: BudgetPlace, user: BudgetUser): Promise<DatabaseBudget> {
    const values = [limits.tokens, limits.cost, limits.attempts, earlier.tokens, earlier.cost, earlier.attempts];
    await whenBack(() => queue.sql(OPEN, [id, ...values]), user.signal, user.outages);
    return new DatabaseBudget(queue, id, user);
  }

  /** For a worker: that of the process which sent the unit. */
  static find(queue: Queue, id: string, user: BudgetUser): DatabaseBudget {
    return new DatabaseBudget(queue, id, user);
  }

  /**
   * Reserves the maximum of one request, or returns the limit that refuses it. If it `waits`, it refuses only when no living
   * process holds a reservation.
   */
  async reserve(maximum: Pick<Spending, 'tokens' | 'cost'>, waits: boolean): Promise<Reserved | 'tokens' | 'cost'> {
    const { id, refusedBy } = await this.#untilGranted({ ...maximum, attempts: 0 }, waits);
    if (refusedBy !== null) return refusedBy === 'cost' ? 'cost' : 'tokens';
    return { settle: (actual) => this.#settle(id, { ...actual, attempts: 0 }) };
  }

  /** Takes up to `requested` attempts. Waits while living processes hold the last ones. */
  async takeAttempts(requested: number): Promise<Granted> {
    const { id, granted } = await this.#untilGranted({ ...NOTHING, attempts: requested }, true);
    return { count: granted, settle: (made) => this.#settle(id, { ...NOTHING, attempts: made }) };
  }

  async totals(): Promise<BudgetTotals> {
    const [row] = await this.#lasting(() => this.#queue.sql<Record<string, number | null>>(TOTALS, [this.#id]));
    const read = (kind: string) => ({
      ...{ tokens: row![`${kind}_tokens`]!, cost: row![`${kind}_cost`]!, attempts: row![`${kind}_attempts`]! },
    });
    return { limits: read('max'), spent: read('spent'), reserved: read('reserved') };
  }

  /** Ends the renewals: what is not settled by then counts for ever. */
  close(): void {
    clearInterval(this.#timer);
  }

  async #untilGranted(
    wanted: Spending,
    waits: boolean,
  ): Promise<{ id: string; granted: number; refusedBy: keyof Spending | null }> {
    const id = randomUUID();
    let wasIdle = false;
    for (let wait = FIRST_POLL_MS; ; wait = Math.min(LAST_POLL_MS, wait * 1.5)) {
      const outcome = await this.#lasting(() => this.#reserve(id, wanted));
      if (outcome.refusedBy === null) return { id, ...outcome };
      const { held, found } = await this.#lasting(() => this.#lookUp(id, wanted));
      if (found !== null) return { id, granted: found, refusedBy: null };
      // A reservation may have been settled between the two statements, so an idle budget is asked once more.
      if (!waits || (!held && wasIdle)) return { id, ...outcome };
      wasIdle = !held;
      if (held) await pause(wait, this.#user.signal);
    }
  }

  async #reserve(id: string, wanted: Spending): Promise<{ granted: number; refusedBy: keyof Spending | null }> {
    const { unit } = this.#user;
    const values = [wanted.tokens, wanted.cost, wanted.attempts];
    if (!values.every((value) => value >= 0 && Number.isFinite(value))) throw new Error('This is no amount.');
    try {
      const [row] = await this.#queue.sql<Outcome>(CALL_RESERVE, [
        ...[this.#id, id, ...values, this.#holder],
        ...[unit?.id ?? null, unit?.attempt ?? null],
      ]);
      if (row === undefined) throw new Error(`The queue has no budget ${this.#id}.`);
      return { granted: row.granted, refusedBy: row.refused_by };
    } catch (error) {
      if ((error as { code?: string }).code !== EXISTS) throw error;
      return { granted: 0, refusedBy: 'tokens' };
    }
  }

  /**
   * `held`: whether somebody who lives may give something back. `found`: what was granted by a statement whose answer was
   * lost with the connection.
   */
  async #lookUp(id: string, wanted: Spending): Promise<{ held: boolean; found: number | null }> {
    const [row] = await this.#queue.sql<{ held: boolean; found: number | null }>(CALL_LOOK_UP, [
      ...[this.#id, id, wanted.attempts > 0],
    ]);
    return row!;
  }

  async #settle(id: string, actual: Spending): Promise<void> {
    const settle = () => this.#queue.sql(CALL_SETTLE, [id, actual.tokens, actual.cost, actual.attempts]);
    // After an interruption it is tried once: without an answer, the maximum counts.
    if (this.#user.signal.aborted) await settle().catch(ifOutage);
    else await this.#lasting(settle).catch((error: unknown) => this.#user.signal.aborted || Promise.reject(error));
  }

  async #renew(): Promise<void> {
    await this.#queue.sql(CALL_RENEW, [this.#holder]);
  }

  #lasting<T>(work: () => Promise<T>): Promise<T> {
    return whenBack(work, this.#user.signal, this.#user.outages);
  }
}

function ifOutage(error: unknown): void {
  if (!isOutage(error)) throw error;
}
