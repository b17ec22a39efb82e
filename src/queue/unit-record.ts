/**
 * What happens in a unit while it runs, as JSON texts in the database: a worker writes, and who sent the unit reads. The
 * next attempt reads it too, so that it continues where the last one was lost.
 */
import { randomUUID } from 'node:crypto';
import { type Outages, type Queue, whenBack } from './open-queue.ts';
import { BOSS_SCHEMA, SCHEMA } from './queue-tables.ts';
import type { HeldUnit } from './serve-units.ts';

/** `writer`: one attempt of a worker, or the sender. `age`: seconds since it was written, by the database's clock. */
export interface RecordEntry {
  /** A position in the order of the record. */
  id: string;
  writer: string;
  entry: string;
  age: number;
}

const FIRST = '0';
const PER_READ = 1000;

/** The entries after a position, in order. */
export async function* readRecord(queue: Queue, unit: string, after = FIRST): AsyncGenerator<RecordEntry> {
  for (let from = after; ;) {
    const entries = await queue.sql<RecordEntry>(
      `SELECT id::text, writer, entry, extract(epoch FROM now() - written_on)::float AS age
       FROM ${SCHEMA}.record r WHERE unit = $1 AND id > $2 ORDER BY r.id LIMIT ${PER_READ}`,
      [unit, from],
    );
    yield* entries;
    if (entries.length < PER_READ) return;
    from = entries.at(-1)!.id;
  }
}

/** Adds entries of the sender. */
export async function addToRecord(queue: Queue, unit: string, entries: readonly object[]): Promise<void> {
  const writer = randomUUID();
  for (let at = 0; at < entries.length; at += PER_READ) {
    const texts = entries.slice(at, at + PER_READ).map((entry) => JSON.stringify(entry));
    await queue.sql(
      `INSERT INTO ${SCHEMA}.record (unit, writer, number, entry)
       SELECT $1, $2, $3 + n, entry FROM unnest($4::text[]) WITH ORDINALITY AS e (entry, n) ORDER BY n`,
      [unit, writer, at, texts],
    );
  }
}

export async function removeRecord(queue: Queue, unit: string): Promise<void> {
  await queue.sql(`DELETE FROM ${SCHEMA}.record WHERE unit = $1`, [unit]);
}

/** Most entries of one statement. */
const PER_WRITE = 200;

/** Writes the record of a unit that a worker holds. Once the lease is lost, nothing is written any more. */
export class RecordWriter {
  /** Tells the entries of this attempt from those of others. */
  readonly id = randomUUID();
  readonly #queue: Queue;
  readonly #unit: HeldUnit;
  readonly #outages: Outages;
  readonly #closed = new AbortController();
  readonly #lost = new AbortController();
  readonly #waiting: string[] = [];
  #stored = 0;
  #writing: Promise<void> | null = null;

  constructor(queue: Queue, unit: HeldUnit, outages: Outages) {
    this.#queue = queue;
    this.#unit = unit;
    this.#outages = outages;
  }

  /** Aborted if the unit is not this worker's any more. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Returns at once; `written` waits. */
  add(entry: object): void {
    this.#waiting.push(JSON.stringify(entry));
    // The error is that of `written`.
    this.#write().catch(() => undefined);
  }

  /** Resolves when all that was added is stored. @throws if the lease is lost */
  async written(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write();
    this.#lost.signal.throwIfAborted();
  }

  /** Waits a moment for what is not written yet, for example because the worker stops. */
  async close(waitMs: number): Promise<void> {
    const timer = setTimeout(() => this.#closed.abort(), waitMs);
    await this.written().catch(() => undefined);
    clearTimeout(timer);
    this.#closed.abort();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#lost.signal.throwIfAborted();
      const texts = this.#waiting.slice(0, PER_WRITE);
      const isHeld = await whenBack(() => this.#insert(texts), this.#closed.signal, this.#outages);
      if (!isHeld) this.#lost.abort(new Error('The lease was lost.'));
      this.#stored += texts.length;
      this.#waiting.splice(0, texts.length);
    }
  }

  /** Whether this worker still holds the unit. An entry whose insertion was not confirmed is not inserted twice. */
  async #insert(texts: readonly string[]): Promise<boolean> {
    const { id, queue, attempt } = this.#unit;
    const [row] = await this.#queue.sql<{ held: boolean }>(
      `WITH held AS (
         SELECT FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3
       ), added AS (
         INSERT INTO ${SCHEMA}.record (unit, writer, number, entry)
         SELECT $2, $4, $5 + n, entry FROM unnest($6::text[]) WITH ORDINALITY AS e (entry, n)
         WHERE EXISTS (SELECT FROM held) ORDER BY n ON CONFLICT DO NOTHING
       ) SELECT EXISTS (SELECT FROM held) AS held`,
      [queue, id, attempt, this.id, this.#stored, texts],
    );
    return row!.held;
  }
}
