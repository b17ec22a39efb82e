/** So many at once, and no more: who comes later waits for a turn, first come, first served. */
import { cancelled } from './model-error.ts';

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Runs `work` once there is room.
   * @throws {ModelError} `cancelled` as soon as `signal` is aborted while it waits
   */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(onTurn), 1);
        reject(cancelled('nothing'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(onTurn);
    });
  }
}
