/** Reads the records of several units as they grow, with one statement for all. */
import { type Outages, pause, type Queue, whenBack } from './open-queue.ts';
import { SCHEMA } from './queue-tables.ts';
import { type RecordEntry, readRecord } from './unit-record.ts';

const EVERY_MS = 250;
/** Most entries of a unit at a time. */
const PER_READ = 500;

interface Followed {
  after: string;
  onEntry: (entry: RecordEntry) => void;
}

export class RecordFeed {
  readonly #queue: Queue;
  readonly #outages: Outages;
  readonly #followed = new Map<string, Followed>();
  readonly #closed = new AbortController();
  #isRunning = false;

  constructor(queue: Queue, outages: Outages) {
    this.#queue = queue;
    this.#outages = outages;
  }

  /** Calls `onEntry` with what is in the record and is added later, until `unfollow`. */
  follow(unit: string, onEntry: (entry: RecordEntry) => void): void {
    this.#followed.set(unit, { after: '0', onEntry });
    if (!this.#isRunning) void this.#run();
  }

  /** Reads the record to its end now. @throws if the database is away */
  async catchUp(unit: string): Promise<void> {
    const followed = this.#followed.get(unit);
    if (followed === undefined) return;
    for await (const entry of readRecord(this.#queue, unit, followed.after)) this.#give(followed, entry);
  }

  unfollow(unit: string): void {
    this.#followed.delete(unit);
  }

  close(): void {
    this.#followed.clear();
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#followed.size > 0 && !this.#closed.signal.aborted) {
      await whenBack(() => this.#read(), this.#closed.signal, this.#outages).catch(() => undefined);
      await pause(EVERY_MS, this.#closed.signal);
    }
    this.#isRunning = false;
  }

  async #read(): Promise<void> {
    const units = [...this.#followed.keys()];
    const entries = await this.#queue.sql<RecordEntry & { unit: string }>(
      `SELECT f.unit, r.id::text, r.writer, r.entry, extract(epoch FROM now() - r.written_on)::float AS age
       FROM unnest($1::uuid[], $2::bigint[]) AS f (unit, after) CROSS JOIN LATERAL (
         SELECT * FROM ${SCHEMA}.record WHERE unit = f.unit AND id > f.after ORDER BY id LIMIT ${PER_READ}
       ) r ORDER BY r.id`,
      [units, units.map((unit) => this.#followed.get(unit)!.after)],
    );
    for (const entry of entries) {
      const followed = this.#followed.get(entry.unit);
      if (followed !== undefined) this.#give(followed, entry);
    }
  }

  /** `catchUp` may have given an entry that was being read. */
  #give(followed: Followed, entry: RecordEntry): void {
    if (BigInt(entry.id) <= BigInt(followed.after)) return;
    followed.after = entry.id;
    followed.onEntry(entry);
  }
}
