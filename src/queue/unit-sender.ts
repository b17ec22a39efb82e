/** Sends units of one kind to the workers of a queue, and waits for their results. */
import { UnservedUnits } from './unserved-units.ts';
import { type Outages, pause, type Queue, whenBack } from './open-queue.ts';
import { logsOf } from './queue-state.ts';
import { BOSS_SCHEMA, SCHEMA } from './queue-tables.ts';
import type { Requirements } from './requirements.ts';
import { readJsonAs, type StoredResult, type UnitKind, unitId } from './unit-kind.ts';

/** What became of a unit. `log`: one line for each attempt. `missing`: what no living worker has. */
export type Answer<Result> =
  | { kind: 'done'; result: Result; worker: string }
  | { kind: 'dead'; log: string[] }
  | { kind: 'cancelled' }
  | { kind: 'unserved'; missing: string[] };

/** More than workers have in hand; the queue of one sender stays short, so that others get their turn. */
const MAX_OUTSTANDING = 5000;
const PER_STATEMENT = 1000;
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 250;
/** With more units than this, nobody waits for a single one. Asking less often leaves the processor to workers. */
const FEW = 16;
/** How often it is looked which units no worker serves. */
const WORKERS_EVERY_MS = 5000;

interface Sent<Result> {
  id: string;
  queue: string;
  requirements: Requirements;
  payload: string;
  isStored: boolean;
  answer: (answer: Answer<Result>) => void;
  fail: (reason: unknown) => void;
  promise: Promise<Answer<Result>>;
}

export type UnitState = 'created' | 'retry' | 'active' | 'completed' | 'failed' | 'cancelled';

interface Found {
  id: string;
  state: UnitState;
  output: Partial<StoredResult> | null;
}

export class UnitSender<Payload, Result> {
  readonly #queue: Queue;
  readonly #kind: UnitKind<Payload, Result>;
  readonly #signal: AbortSignal;
  readonly #outages: Outages;
  readonly #sent = new Map<string, Sent<Result>>();
  readonly #unserved = new UnservedUnits(WORKERS_EVERY_MS);
  /** Units whose answers may still be lost, if this process is killed, by their ids. */
  readonly #answered = new Map<string, { id: string; queue: string; at: number }>();
  /** Those that nobody waits for any more. */
  #withdrawn: Sent<Result>[] = [];
  #isRunning = false;
  #ended: Promise<void> = Promise.resolve();

  /** Once `signal` is aborted, what was sent is taken back. */
  constructor(queue: Queue, kind: UnitKind<Payload, Result>, signal: AbortSignal, outages: Outages) {
    this.#queue = queue;
    this.#kind = kind;
    this.#signal = signal;
    this.#outages = outages;
  }

