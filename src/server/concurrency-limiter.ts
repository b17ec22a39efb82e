/** Limits how many tasks run and wait at a time. Further tasks are refused immediately. */
import { RetryLater } from './retry-later.ts';

export interface LimiterOptions {
  /** The kind of tasks, for messages: `checks and proofs`. */
  tasks: string;
  concurrency: number;
  /** Maximum length of the queue. */
  maxWaiting: number;
  /** Seconds after which a refused client should retry. */
  retryAfter: number;
}

/** The queue is full. */
export class Busy extends RetryLater {
  constructor({ tasks, concurrency, maxWaiting, retryAfter }: LimiterOptions) {
    super('busy', retryAfter, {
      message: `The server is busy: ${concurrency} ${tasks} running and ${maxWaiting} waiting.`,
    });
  }
}

export class ConcurrencyLimiter {
  readonly #options: LimiterOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** @throws {Busy} if another task could neither run nor wait */
  requireCapacity(): void {
    const { concurrency, maxWaiting } = this.#options;
    if (this.#running >= concurrency && this.#queue.length >= maxWaiting) throw new Busy(this.#options);
  }

  /** Runs `work` when a slot is free. @throws {Busy} if the queue is full; the reason of `signal` if aborted while waiting */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#options.concurrency) this.#running++;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      // The slot is passed on directly, so a new task cannot overtake a waiting one.
      const next = this.#queue.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    this.requireCapacity();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#queue.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
