/** Calls between the main thread and one of our workers: a named task with one argument, answered in order. */
import { parentPort, Worker } from 'node:worker_threads';
import { Failure, type FailureDetail } from '../base/errors.ts';

/** Functions that a worker offers, by name. */
export type Tasks = Record<string, (input: never) => unknown>;

interface Call {
  task: string;
  input: unknown;
}

type Answer = { result: unknown } | { failure: FailureDetail } | { error: string; code: string | null };

/** An error inside a worker that is not a `Failure`: a bug, or an error of SQLite with its code. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Performs tasks, in this thread or in a worker. */
export interface Link<T extends Tasks> {
  call<Name extends keyof T & string>(task: Name, input: Parameters<T[Name]>[0]): Promise<ReturnType<T[Name]>>;
  /** Ends the thread immediately, even during a task. */
  close(): Promise<void>;
}

/** Performs tasks in this thread: for small jobs, for which starting a thread would take longer. */
export function localLink<T extends Tasks>(tasks: T): Link<T> {
  return {
    call: async (task, input) => tasks[task]!(input) as ReturnType<T[typeof task]>,
    close: async () => undefined,
  };
}

/** The main thread's end of a link to a worker. */
export class WorkerLink<T extends Tasks> implements Link<T> {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  #dead: Error | null = null;

  /** `name`: a file of this folder without its extension: `.ts` in development, `.js` in the package. */
  constructor(name: string, heap: { old: number; young: number }) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#worker = new Worker(new URL(`./${name}.${extension}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heap.old, maxYoungGenerationSizeMb: heap.young },
    });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new WorkerError('a build worker exited early', null)));
  }

  call<Name extends keyof T & string>(task: Name, input: Parameters<T[Name]>[0]): Promise<ReturnType<T[Name]>> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ task, input } satisfies Call);
    });
  }

  async close(): Promise<void> {
    this.#dead ??= new WorkerError('the worker is closed', null);
    await this.#worker.terminate();
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if ('result' in answer) waiting?.resolve(answer.result);
    else if ('failure' in answer) waiting?.reject(Failure.of(answer.failure));
    else waiting?.reject(new WorkerError(answer.error, answer.code));
  }

  #fail(error: Error): void {
    this.#dead ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}

/** The worker's end of a link: serves its tasks until it is terminated. */
export function serve(tasks: Tasks): void {
  const port = parentPort;
  if (port === null) throw new Error('not a worker thread');
  port.on('message', (call: Call) => port.postMessage(perform(tasks, call)));
}

function perform(tasks: Tasks, { task, input }: Call): Answer {
  try {
    return { result: tasks[task]!(input as never) };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.detail };
    const { message, stack, code } = error as Error & { code?: string };
    return { error: code === undefined ? (stack ?? message) : message, code: code ?? null };
  }
}
