/** The pool of search threads. In the server's main thread, SQLite and ranking would block all other clients. */
import { Worker } from 'node:worker_threads';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { ThreadRequest, ThreadResponse, ThreadStart } from './searcher-thread.ts';

/** The result of a command in a search thread. */
export interface SearcherResult {
  exit: Exit;
  /** The command's data, as JSON. */
  json: string;
  warnings: string[];
}

export interface SearchersOptions extends ThreadStart {
  threads: number;
  /** Maximum number of waiting requests. */
  maxWaiting: number;
  /** Milliseconds after which a request fails and its thread is replaced. */
  timeoutMs: number;
  /** The script of the threads; by default `searcher-thread.ts`. */
  thread?: URL;
}

const SEARCHER = new URL(`./searcher-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Timeout for a request whose client has disconnected. */
const ABANDONED_MS = 2000;
/** A young generation of this size holds the temporary objects of a query, so the old generation does not grow. */
const YOUNG_GENERATION_MB = 32;

export class Searchers {
  readonly #options: SearchersOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #closed = false;

  constructor(options: SearchersOptions) {
    this.#options = options;
    const { threads: concurrency, maxWaiting } = options;
    this.#limiter = new ConcurrencyLimiter({ tasks: 'searches', concurrency, maxWaiting, retryAfter: 1 });
  }

  /** @throws {Failure} of the command; `Busy`; `search-timeout`; `interrupted`; the reason of `signal` if aborted while waiting */
  run(request: ThreadRequest, signal: AbortSignal): Promise<SearcherResult> {
    return this.#limiter.run(signal, async () => {
      if (this.#closed) throw interrupted();
      const thread = this.#idle.pop() ?? this.#start();
      const response = await this.#send(thread, request, signal);
      if ('failure' in response) throw Failure.of(response.failure);
      if ('error' in response) throw Object.assign(new Error(response.error), { stack: response.stack });
      return response;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #start(): Worker {
    const { cwd, settings, thread: script = SEARCHER } = this.#options;
    const thread = new Worker(script, {
      workerData: { cwd, settings } satisfies ThreadStart,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#all.add(thread);
    // An idle thread may die: it must then leave the pool.
    thread.on('error', () => undefined).on('exit', () => this.#remove(thread));
    return thread;
  }

  #remove(thread: Worker): void {
    this.#all.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  /**
   * Sends a request to a thread. A thread that responds becomes idle; one that times out or dies is replaced. If the
   * client disconnects, the request keeps its slot for a short time: most end before a new thread would be ready.
   */
  #send(thread: Worker, request: ThreadRequest, signal: AbortSignal): Promise<ThreadResponse> {
    const { timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const onMessage = (response: ThreadResponse): void => {
        stopListening();
        if (!this.#closed) this.#idle.push(thread);
        resolve(response);
      };
      const onError = (error: Error): void => {
        stopListening();
        this.#remove(thread);
        void thread.terminate();
        reject(this.#closed ? interrupted() : error);
      };
      const onExit = (): void => onError(new Error('A search thread ended unexpectedly.'));
      const timer = setTimeout(() => onError(timedOut(timeoutMs)), timeoutMs);
      let abandonedTimer: NodeJS.Timeout | undefined;
      const onAbort = (): void => {
        abandonedTimer = setTimeout(() => onError(timedOut(timeoutMs)), Math.min(timeoutMs, ABANDONED_MS));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const stopListening = (): void => {
        clearTimeout(timer);
        clearTimeout(abandonedTimer);
        signal.removeEventListener('abort', onAbort);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(request);
    });
  }
}

function timedOut(timeoutMs: number): Failure {
  return new Failure('budget', 'search-timeout', {
    message: `The search took more than ${timeoutMs / 1000} seconds and was stopped.`,
    next: 'Use a shorter query or a narrower filter.',
  });
}

function interrupted(): Failure {
  return new Failure('interrupted', 'interrupted', { message: 'Interrupted.' });
}
