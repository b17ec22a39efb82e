/** Timeouts of one request: total, and between two pieces of the response. */
import { cancelled, ModelError } from './model-error.ts';

export interface TimeoutLimits {
  /** From the request to the end of its answer. */
  totalMs: number;
  /** Until the response starts, and between two pieces of it. */
  idleMs: number;
}

/** Aborts a request by `signal` on user abort or timeout; `reason` says which. */
export class RequestTimeout {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #limits: TimeoutLimits;
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  #reason: ModelError | null = null;

  constructor(limits: TimeoutLimits, outer: AbortSignal) {
    this.#limits = limits;
    this.#outer = outer;
    this.#total = setTimeout(
      () => this.#end(timeoutError('The answer was not complete', limits.totalMs)),
      limits.totalMs,
    );
    this.#idle = this.#startIdle();
    outer.addEventListener('abort', this.#onAbort, { once: true });
    if (outer.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the request was aborted; null if it was not. */
  get reason(): ModelError | null {
    return this.#reason;
  }

  readonly onActivity = (): void => {
    clearTimeout(this.#idle);
    this.#idle = this.#startIdle();
  };

  /** Must be called when the request has ended, on success or failure. */
  done(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#outer.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }

  readonly #onAbort = (): void => this.#end(cancelled('unknown'));

  #startIdle(): NodeJS.Timeout {
    const { idleMs } = this.#limits;
    return setTimeout(() => this.#end(timeoutError('The server sent nothing more', idleMs)), idleMs);
  }

  #end(reason: ModelError): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}

function timeoutError(what: string, ms: number): ModelError {
  return new ModelError('timedOut', {
    message: 'The model took too long.',
    reason: `${what} after ${ms / 1000} s.`,
    next: 'Allow more time: model.timeout and model.idle_timeout in config.toml (docs/reference/configuration.md)',
  });
}