  /**
   * A unit with the same content that was sent before and is not forgotten, by this process or an earlier one, is not sent
   * twice. `signal`: takes this unit back. @throws the reason of a signal
   */
  async send(payload: Payload, requirements: Requirements, signal = this.#signal): Promise<Answer<Result>> {
    const { id, queue, json } = await this.identify(payload, requirements);
    signal.throwIfAborted();
    const same = this.#sent.get(id);
    if (same !== undefined) return same.promise;
    const { promise, resolve: answer, reject: fail } = Promise.withResolvers<Answer<Result>>();
    const sent = { id, queue, requirements, payload: json, isStored: false, answer, fail, promise };
    this.#sent.set(id, sent);
    this.#answered.delete(id);
    if (!this.#isRunning) this.#ended = this.#run();
    if (signal === this.#signal) return promise;
    const withdraw = (): void => {
      if (this.#sent.get(id) !== sent) return;
      this.#sent.delete(id);
      this.#withdrawn.push(sent);
      fail(signal.reason);
    };
    signal.addEventListener('abort', withdraw, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', withdraw));
  }

  /** The id of the unit with this content, its queue, and its payload as JSON. */
  async identify(payload: Payload, requirements: Requirements): Promise<{ id: string; queue: string; json: string }> {
    const { name, isOnce } = this.#kind;
    const queue = await this.#lasting(() => this.#queue.nameFor(name, requirements, isOnce));
    const json = JSON.stringify(this.#kind.payload.parse(payload));
    return { id: unitId(queue, json), queue, json };
  }

  /** Resolves when nothing is sent any more, and what was withdrawn is taken back. */
  get idle(): Promise<void> {
    return this.#ended;
  }

  /** The state of a unit; null if the queue has none with this id. */
  async stateOf(unit: { id: string; queue: string }): Promise<UnitState | null> {
    const found = await this.#lasting(() => this.#find([unit]));
    return found.get(unit.id)?.state ?? null;
  }

  /**
   * Removes answered units from the queue: their results have been stored or shown. Dead ones stay, unless they are sent again
   * anyway. `olderThanMs`: since the answer.
   */
  async forget(olderThanMs = 0): Promise<void> {
    const before = performance.now() - olderThanMs;
    const old = [...this.#answered.values()].filter(({ at }) => at <= before);
    for (const { id } of old) this.#answered.delete(id);
    // After an interruption, it is tried once.
    await (this.#signal.aborted ? this.#takeBack(old) : this.#lasting(() => this.#takeBack(old)));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let wait = FIRST_POLL_MS; this.#sent.size + this.#withdrawn.length > 0;) {
        this.#signal.throwIfAborted();
        const settled = await this.#lasting(() => this.#step());
        const isEager = settled > 0 && this.#sent.size <= FEW;
        wait = isEager ? FIRST_POLL_MS : Math.min(LAST_POLL_MS, wait * 1.5);
        if (this.#sent.size > 0) await pause(wait, this.#signal);
      }
    } catch (error) {
      const left = [...this.#sent.values()];
      this.#sent.clear();
      const stored = [...this.#withdrawn, ...left].filter(({ isStored }) => isStored);
      this.#withdrawn = [];
      await this.#takeBack(stored).catch(() => undefined);
      for (const { fail } of left) fail(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Stores what is new and reads what is answered. Returns the number of answers. */
  async #step(): Promise<number> {
    const withdrawn = [...this.#withdrawn];
    if (withdrawn.length > 0) await this.#takeBack(withdrawn);
    this.#withdrawn = this.#withdrawn.filter((unit) => !withdrawn.includes(unit));
    const outstanding = firstOf(this.#sent.values(), MAX_OUTSTANDING);
    await this.#store(outstanding.filter(({ isStored }) => !isStored));
    const found = await this.#find(outstanding);
    // A sender of the same unit may have fetched the result and removed it.
    for (const unit of outstanding) unit.isStored = found.has(unit.id);
    const ended = outstanding.filter(({ id }) => ENDED.has(found.get(id)?.state ?? ''));
    const logs = await logsOf(
      this.#queue,
      ended.map(({ id }) => id),
    );
    for (const unit of ended) {
      const { id, queue } = unit;
      const answer = this.#answerOf(found.get(id)!, logs.get(id) ?? []);
      if (!this.#settle(unit, answer)) continue;
      if (answer.kind !== 'dead' || this.#kind.isOnce) this.#answered.set(id, { id, queue, at: performance.now() });
    }
    const waiting = outstanding.filter(({ id }) => WAITING.has(found.get(id)?.state ?? ''));
    const unserved = await this.#unserved.amongst(this.#queue, this.#kind.name, waiting);
    await this.#takeBack([...unserved.keys()]);
    for (const [unit, missing] of unserved) this.#settle(unit, { kind: 'unserved', missing });
    return ended.length + unserved.size;
  }

  /** False if the unit was withdrawn. */
  #settle(unit: Sent<Result>, answer: Answer<Result>): boolean {
    if (this.#sent.get(unit.id) !== unit) return false;
    this.#sent.delete(unit.id);
    unit.answer(answer);
    return true;
  }

  async #store(units: readonly Sent<Result>[]): Promise<void> {
    for (const [queue, all] of Map.groupBy(units, (unit) => unit.queue)) {
      for (let at = 0; at < all.length; at += PER_STATEMENT) {
        const some = all.slice(at, at + PER_STATEMENT);
        await this.#queue.sql(
          `DELETE FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND id = ANY($2::uuid[])
             AND (state = 'cancelled' OR state = 'failed' AND $3::boolean
               OR state = 'completed' AND output->>'isPassing' = 'true')`,
          [queue, some.map(({ id }) => id), this.#kind.isOnce ?? false],
        );
        // What exists already is left alone.
        await this.#queue.boss.insert(
          queue,
          some.map(({ id, payload }) => ({ id, data: { payload } })),
        );
      }
    }
  }

  async #find(units: readonly { id: string; queue: string }[]): Promise<Map<string, Found>> {
    const found = new Map<string, Found>();
    for (const [queue, all] of Map.groupBy(units, (unit) => unit.queue)) {
      const rows = await this.#queue.sql<Found>(
        `SELECT id, state, CASE WHEN state = 'completed' THEN output END AS output
         FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND id = ANY($2::uuid[])`,
        [queue, all.map(({ id }) => id)],
      );
      for (const row of rows) found.set(row.id, row);
    }
    return found;
  }

  #answerOf({ state, output }: Found, log: string[]): Answer<Result> {
    if (state === 'cancelled') return { kind: 'cancelled' };
    if (state === 'failed') return { kind: 'dead', log };
    try {
      const result = readJsonAs(this.#kind.result, String(output?.json), 'result');
      return { kind: 'done', result, worker: String(output?.worker) };
    } catch (error) {
      return { kind: 'dead', log: [`worker ${output?.worker}: ${(error as Error).message}`] };
    }
  }

  async #takeBack(units: readonly Pick<Sent<Result>, 'id' | 'queue'>[]): Promise<void> {
    for (const [queue, all] of Map.groupBy(units, (unit) => unit.queue)) {
      const ids = all.map(({ id }) => id);
      await this.#queue.boss.deleteJob(queue, ids);
      await this.#queue.sql(`DELETE FROM ${SCHEMA}.attempt WHERE unit = ANY($1::uuid[])`, [ids]);
    }
  }

  #lasting<T>(work: () => Promise<T>): Promise<T> {
    return whenBack(work, this.#signal, this.#outages);
  }
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const WAITING: ReadonlySet<string> = new Set(['created', 'retry']);

function firstOf<T>(values: Iterable<T>, most: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.push(value) === most) break;
  }
  return first;
}
