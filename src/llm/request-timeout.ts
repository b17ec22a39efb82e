/** How long one request is waited for: in all, and for the next sign of life. */
import { cancelled, ModelError } from './model-error.ts';

export interface Limits {
  /** From the request to the end of its answer. */
  wholeMs: number;
  /** To the head of the response, and between any two pieces of it. */
  idleMs: number;
}

/** Ends a request by `signal` when the user does, or when a limit is over; `reason` says which it was. */
export class RequestTimeout {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #limits: Limits;
  readonly #whole: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  #reason: ModelError | null = null;

  constructor(limits: Limits, outer: AbortSignal) {
    this.#limits = limits;
    this.#outer = outer;
    this.#whole = setTimeout(() => this.#end(timedOut('The answer was not whole', limits.wholeMs)), limits.wholeMs);
    this.#idle = this.#startIdle();
    outer.addEventListener('abort', this.#onAbort, { once: true });
    if (outer.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the request was ended; null if it was not. */
  get reason(): ModelError | null {
    return this.#reason;
  }

  readonly signOfLife = (): void => {
    clearTimeout(this.#idle);
    this.#idle = this.#startIdle();
  };

  /** To be called when the request is over, however it ended. */
  done(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#idle);
    this.#outer.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }

  readonly #onAbort = (): void => this.#end(cancelled('unknown'));

  #startIdle(): NodeJS.Timeout {
    const { idleMs } = this.#limits;
    return setTimeout(() => this.#end(timedOut('The server said nothing more', idleMs)), idleMs);
  }

  #end(reason: ModelError): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}

function timedOut(what: string, ms: number): ModelError {
  return new ModelError('timedOut', {
    message: 'The model took too long.',
    reason: `${what} after ${ms / 1000} s.`,
    next: 'Allow more: model.timeout and model.idle_timeout in config.toml (docs/configuration.md)',
  });
}
