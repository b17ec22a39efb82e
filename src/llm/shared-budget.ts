/** What a budget grants, and a budget that processes share. */
import type { Amount } from './budget.ts';

/** An amount reserved for one request. Each must be settled once. */
export interface Reservation {
  /**
   * Replaces the reservation by the actual amount. An actual value above the reservation, negative or not a number counts
   * as the reserved value. The budget of this process has changed when the call returns, a shared one when the promise
   * is fulfilled.
   */
  settle(actual: Amount): Promise<void>;
}

/** Attempts that may be made. Each grant must be settled once. */
export interface GrantedAttempts {
  /** 0 if none is left. */
  count: number;
  /** Returns the unused part, of which `made` were made. Takes effect as `Reservation.settle` does. */
  settle(made: number): Promise<void>;
}

/** A budget that processes share. It knows what they spent, also in earlier sessions of the same run. */
export interface SharedBudget {
  /**
   * Reserves `maximum`, or returns the limit that refuses it. If it `waits`, it refuses only when no living process holds
   * a reservation.
   */
  reserve(maximum: Amount, waits: boolean): Promise<Reservation | keyof Amount>;
  /** Takes up to `requested` attempts. Waits while living processes hold the last ones. */
  takeAttempts(requested: number): Promise<GrantedAttempts>;
}
