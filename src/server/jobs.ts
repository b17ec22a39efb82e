/** Jobs of `prove`, `formalize` and `solve`: they run without a waiting client. Each has an id, ordered events, a state, and finally a result. */
import { randomUUID } from 'node:crypto';
import { Failure } from '../base/errors.ts';
import type { ErrorReport } from '../report/error-schema.ts';
import type { JobReport } from '../report/server-schema.ts';
import type { FormalizeRequest, ProveRequest, SolveRequest } from './requests.ts';
import type { Caller, CommandResult, Service } from './service.ts';

/** `id` counts from 1 in each job: a client that lost its connection requests the events after its last id. */
export interface JobEvent {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

const PROGRESS_EVERY_MS = 250;
/** A typical proof has hundreds of events. Beyond this limit, the oldest are dropped. */
const MAX_EVENTS = 10_000;
/** The number of ended jobs that stay available. */
const MAX_ENDED_JOBS = 100;

export class Job {
  readonly id = randomUUID();
  /** The command. */
  readonly kind: 'prove' | 'formalize' | 'solve';
  readonly #created = new Date();
  readonly #abort = new AbortController();
  readonly #events: JobEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #eventCount = 0;
  #lastProgress = -Infinity;
  #ended: Date | null = null;
  #state: JobReport['state'] = 'waiting';
  #result: JobReport['result'] = null;
  #error: ErrorReport | null = null;

  constructor(kind: Job['kind']) {
    this.kind = kind;
  }

  get isEnded(): boolean {
    return this.#ended !== null;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  report(): JobReport {
    return {
      schema: 'lemmahead/job@1',
      id: this.id,
      state: this.#state,
      created: this.#created.toISOString(),
      ended: this.#ended?.toISOString() ?? null,
      events: this.#eventCount,
      result: this.#result,
      error: this.#error,
    };
  }

  /** Requests cancellation. The job ends after its running work has ended. */
  cancel(): void {
    this.#abort.abort();
  }

  /** Adds an event; ignored after the end of the job. */
  add(event: string, data: Record<string, unknown>): void {
    if (this.isEnded) return;
    this.#state = 'running';
    this.#eventCount++;
    this.#emit(event, data);
  }

  /** Adds a progress event, with a rate limit. Important steps have their own events. */
  progress(data: { done: number; total: number; words: string }): void {
    const now = Date.now();
    if (now - this.#lastProgress < PROGRESS_EVERY_MS) return;
    this.#lastProgress = now;
    this.add('progress', data);
  }

  succeed({ exit, data }: CommandResult): void {
    // A request cannot ask for a dry run.
    this.#result = { ...(data as NonNullable<JobReport['result']>), exit };
    this.#end('done');
  }

  fail(error: ErrorReport): void {
    this.#error = error;
    this.#end(this.#abort.signal.aborted ? 'cancelled' : 'failed');
  }

  /** All events after `last`, including future ones, until the job has ended or `signal` is aborted. */
  async *events(last: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    // An id that was never assigned means: only future events.
    for (let seen = Math.min(last, this.#eventCount); ;) {
      // Filtered by id, not by index: the first events may have been dropped.
      const missed = this.#events.filter(({ id }) => id > seen);
      for (const event of missed) {
        if (signal.aborted) return;
        yield event;
        seen = event.id;
      }
      if (signal.aborted || (this.isEnded && missed.length === 0)) return;
      if (missed.length === 0) await this.#nextEvent(signal);
    }
  }

  #nextEvent(signal: AbortSignal): Promise<void> {
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

  #end(state: JobReport['state']): void {
    this.#ended = new Date();
    this.#state = state;
    this.#eventCount++;
    this.#emit('end', { ...this.report() });
  }

  #emit(event: string, data: Record<string, unknown>): void {
    this.#events.push({ id: this.#eventCount, event, data });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
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

  /** @throws {Failure} if the request names no valid file; `Busy` if the queue is full */
  start(request: ProveRequest): Job {
    this.#service.requireProvable(request);
    return this.#begin('prove', (caller) => this.#service.prove(request, caller));
  }

  /** @throws {Failure} if the text has no statement; `Busy` if the queue is full */
  startFormalize(request: FormalizeRequest): Job {
    this.#service.requireFormalizable(request);
    return this.#begin('formalize', (caller) => this.#service.formalize(request, caller));
  }

  /** @throws {Failure} if the request is not valid; `Busy` if the queue is full */
  startSolve(request: SolveRequest): Job {
    this.#service.requireSolvable(request);
    return this.#begin('solve', (caller) => this.#service.solve(request, caller));
  }

  #begin(kind: Job['kind'], work: (caller: Caller) => Promise<CommandResult>): Job {
    const job = new Job(kind);
    this.#jobs.set(job.id, job);
    const caller = {
      signal: job.signal,
      onEvent: ({ event, ...data }: { event: string } & Record<string, unknown>) => job.add(event, data),
      onProgress: (done: number, total: number, words: string) => job.progress({ done, total, words }),
    };
    void work(caller).then(
      (result) => job.succeed(result),
      (error: unknown) => job.fail(this.#reportError(error)),
    );
    this.#removeOldJobs();
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

  #removeOldJobs(): void {
    const ended = [...this.#jobs.values()].filter(({ isEnded }) => isEnded);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_JOBS))) this.#jobs.delete(id);
  }
}

function jobUnknown(id: string): Failure {
  return new Failure('usage', 'job-unknown', {
    message: `No job ${JSON.stringify(id)} exists.`,
    reason: 'The server keeps its jobs until it stops, but only the last hundred that have ended.',
    next: 'GET /prove, /formalize and /solve list them; lemmahead runs lists earlier ones.',
  });
}
