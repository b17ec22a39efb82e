/** Calls between the main thread and one of our worker threads: a named task with one argument. */
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { Failure, type FailureDetail } from './errors.ts';

/** Functions that a thread offers, by name. */
export type Tasks = Record<string, (input: never) => unknown>;

interface Call {
  task: string;
  input: unknown;
}

/** `error`: a bug, or an error of SQLite with its code. */
type Answer =
  | { result: unknown }
  | { failure: FailureDetail }
  | { error: { message: string; stack?: string | undefined; code?: string | undefined } };

type Result<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>;

/** Performs tasks, in this thread or in a worker. */
export interface Link<T extends Tasks> {
  call<Name extends keyof T & string>(task: Name, input: Parameters<T[Name]>[0]): Promise<Result<T, Name>>;
  /** Ends the thread immediately, even during a task. */
  close(): Promise<void>;
}

/** Performs tasks in this thread: for small jobs, for which starting a thread would take longer. */
export function localLink<T extends Tasks>(tasks: T): Link<T> {
  return {
    call: async (task, input) => tasks[task]!(input) as never,
    close: async () => undefined,
  };
}

/** The script `name` in the folder of the module at `url`: `.ts` in development, `.js` in the package. */
export const threadScript = (name: string, url: string): URL =>
  new URL(`./${name}.${url.endsWith('.ts') ? 'ts' : 'js'}`, url);

/** The main thread's end of a link to a worker. Answers come in the order of calls if the tasks are synchronous. */
export class WorkerLink<T extends Tasks> implements Link<T> {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (value: never) => void; reject: (error: Error) => void }[] = [];
  #dead: Error | null = null;

  /** `label` names the thread in messages: `a search thread`. */
  constructor(script: URL, label: string, options: WorkerOptions) {
    this.#worker = new Worker(script, options);
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(`${label} ended unexpectedly`)));
  }

  /** Whether the thread is alive and performs no task. */
  get isIdle(): boolean {
    return this.#dead === null && this.#waiting.length === 0;
  }

  call<Name extends keyof T & string>(task: Name, input: Parameters<T[Name]>[0]): Promise<Result<T, Name>> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage({ task, input } satisfies Call);
    });
  }

  /** Whether the thread alone keeps the process alive; it does by default. */
  keepProcess(isKept: boolean): void {
    if (isKept) this.#worker.ref();
    else this.#worker.unref();
  }

  async close(): Promise<void> {
    this.#dead ??= new Error('the thread is closed');
    await this.#worker.terminate();
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if ('result' in answer) waiting?.resolve(answer.result as never);
    else if ('failure' in answer) waiting?.reject(Failure.of(answer.failure));
    else waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
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
  port.on('message', (call: Call) => void perform(tasks, call).then((answer) => port.postMessage(answer)));
}

async function perform(tasks: Tasks, { task, input }: Call): Promise<Answer> {
  try {
    return { result: await tasks[task]!(input as never) };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.detail };
    const { message, stack, code } = (error instanceof Error ? error : new Error(String(error))) as Error & {
      code?: string;
    };
    return { error: { message, stack, ...(code === undefined ? {} : { code }) } };
  }
}
