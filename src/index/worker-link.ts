/** Calls between the main thread and a worker of ours: a named task with one argument, answered in order. */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { Failure, type FailureDetail } from '../base/errors.ts';

/** Functions that a worker offers, by name. */
export type Tasks = Record<string, (input: never) => unknown>;

interface Call {
  task: string;
  input: unknown;
}

type Answer = { result: unknown } | { failure: FailureDetail } | { error: string; code: string | null };

/** What is wrong inside a worker and is no `Failure`: a bug, or SQLite's word with its code. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** The main thread's end. */
export class WorkerLink<T extends Tasks> {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];

  /** `name` is a file of this folder without its ending: `.ts` in development, `.js` in the package. */
  constructor(name: string, heapMegabytes: number) {
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#worker = new Worker(new URL(`./${name}.${ending}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 24 },
    });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new WorkerError('a worker of the build ended early', null)));
  }

  call<Name extends keyof T & string>(task: Name, input: Parameters<T[Name]>[0]): Promise<Awaited<ReturnType<T[Name]>>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ task, input } satisfies Call);
    });
  }

  /** Ends the worker after the task it is in. */
  async close(): Promise<void> {
    this.#worker.removeAllListeners('exit');
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage(null);
    await exited;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if ('result' in answer) waiting?.resolve(answer.result);
    else if ('failure' in answer) waiting?.reject(new Failure(answer.failure));
    else waiting?.reject(new WorkerError(answer.error, answer.code));
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}

/** The worker's end: serves its tasks until the main thread sends `null`. */
export function serve(tasks: Tasks): void {
  const port = parentPort;
  if (port === null) throw new Error('not a worker thread');
  port.on('message', (call: Call | null) => {
    if (call === null) port.close();
    else port.postMessage(answer(tasks, call));
  });
}

function answer(tasks: Tasks, { task, input }: Call): Answer {
  try {
    return { result: tasks[task]!(input as never) };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.detail };
    const { message, stack, code } = error as Error & { code?: string };
    return { error: code === undefined ? (stack ?? message) : message, code: code ?? null };
  }
}
