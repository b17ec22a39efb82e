/** The workers of a queue: each reports itself and is alive as long as it goes on reporting, by the database's clock. */
import { randomUUID } from 'node:crypto';
import type { Queue } from './open-queue.ts';
import { SCHEMA } from './queue-tables.ts';
import { type Offer, offerFor, type Requirements } from './requirements.ts';

export const HEARTBEAT_SECONDS = 10;
/** Three heartbeats may be late. */
export const ALIVE_SECONDS = 35;

/** What a worker reports about itself. */
export interface WorkerFacts {
  host: string;
  pid: number;
  /** The version of lemmahead. */
  version: string;
  /** Number of units at a time. */
  jobs: number;
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

/** Reports a worker; the first report registers it. */
export async function reportWorker(queue: Queue, id: string, facts: WorkerFacts, counts: WorkerCounts): Promise<void> {
  await queue.sql(
    `INSERT INTO ${SCHEMA}.worker (id, host, pid, version, jobs, kinds, offers, self_tests, done, failed, per_minute)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE SET done = $9, failed = $10, per_minute = $11, heartbeat_on = now()`,
    [
      ...[id, facts.host, facts.pid, facts.version, facts.jobs],
      ...[facts.kinds, facts.offers, facts.self_tests].map((value) => JSON.stringify(value)),
      ...[counts.done, counts.failed, counts.per_minute],
    ],
  );
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
