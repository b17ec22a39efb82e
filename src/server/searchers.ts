/** The threads that search: SQLite and ranking would hold up every other client if they ran in the server's own. */
import { Worker } from 'node:worker_threads';
import { Failure } from '../base/errors.ts';
import type { Exit } from '../base/exit-codes.ts';
import { Slots } from './concurrency-limiter.ts';
import type { Question, ThreadAnswer, ThreadStart } from './searcher-thread.ts';

/** What a search, a show or the counts come to. */
export interface Found {
  exit: Exit;
  /** The command's data, as JSON. */
  json: string;
  warnings: string[];
}

export interface SearchersOptions extends ThreadStart {
  threads: number;
  /** Questions that may wait besides those under way. */
  waiting: number;
  /** Milliseconds after which a question is given up and its thread replaced. */
  timeoutMs: number;
  /** What runs in the threads; the one that searches unless told. */
  thread?: URL;
}

const SEARCHER = new URL(`./searcher-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** A question that nobody waits for any more is given up then. */
const LEFT_MS = 2000;
/** A young generation of this size keeps what a query makes and drops out of the old one, which would grow by it. */
const YOUNG_MEGABYTES = 32;

export class Searchers {
  readonly #options: SearchersOptions;
  readonly #slots: Slots;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #closed = false;

  constructor(options: SearchersOptions) {
    this.#options = options;
    const { threads, waiting } = options;
    this.#slots = new Slots({ what: 'searches', atOnce: threads, waiting, retryAfter: 1 });
  }

  /** @throws {Failure} of the command; `Busy`; `search-timeout`; `interrupted`; whatever aborted `signal` while it waited */
  ask(question: Question, signal: AbortSignal): Promise<Found> {
    return this.#slots.take(signal, async () => {
      if (this.#closed) throw closed();
      const thread = this.#idle.pop() ?? this.#start();
      const answer = await this.#answerOf(thread, question, signal);
      if ('failure' in answer) throw new Failure(answer.failure);
      if ('error' in answer) throw Object.assign(new Error(answer.error), { stack: answer.stack });
      return answer;
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
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#all.add(thread);
    // It may die while it has nothing to do: nobody waits for it then, and nobody is to ask it again.
    thread.on('error', () => undefined).on('exit', () => this.#forget(thread));
    return thread;
  }

  #forget(thread: Worker): void {
    this.#all.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  /**
   * A thread that answers is free for the next; one that does not, or dies, is replaced. The question of a client that
   * left keeps its slot until it is answered, which most are before a new thread would be warm, and not for long.
   */
  #answerOf(thread: Worker, question: Question, signal: AbortSignal): Promise<ThreadAnswer> {
    const { timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const onMessage = (answer: ThreadAnswer): void => {
        stopListening();
        if (!this.#closed) this.#idle.push(thread);
        resolve(answer);
      };
      const onError = (error: Error): void => {
        stopListening();
        this.#forget(thread);
        void thread.terminate();
        reject(this.#closed ? closed() : error);
      };
      const onExit = (): void => onError(new Error('A thread that searches ended.'));
      const timer = setTimeout(() => onError(tookTooLong(timeoutMs)), timeoutMs);
      let leaving: NodeJS.Timeout | undefined;
      const onLeft = (): void => {
        leaving = setTimeout(() => onError(tookTooLong(timeoutMs)), Math.min(timeoutMs, LEFT_MS));
      };
      signal.addEventListener('abort', onLeft, { once: true });
      const stopListening = (): void => {
        clearTimeout(timer);
        clearTimeout(leaving);
        signal.removeEventListener('abort', onLeft);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(question);
    });
  }
}

function tookTooLong(timeoutMs: number): Failure {
  return new Failure({
    exit: 'budget',
    code: 'search-timeout',
    message: `The search took more than ${timeoutMs / 1000} seconds and was given up.`,
    next: 'Ask for less: a shorter query, a narrower filter.',
  });
}

function closed(): Failure {
  return new Failure({ exit: 'interrupted', code: 'interrupted', message: 'Interrupted.' });
}
