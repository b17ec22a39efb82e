/** Runs long jobs as units of work: with bounded concurrency, and resumable after a kill at any point. */

/** A unit of a job. */
export interface Unit {
  /** Unique in the job, and the same in every session. */
  id: string | number;
}

type Awaitable<T> = T | Promise<T>;

/**
 * The unfinished units of a job. A finished unit is stored durably, so later sessions do not get it. An implementation may
 * lease the units from a queue that several machines share.
 */
export interface WorkStore<U extends Unit, R> {
  /** Takes at most `count` units, in order. An empty list means that none is left. */
  lease(count: number): Awaitable<readonly U[]>;
  /** Stores the result of leased units. The runner waits for one call before the next. */
  complete(units: readonly U[], result: R): Awaitable<void>;
  /** Gives leased units back that were not finished. */
  release(units: readonly U[]): Awaitable<void>;
}

/** Units that only this process works on. `store` keeps a result; its caller knows which units are unfinished. */
export class LocalWork<U extends Unit, R> implements WorkStore<U, R> {
  readonly #waiting: Map<U['id'], U>;
  readonly #store: (units: readonly U[], result: R) => Awaitable<void>;

  constructor(units: Iterable<U>, store: (units: readonly U[], result: R) => Awaitable<void>) {
    this.#waiting = new Map(Array.from(units, (unit) => [unit.id, unit]));
    this.#store = store;
  }

  lease(count: number): U[] {
    const leased: U[] = [];
    for (const unit of this.#waiting.values()) {
      if (leased.length === count) break;
      leased.push(unit);
      this.#waiting.delete(unit.id);
    }
    return leased;
  }

  complete(units: readonly U[], result: R): Awaitable<void> {
    return this.#store(units, result);
  }

  release(units: readonly U[]): void {
    for (const unit of units) this.#waiting.set(unit.id, unit);
  }
}

export interface Job<U extends Unit, R> {
  work: WorkStore<U, R>;
  /** Maximum number of concurrent calls of `run`. */
  concurrency: number;
  /** Maximum number of units per call of `run`. Default 1. */
  batch?: number;
  /** No unit starts after it is aborted; `run` must end running ones. */
  signal?: AbortSignal;
  /** Asks models only by a `ModelClient`, which retries requests and respects the budget. */
  run: (units: readonly U[]) => Awaitable<R>;
  /** The result of units whose `run` failed; null if the error affects all units: the job then ends. */
  failed?: (units: readonly U[], error: unknown) => R | null;
  /** Called after a result is stored. `done`: number of units finished in this session. */
  onDone?: (result: R, done: number) => void;
}

/**
 * Runs all units. After the first error that ends the job, no further unit starts; running ones are finished and stored.
 * @throws that error, or the reason of the signal
 */
export async function runUnits<U extends Unit, R>(job: Job<U, R>): Promise<void> {
  const { work, concurrency, batch = 1, signal } = job;
  const errors: unknown[] = [];
  let done = 0;
  let storing = Promise.resolve();
  const store = async (units: readonly U[], result: R): Promise<void> => {
    await work.complete(units, result);
    done += units.length;
    job.onDone?.(result, done);
  };
  const worker = async (): Promise<void> => {
    let leased: readonly U[] = [];
    try {
      while ((leased = await work.lease(batch)).length > 0 && errors.length === 0) {
        signal?.throwIfAborted();
        const units = leased;
        const result = await resultOf(job, units);
        storing = storing.catch(() => undefined).then(() => store(units, result));
        await storing;
        leased = [];
        if (errors.length > 0) return;
      }
    } catch (error) {
      errors.push(error);
    } finally {
      if (leased.length > 0) await work.release(leased);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (errors.length > 0) throw errors[0];
}

async function resultOf<U extends Unit, R>({ run, failed }: Job<U, R>, units: readonly U[]): Promise<R> {
  try {
    return await run(units);
  } catch (error) {
    const result = failed?.(units, error) ?? null;
    if (result === null) throw error;
    return result;
  }
}
