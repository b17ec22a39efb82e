/** The workers of a queue: each reports itself and is alive as long as it goes on reporting, by the database's clock. */
import { randomUUID } from 'node:crypto';
import { sha256 } from '../base/hash.ts';
import type { Queue } from './open-queue.ts';
import { SCHEMA } from './queue-tables.ts';
import { type Offer, offerFor, type Requirements } from './requirements.ts';

export const HEARTBEAT_SECONDS = 10;
/** Three heartbeats may be late. */
export const ALIVE_SECONDS = 35;

/** What a worker knows of itself before it has started. */
export interface AboutWorker {
  host: string;
  pid: number;
  /** The version of lemmahead. */
  version: string;
  /** Number of units at a time. */
  jobs: number;
}

/** What a worker reports about itself. */
export interface WorkerFacts extends AboutWorker {
  kinds: readonly string[];
  /** Its environments. */
  offers: readonly Offer[];
  /** The judge's self-test for each toolchain: `passed`, or why not. */
  self_tests: Readonly<Record<string, string>>;
}

/** What a worker has done since it started; `per_minute`: in the last minute. */
export interface WorkerCounts {
  done: number;
  failed: number;
  per_minute: number;
}

export interface WorkerRow extends WorkerFacts, WorkerCounts {
  id: string;
  alive: boolean;
  /** Seconds since its last report. */
  silent_seconds: number;
  /** Seconds since it started. */
  up_seconds: number;
}

export const newWorkerId = (): string => randomUUID();

/** Reports one worker; its first report registers it. */
export class WorkerReporter {
  readonly #queue: Queue;
  readonly #id: string;
  /** What was reported last. */
  #reported: string | null = null;

  constructor(queue: Queue, id: string) {
    this.#queue = queue;
    this.#id = id;
  }

  /** Sends the offers only if they have changed, because they can name thousands of modules. */
  async report(
    { host, pid, version, jobs, kinds, offers, self_tests }: WorkerFacts,
    counts: WorkerCounts,
  ): Promise<void> {
    const facts = [kinds, offers, self_tests].map((value) => JSON.stringify(value));
    const digest = sha256(facts.join('\n'));
    const values = [this.#id, counts.done, counts.failed, counts.per_minute];
    if (this.#reported === digest) {
      const known = await this.#queue.sql(
        `UPDATE ${SCHEMA}.worker SET done = $2, failed = $3, per_minute = $4, heartbeat_on = now()
         WHERE id = $1 RETURNING id`,
        values,
      );
      if (known.length > 0) return;
    }
    await this.#queue.sql(
      `INSERT INTO ${SCHEMA}.worker (id, done, failed, per_minute, host, pid, version, jobs, kinds, offers, self_tests)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (id) DO UPDATE SET done = $2, failed = $3, per_minute = $4, heartbeat_on = now(),
         kinds = $9, offers = $10, self_tests = $11`,
      [...values, host, pid, version, jobs, ...facts],
    );
    this.#reported = digest;
  }
}

/** A worker that tests its judge takes minutes to start. One that starts again and again is not waited for any longer. */
const LONGEST_START_SECONDS = 15 * 60;

/** Whether the worker may take more kinds of units soon. */
export const isStarting = ({ alive, kinds, up_seconds: up }: WorkerRow): boolean =>
  alive && kinds.length === 0 && up < LONGEST_START_SECONDS;

/** Reports a worker that takes nothing yet. */
export class StartingWorker {
  readonly #queue: Queue;
  readonly #id: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(queue: Queue, id: string, report: () => Promise<void>) {
    this.#queue = queue;
    this.#id = id;
    // A report that fails is repeated by the next.
    this.#timer = setInterval(() => void report().catch(() => undefined), HEARTBEAT_SECONDS * 1000);
  }

  static async open(queue: Queue, id: string, about: AboutWorker): Promise<StartingWorker> {
    const reporter = new WorkerReporter(queue, id);
    const facts = { ...about, kinds: [], offers: [], self_tests: {} };
    const report = (): Promise<void> => reporter.report(facts, { done: 0, failed: 0, per_minute: 0 });
    await report();
    return new StartingWorker(queue, id, report);
  }

  /** The worker reports itself from now on. */
  ready(): void {
    clearInterval(this.#timer);
  }

  async close(): Promise<void> {
    this.ready();
    await reportStopped(this.#queue, this.#id).catch(() => undefined);
  }
}

export async function reportStopped(queue: Queue, id: string): Promise<void> {
  await queue.sql(`UPDATE ${SCHEMA}.worker SET stopped_on = now(), per_minute = 0 WHERE id = $1`, [id]);
}

/** All workers that did not stop by themselves, the oldest first. */
export function listWorkers(queue: Queue): Promise<WorkerRow[]> {
  return queue.sql<WorkerRow>(
    `SELECT id, host, pid, version, jobs, kinds, offers, self_tests, done::int, failed::int, per_minute,
       heartbeat_on > now() - interval '${ALIVE_SECONDS} s' AS alive,
       extract(epoch FROM now() - heartbeat_on)::float AS silent_seconds,
       extract(epoch FROM now() - started_on)::float AS up_seconds
     FROM ${SCHEMA}.worker WHERE stopped_on IS NULL ORDER BY started_on, id`,
  );
}

export async function liveWorkers(queue: Queue): Promise<WorkerRow[]> {
  return (await listWorkers(queue)).filter(({ alive }) => alive);
}

/** Whether a worker takes the units of a queue. */
export function serves(
  { kinds, offers }: Pick<WorkerFacts, 'kinds' | 'offers'>,
  { kind, requirements }: { kind: string; requirements: Requirements },
): boolean {
  return kinds.includes(kind) && offerFor(requirements, offers) >= 0;
}
