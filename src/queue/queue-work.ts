/** The work store of a worker: units that several machines share. A lease is renewed until the unit is given back. */
import type { WorkStore } from '../base/work.ts';
import { LEASE_SECONDS, type Outages, pause, type Queue, whenBack } from './open-queue.ts';
import { BOSS_SCHEMA, SCHEMA } from './queue-tables.ts';
import type { Requirements } from './requirements.ts';
import type { QueuedUnit, StoredResult, StoredUnit, UnitOutcome } from './unit-kind.ts';

const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** How often an idle worker asks. Not by NOTIFY: it needs a connection of its own, which poolers do not give. */
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 500;
/** New queues are noticed after this time. */
const LIST_EVERY_MS = 1000;

/** A queue of pg-boss with what its units need. */
export interface KindQueue {
  name: string;
  kind: string;
  requirements: Requirements;
}

export interface QueueWorkOptions {
  /** Id of the worker. */
  worker: string;
  accepts: (queue: KindQueue) => boolean;
  /** Whether units of a kind are run once at most; by default, none are. */
  isOnce?: (kind: string) => boolean;
  /** Whether to wait for units if there are none. */
  waits: boolean;
  /** Once it is aborted, no more units are taken. */
  drain: AbortSignal;
  /** Once it is aborted, nothing waits for the database any more. */
  stop: AbortSignal;
  outages: Outages;
}

