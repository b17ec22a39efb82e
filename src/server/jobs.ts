/** Proofs that go on while nobody waits for them: each has a name, its events in order, a state, and at last a result. */
import { randomUUID } from 'node:crypto';
import { Failure } from '../base/errors.ts';
import type { ErrorReport } from '../report/error.ts';
import type { ProveRequest } from './requests.ts';
import type { Answer, Service } from './service.ts';

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** `lemmahead/job@1`. Times in ISO 8601. */
export interface JobReport {
  schema: 'lemmahead/job@1';
  id: string;
  state: JobState;
  created: string;
  ended: string | null;
  /** Events so far. */
  events: number;
  /** What `lemmahead prove --json` prints, with `exit` and `warnings`; null until it is there. */
  result: (Answer['data'] & { exit: Answer['exit'] }) | null;
  error: ErrorReport | null;
}

/** `id` counts from 1 in each job: whoever was cut off asks for what comes after the last they have. */
export interface JobEvent {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

const PROGRESS_EVERY_MS = 250;
/** A proof has hundreds of events; of one with more, the first are forgotten. */
const MOST_EVENTS = 10_000;
/** Ended jobs that are kept to be asked for. */
const MOST_ENDED = 100;

export class Job {
  readonly id = randomUUID();
  readonly #created = new Date();
  readonly #stop = new AbortController();
  readonly #events: JobEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #progressed = -Infinity;
  #ended: Date | null = null;
  #state: JobState = 'waiting';
  #result: JobReport['result'] = null;
  #error: ErrorReport | null = null;

  get isEnded(): boolean {
    return this.#ended !== null;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  report(): JobReport {
    return {
      schema: 'lemmahead/job@1',
      id: this.id,
      state: this.#state,
      created: this.#created.toISOString(),
      ended: this.#ended?.toISOString() ?? null,
      events: this.#count,
      result: this.#result,
      error: this.#error,
    };
  }

  /** Asks it to stop; it has ended when what it began is ended. */
  cancel(): void {
    this.#stop.abort();
  }

  /** What comes after the end is no part of it. */
  add(event: string, data: Record<string, unknown>): void {
    if (this.isEnded) return;
    this.#state = 'running';
    this.#count++;
    this.#tell(event, data);
  }

  /** Now and then: the events that matter have their own. */
  progress(data: { done: number; total: number; words: string }): void {
    const now = Date.now();
    if (now - this.#progressed < PROGRESS_EVERY_MS) return;
    this.#progressed = now;
    this.add('progress', data);
  }

  succeed({ exit, data }: Answer): void {
    this.#result = { ...data, exit };
    this.#end('done');
  }

  fail(error: ErrorReport): void {
    this.#error = error;
    this.#end(this.#stop.signal.aborted ? 'cancelled' : 'failed');
  }

  /** All events after `last`, those to come too, until the job has ended or `signal` is aborted. */
  async *events(last: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    // Of a number that was never given, what comes from now on.
    for (let seen = Math.min(last, this.#count); ;) {
      // Only what is behind: the first may be forgotten.
      const missed = this.#events.filter(({ id }) => id > seen);
      for (const event of missed) {
        if (signal.aborted) return;
        yield event;
        seen = event.id;
      }
      if (signal.aborted || (this.isEnded && missed.length === 0)) return;
      if (missed.length === 0) await this.#next(signal);
    }
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#listeners.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#listeners.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  #end(state: JobState): void {
    this.#ended = new Date();
    this.#state = state;
    this.#count++;
    this.#tell('end', { ...this.report() });
  }

  #tell(event: string, data: Record<string, unknown>): void {
    this.#events.push({ id: this.#count, event, data });
    if (this.#events.length > MOST_EVENTS) this.#events.shift();
    for (const wake of this.#listeners) wake();
  }
}

export class Jobs {
  readonly #service: Service;
  readonly #reportError: (error: unknown) => ErrorReport;
  readonly #jobs = new Map<string, Job>();

  constructor(service: Service, reportError: (error: unknown) => ErrorReport) {
    this.#service = service;
    this.#reportError = reportError;
  }

  /** @throws {Failure} where there is nothing to begin with; `Busy` where it cannot even wait */
  start(request: ProveRequest): Job {
    this.#service.requireProvable(request);
    const job = new Job();
    this.#jobs.set(job.id, job);
    const caller = {
      signal: job.signal,
      onEvent: ({ event, ...data }: { event: string } & Record<string, unknown>) => job.add(event, data),
      onProgress: (done: number, total: number, words: string) => job.progress({ done, total, words }),
    };
    void this.#service.prove(request, caller).then(
      (answer) => job.succeed(answer),
      (error: unknown) => job.fail(this.#reportError(error)),
    );
    this.#forget();
    return job;
  }

  /** @throws {Failure} `job-unknown` */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw jobUnknown(id);
    return job;
  }

  /** Latest first. */
  all(): Job[] {
    return [...this.#jobs.values()].toReversed();
  }

  cancelAll(): void {
    for (const job of this.#jobs.values()) if (!job.isEnded) job.cancel();
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter(({ isEnded }) => isEnded);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#jobs.delete(id);
  }
}

function jobUnknown(id: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'job-unknown',
    message: `There is no job ${JSON.stringify(id)}.`,
    reason: 'Jobs are kept as long as the server runs, the last hundred of those that ended.',
    next: 'GET /prove lists them; lemmahead runs list those of before.',
  });
}
