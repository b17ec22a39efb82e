/** How much is done at a time and how much may wait: what is beyond is refused at once, and not kept without end. */
import { Failure } from '../base/errors.ts';

export interface SlotsOptions {
  /** In words: `checks and proofs`. */
  what: string;
  atOnce: number;
  /** How many may wait besides. */
  waiting: number;
  /** What to tell whoever is refused: seconds after which to ask again. */
  retryAfter: number;
}

/** There is more to do than can be taken. */
export class Busy extends Failure {
  /** Seconds. */
  readonly retryAfter: number;

  constructor({ what, atOnce, waiting, retryAfter }: SlotsOptions) {
    super({
      exit: 'budget',
      code: 'busy',
      message: `The server is busy: ${atOnce} ${what} under way and ${waiting} waiting.`,
      next: `Ask again in ${retryAfter} seconds.`,
    });
    this.retryAfter = retryAfter;
  }
}

export class Slots {
  readonly #options: SlotsOptions;
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** @throws {Busy} where one more could not even wait */
  requireRoom(): void {
    const { atOnce, waiting } = this.#options;
    if (this.#busy >= atOnce && this.#queue.length >= waiting) throw new Busy(this.#options);
  }

  /** @throws {Busy} where it cannot even wait; what aborted `signal`, if that happens while it waits */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#busy < this.#options.atOnce) this.#busy++;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      // The slot goes from hand to hand, so that nobody who comes now is before whoever waits.
      const next = this.#queue.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    this.requireRoom();
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