/** Ends an attempt without a result: the unit waits for the next one, or is dead. */
const FAIL = `
UPDATE ${BOSS_SCHEMA}.job SET output = $4::jsonb, heartbeat_on = NULL,
  state = (CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END)::${BOSS_SCHEMA}.job_state,
  start_after = CASE WHEN retry_count < retry_limit THEN now() + retry_delay * interval '1 s' ELSE start_after END,
  completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END
WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;

/** A worker may get a unit again that it has lost, while it still ends the first attempt. */
const keyOf = ({ id, attempt }: QueuedUnit): string => `${id}:${attempt}`;

export class QueueWork implements WorkStore<QueuedUnit, UnitOutcome> {
  readonly #queue: Queue;
  readonly #options: QueueWorkOptions;
  readonly #held = new Map<string, { unit: QueuedUnit; lost: AbortController }>();
  readonly #timer: NodeJS.Timeout;
  #names: KindQueue[] = [];
  #listed = -Infinity;
  #next = 0;
  /** One call asks at a time: the others would find nothing either. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(queue: Queue, options: QueueWorkOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
    this.#timer.unref();
  }

  lease(count: number): Promise<QueuedUnit[]> {
    const turn = this.#turn.then(() => this.#lease(count));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #lease(count: number): Promise<QueuedUnit[]> {
    const { drain, waits } = this.#options;
    for (let wait = FIRST_POLL_MS; !drain.aborted; wait = Math.min(LAST_POLL_MS, wait * 2)) {
      const units = await this.#lasting(() => this.#take(count));
      if (units.length > 0 || !waits) return units;
      await pause(wait, drain);
    }
    return [];
  }

  /** From the first queue that has units, beginning after the one that gave the last. */
  async #take(count: number): Promise<QueuedUnit[]> {
    const queues = await this.#accepted();
    for (let at = 0; at < queues.length; at++) {
      const place = (this.#next + at) % queues.length;
      const { name, kind, requirements } = queues[place]!;
      const jobs = await this.#queue.boss.fetch<Partial<StoredUnit> | null>(name, { batchSize: count });
      if (jobs.length === 0) continue;
      this.#next = place + 1;
      const units = jobs.map(({ id, data, retryCount }): QueuedUnit => {
        return { id, queue: name, kind, requirements, payload: data?.payload ?? '', attempt: retryCount };
      });
      await this.#lasting(() => this.#logStart(units));
      for (const unit of units) this.#held.set(keyOf(unit), { unit, lost: new AbortController() });
      return units;
    }
    return [];
  }

  /** What is accepted has changed. */
  reconsider(): void {
    this.#listed = -Infinity;
  }

  async #accepted(): Promise<KindQueue[]> {
    if (performance.now() - this.#listed < LIST_EVERY_MS) return this.#names;
    const all = await this.#queue.sql<KindQueue>(`SELECT name, kind, requirements FROM ${SCHEMA}.queue ORDER BY name`);
    this.#names = all.filter(this.#options.accepts);
    this.#listed = performance.now();
    return this.#names;
  }

  async #logStart(units: readonly QueuedUnit[]): Promise<void> {
    await this.#queue.sql(
      `INSERT INTO ${SCHEMA}.attempt (unit, attempt, worker)
       SELECT unit, attempt, $3 FROM unnest($1::uuid[], $2::int[]) AS taken (unit, attempt)
       ON CONFLICT (unit, attempt) DO UPDATE SET worker = excluded.worker, started_on = now(), log = NULL`,
      [units.map(({ id }) => id), units.map(({ attempt }) => attempt), this.#options.worker],
    );
  }

  /** Aborted when the lease is lost: the result would not be accepted any more. */
  leaseOf(unit: QueuedUnit): AbortSignal {
    return this.#held.get(keyOf(unit))?.lost.signal ?? AbortSignal.abort();
  }

  /** A result that comes after the lease was lost is dropped: another worker has the unit. */
  async complete(units: readonly QueuedUnit[], outcome: UnitOutcome): Promise<void> {
    for (const unit of units) {
      await this.#lasting(() => this.#settle(unit, outcome));
      this.#held.delete(keyOf(unit));
    }
  }

  async #settle(unit: QueuedUnit, outcome: UnitOutcome): Promise<void> {
    const { boss } = this.#queue;
    const { worker } = this.#options;
    const attempt = { id: unit.id, retryCount: unit.attempt };
    if (outcome.ok) {
      const { json, isPassing = false } = outcome;
      const stored: StoredResult = { worker, json, ...(isPassing ? { isPassing } : {}) };
      await boss.complete(unit.queue, attempt, stored);
      return;
    }
    await (outcome.isStale === true ? this.#giveBack(unit, outcome.log) : this.#fail(unit, outcome.log));
  }

  async #fail(unit: QueuedUnit, log: string): Promise<void> {
    const { worker } = this.#options;
    await this.#queue.sql(`UPDATE ${SCHEMA}.attempt SET log = $4 WHERE unit = $1 AND attempt = $2 AND worker = $3`, [
      ...[unit.id, unit.attempt, worker, log],
    ]);
    // Not by pg-boss, which removes the unit and makes it again: a worker's role may do neither.
    await this.#queue.sql(FAIL, [unit.queue, unit.id, unit.attempt, JSON.stringify({ worker })]);
  }

  /** Without the database, the end of the lease frees them. */
  async release(units: readonly QueuedUnit[]): Promise<void> {
    for (const unit of units) {
      await this.#giveBack(unit, 'The worker was stopped.').catch(() => undefined);
      this.#held.delete(keyOf(unit));
    }
  }

  /** The attempt does not count, except that of a unit that is run once. */
  async #giveBack(unit: QueuedUnit, why: string): Promise<void> {
    if (this.#options.isOnce?.(unit.kind) === true) return this.#fail(unit, why);
    await this.#queue.sql(
      `UPDATE ${BOSS_SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
       WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
      [unit.queue, unit.id, unit.attempt],
    );
  }

  async #renew(): Promise<void> {
    const byQueue = Map.groupBy(this.#held.values(), ({ unit }) => unit.queue);
    for (const [name, held] of byQueue) {
      const attempts = held.map(({ unit }) => ({ id: unit.id, retryCount: unit.attempt }));
      // `settled` is not in the types of pg-boss. Without an answer, the database decides later who has the unit.
      const answer: { settled?: string[] } | null = await this.#queue.boss.touch(name, attempts).catch(() => null);
      if (answer?.settled === undefined) continue;
      const renewed = new Set(answer.settled);
      for (const { unit, lost } of held) if (!renewed.has(unit.id)) lost.abort(new Error('The lease was lost.'));
    }
  }

  #lasting<T>(work: () => Promise<T>): Promise<T> {
    return whenBack(work, this.#options.stop, this.#options.outages);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
