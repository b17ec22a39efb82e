/** The work of a worker: takes units that it can run, runs them, and reports itself, until it is told to stop. */
import { firstLine } from '../base/one-line.ts';
import { runUnits } from '../base/work.ts';
import { type Outages, pause, type Queue } from './open-queue.ts';
import { QueueWork } from './queue-work.ts';
import type { Requirements } from './requirements.ts';
import { type QueuedUnit, readJsonAs, type UnitKind, type UnitOutcome } from './unit-kind.ts';
import {
  HEARTBEAT_SECONDS,
  reportStopped,
  serves,
  type WorkerCounts,
  type WorkerFacts,
  WorkerReporter,
} from './worker-registry.ts';

/** The attempt that a worker holds. */
export type HeldUnit = Pick<QueuedUnit, 'id' | 'queue' | 'attempt'>;

/** Runs the units of one kind. */
export interface UnitHandler<Payload, Result> {
  kind: UnitKind<Payload, Result>;
  /** Must end soon after `signal` is aborted: the lease is lost, or the worker stops. */
  run: (payload: Payload, requirements: Requirements, signal: AbortSignal, unit: HeldUnit) => Promise<Result>;
}

/** A handler that reads and writes JSON text, so that the kinds may differ in their types. */
export interface TextHandler {
  name: string;
  isOnce: boolean;
  run: (
    payload: string,
    requirements: Requirements,
    signal: AbortSignal,
    unit: HeldUnit,
  ) => Promise<{ json: string; isPassing: boolean }>;
}

export function handlerOf<Payload, Result>({ kind, run }: UnitHandler<Payload, Result>): TextHandler {
  return {
    name: kind.name,
    isOnce: kind.isOnce ?? false,
    run: async (payload, requirements, signal, unit) => {
      const result = await run(readJsonAs(kind.payload, payload, 'payload'), requirements, signal, unit);
      signal.throwIfAborted();
      const valid = kind.result.parse(result);
      return { json: JSON.stringify(valid), isPassing: kind.isPassing?.(valid) ?? false };
    },
  };
}

/** A unit cannot be run, because the worker does not have what it offered any more. The attempt does not count. */
export class StaleOffer extends Error {
  override readonly name = 'StaleOffer';
}

export interface Serving {
  queue: Queue;
  worker: string;
  /** As they are now: they may change while the worker runs. */
  facts: () => Omit<WorkerFacts, 'kinds'>;
  /** Looks whether the facts have changed; it is called from time to time. */
  refresh?: () => Promise<void>;
  handlers: readonly TextHandler[];
  /** Once it is aborted, no more units are taken. */
  drain: AbortSignal;
  /** Once it is aborted, running units are given back. */
  stop: AbortSignal;
  outages: Outages;
  onReady: () => void;
  onUnit: (unit: QueuedUnit, outcome: UnitOutcome) => void;
}

/** Returns what was done, after `drain` and the last unit. */
export async function serveUnits(serving: Serving): Promise<WorkerCounts> {
  const { queue, worker, handlers, drain, stop, outages } = serving;
  const kinds = handlers.map(({ name }) => name);
  const facts = (): WorkerFacts => ({ ...serving.facts(), kinds });
  const counts = new Counts();
  const work = new QueueWork(queue, {
    ...{ worker, accepts: (each) => serves(facts(), each), waits: true },
    isOnce: (kind) => handlers.some(({ name, isOnce }) => name === kind && isOnce),
    ...{ drain, stop, outages },
  });
  const reporter = new WorkerReporter(queue, worker);
  const report = (): Promise<void> => reporter.report(facts(), counts.now());
  await report();
  // A report that fails is repeated by the next.
  const reportSoon = (): void => void report().catch(() => undefined);
  const timer = setInterval(reportSoon, HEARTBEAT_SECONDS * 1000);
  const refresh = async (): Promise<void> => {
    await serving.refresh?.();
    work.reconsider();
    reportSoon();
  };
  const ended = new AbortController();
  void repeat(refresh, AbortSignal.any([drain, ended.signal]));
  serving.onReady();
  try {
    await runUnits<QueuedUnit, UnitOutcome>({
      ...{ work, concurrency: facts().jobs },
      run: async ([unit]) => {
        const outcome = await outcomeOf(unit!, handlers, AbortSignal.any([work.leaseOf(unit!), stop]));
        // The unit is given back instead of failing.
        stop.throwIfAborted();
        if (!outcome.ok && outcome.isStale) {
          await refresh().catch(() => undefined);
          // Another worker may have it. This one would take it again at once.
          outcome.isStale = !serves(facts(), unit!);
        }
        if (!outcome.ok && outcome.isStale) return outcome;
        counts.add(outcome);
        serving.onUnit(unit!, outcome);
        return outcome;
      },
    });
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    clearInterval(timer);
    ended.abort();
    work.close();
    await reportStopped(queue, worker).catch(() => undefined);
  }
  return counts.now();
}

async function outcomeOf(
  unit: QueuedUnit,
  handlers: readonly TextHandler[],
  signal: AbortSignal,
): Promise<UnitOutcome> {
  const { kind, payload, requirements, attempt } = unit;
  try {
    const handler = handlers.find(({ name }) => name === kind);
    if (handler === undefined) throw new Error(`This worker does not take ${kind}.`);
    if (handler.isOnce && attempt > 0) throw new Error('An earlier run may have cost something; it is run once.');
    return { ok: true, ...(await handler.run(payload, requirements, signal, unit)) };
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    const log = firstLine(reason instanceof Error ? reason.message : String(reason));
    return { ok: false, log, isStale: reason instanceof StaleOffer };
  }
}

const REFRESH_MS = 10_000;

/** Calls `work` again and again, until the signal is aborted. An error is left to the next call. */
async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(REFRESH_MS, signal);
    if (signal.aborted) return;
    await work().catch(() => undefined);
  }
}

const MINUTE_MS = 60_000;

class Counts {
  #done = 0;
  #failed = 0;
  /** When the units of the last minute were done. */
  #recent: number[] = [];

  add({ ok }: UnitOutcome): void {
    if (!ok) this.#failed++;
    else {
      this.#done++;
      this.#recent.push(performance.now());
    }
  }

  now(): WorkerCounts {
    const since = performance.now() - MINUTE_MS;
    this.#recent = this.#recent.filter((at) => at >= since);
    return { done: this.#done, failed: this.#failed, per_minute: this.#recent.length };
  }
}
