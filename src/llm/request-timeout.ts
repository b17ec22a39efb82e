/** Timeouts of one request: total, and between two pieces of the answer. */
import { cancelled, ModelError } from './model-error.ts';

export interface TimeoutLimits {
  /** From the request to the end of its answer. */
  totalMs: number;
  /** Until the answer starts, and between two pieces of it. What only keeps the connection open is no piece. */
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
      () => this.#end(timeoutError(`The answer was not complete after ${seconds(limits.totalMs)}.`)),
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

  /** Must be called for each piece of the answer. */
  readonly onProgress = (): void => {
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
    return setTimeout(
      () => this.#end(timeoutError(`The server sent no more of the answer for ${seconds(idleMs)}.`)),
      idleMs,
    );
  }

  #end(reason: ModelError): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`;

function timeoutError(reason: string): ModelError {
  return new ModelError('timedOut', {
    message: 'The model took too long.',
    reason,
    next: 'Allow more time: model.timeout and model.idle_timeout in config.toml (docs/reference/configuration.md)',
  });
}
