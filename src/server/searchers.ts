/** The pool of search threads. In the server's main thread, SQLite and ranking would block all other clients. */
import { Failure } from '../base/errors.ts';
import { threadScript, WorkerLink } from '../base/worker-link.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { SearcherResult, SearcherTasks, ThreadRequest, ThreadStart } from './searcher-thread.ts';

export interface SearchersOptions extends ThreadStart {
  threads: number;
  /** Maximum number of waiting requests. */
  maxWaiting: number;
  /** Milliseconds after which a request fails and its thread is replaced. */
  timeoutMs: number;
  /** The script of the threads; by default `searcher-thread.ts`. */
  thread?: URL;
}

const SEARCHER = threadScript('searcher-thread', import.meta.url);

type SearchThread = WorkerLink<SearcherTasks>;

/** Timeout for a request whose client has disconnected. */
const ABANDONED_MS = 2000;
/** A young generation of this size holds the temporary objects of a query, so the old generation does not grow. */
const YOUNG_GENERATION_MB = 32;

export class Searchers {
  readonly #options: SearchersOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #idle: SearchThread[] = [];
  readonly #all = new Set<SearchThread>();
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
      return this.#send(this.#takeIdle() ?? this.#start(), request, signal);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }

  #start(): SearchThread {
    const { cwd, settings, thread: script = SEARCHER } = this.#options;
    const thread: SearchThread = new WorkerLink(script, 'A search thread', {
      workerData: { cwd, settings } satisfies ThreadStart,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#all.add(thread);
    return thread;
  }

  #takeIdle(): SearchThread | undefined {
    for (let thread = this.#idle.pop(); thread !== undefined; thread = this.#idle.pop()) {
      if (thread.isIdle) return thread;
      // It has died.
      this.#drop(thread);
    }
    return undefined;
  }

  #drop(thread: SearchThread): void {
    this.#all.delete(thread);
    void thread.close();
  }

  /**
   * Sends a request to a thread. A thread that responds becomes idle; one that times out or dies is replaced. If the
   * client disconnects, the request keeps its slot for a short time: most end before a new thread would be ready.
   */
  async #send(thread: SearchThread, request: ThreadRequest, signal: AbortSignal): Promise<SearcherResult> {
    const { timeoutMs } = this.#options;
    const expired = Promise.withResolvers<never>();
    const expire = (): void => expired.reject(timedOut(timeoutMs));
    const timers = [setTimeout(expire, timeoutMs)];
    const onAbort = (): void => void timers.push(setTimeout(expire, Math.min(timeoutMs, ABANDONED_MS)));
    signal.addEventListener('abort', onAbort, { once: true });
    let isAnswered = false;
    try {
      const result = await Promise.race([thread.call('run', request), expired.promise]);
      isAnswered = true;
      return result;
    } catch (error) {
      throw this.#closed ? interrupted() : error;
    } finally {
      timers.forEach(clearTimeout);
      signal.removeEventListener('abort', onAbort);
      if (!thread.isIdle) this.#drop(thread);
      // Used last after a failure: it may have found a damaged index, of which another thread has the last good one open.
      else if (isAnswered) this.#idle.push(thread);
      else this.#idle.unshift(thread);
    }
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
