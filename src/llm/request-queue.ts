/** Concurrency limit with a first-come, first-served queue. */
import { cancelled } from './model-error.ts';

export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  /**
   * Runs `work` as soon as a slot is free.
   * @throws {ModelError} `cancelled` if `signal` is aborted while it waits
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(cancelled('nothing'));
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onFree = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(onFree), 1);
        reject(cancelled('nothing'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(onFree);
    });
  }
}
