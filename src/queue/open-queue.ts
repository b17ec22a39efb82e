/** Opens a queue: pg-boss and our tables in a PostgreSQL database. The packages are loaded only here. */
import { setTimeout } from 'node:timers/promises';
import type * as BossPackage from 'pg-boss';
import type { PgBoss } from 'pg-boss';
import type * as PgPackage from 'pg';
import type { ClientConfig } from 'pg';
import { Failure } from '../base/errors.ts';
import { connectionFailure, isOutage } from './database-errors.ts';
import { prepareTables, type TableRights } from './prepare-tables.ts';
import { BOSS_SCHEMA, KEEP_SECONDS, SCHEMA } from './queue-tables.ts';
import type { QueuePlace } from './queue-url.ts';
import { type Requirements, requirementsDigest } from './requirements.ts';

/** A worker that gives no sign of life for this long loses its units. */
export const LEASE_SECONDS = 30;
/** How often expired leases are looked for. Together with the lease, less than a minute. */
const SUPERVISE_SECONDS = 10;
/** A unit is dead after as many failed attempts. */
export const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 1;
/** The longest time that pg-boss allows: units are ended by their own limits, or by the lease. */
const EXPIRE_SECONDS = 24 * 60 * 60 - 1;
const CONNECT_MS = 10_000;
/** A database that answers nothing for this long counts as away. Maintenance of a large queue takes some seconds. */
const ANSWER_MS = 60_000;

export interface QueueOptions {
  /** Null: as `pg` finds it, in PGPASSWORD or ~/.pgpass. */
  password: string | null;
  /** Maximum number of connections. */
  connections: number;
  /** Whether this process looks for expired leases: those that stay for long. */
  supervises: boolean;
  /** Errors of work in the background. */
  onError: (error: Error) => void;
}

/** @throws {Failure} that says what is wrong with the address, the password, the server, or its tables */
export async function openQueue(place: QueuePlace, options: QueueOptions): Promise<Queue> {
  const { boss: package_, pg, bossVersion } = await loadPackages();
  const connection = {
    ...{ host: place.host, port: place.port, user: place.user, database: place.database },
    ...(options.password === null ? {} : { password: options.password }),
    ssl: place.hasTls,
    connectionTimeoutMillis: CONNECT_MS,
    ...{ query_timeout: ANSWER_MS, keepAlive: true },
    application_name: 'lemmahead',
  } satisfies ClientConfig;
  const makeBoss = (migrate: boolean, supervise: boolean): PgBoss =>
    new package_.PgBoss({
      ...connection,
      ...{ schema: BOSS_SCHEMA, schedule: false, registerInstance: false, migrate, max: options.connections },
      supervise,
      ...{ superviseIntervalSeconds: SUPERVISE_SECONDS, monitorIntervalSeconds: SUPERVISE_SECONDS, reindex: false },
    });
  const client = new pg.Client(connection);
  client.on('error', options.onError);
  let isConnected = false;
  try {
    await client.connect();
    isConnected = true;
    const rights = await prepareTables(client, place, bossVersion, async () => {
      const boss = makeBoss(true, false);
      boss.on('error', () => undefined);
      await boss.start();
      await boss.stop();
    });
    // A unit whose lease has ended is removed and made again, which a worker's role may not do; who sends units may.
    const boss = makeBoss(false, options.supervises && rights.maySend);
    boss.on('error', options.onError);
    await boss.start();
    return new Queue(boss, place, rights);
  } catch (error) {
    throw error instanceof Failure ? error : connectionFailure(error, place, isConnected);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loadPackages(): Promise<{
  boss: typeof BossPackage;
  pg: Pick<typeof PgPackage, 'Client'>;
  bossVersion: number;
}> {
  try {
    const [boss, { default: pg }, { default: manifest }] = await Promise.all([
      import('pg-boss'),
      import('pg'),
      import('pg-boss/package.json', { with: { type: 'json' } }),
    ]);
    return { boss, pg, bossVersion: (manifest as { pgboss: { schema: number } }).pgboss.schema };
  } catch (error) {
    throw new Failure('missing', 'package-missing', {
      message: 'A queue needs the packages pg-boss and pg, which are not installed.',
      reason: (error as Error).message.split('\n')[0]!,
      next: 'npm install -g pg-boss pg',
      cause: error,
    });
  }
}

/** An open queue. Its methods fail while the database is away; `whenBack` repeats them. */
export class Queue {
  readonly boss: PgBoss;
  readonly place: QueuePlace;
  readonly rights: TableRights;
  readonly #known = new Set<string>();

  constructor(boss: PgBoss, place: QueuePlace, rights: TableRights) {
    this.boss = boss;
    this.place = place;
    this.rights = rights;
  }

  async sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.boss.getDb().executeSql(text, [...values]);
    return rows as Row[];
  }

  /**
   * The name of the queue for units of this kind with these requirements, which is made if there is none. `isOnce`: a unit has
   * one attempt.
   */
  async nameFor(kind: string, requirements: Requirements, isOnce = false): Promise<string> {
    const name = `${kind}.${requirementsDigest(requirements)}`;
    if (this.#known.has(name)) return name;
    await this.boss.createQueue(name, {
      retryLimit: isOnce ? 0 : MAX_ATTEMPTS - 1,
      retryDelay: RETRY_SECONDS,
      heartbeatSeconds: LEASE_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      retentionSeconds: KEEP_SECONDS,
      deleteAfterSeconds: KEEP_SECONDS,
    });
    await this.sql(
      `INSERT INTO ${SCHEMA}.queue (name, kind, requirements) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [name, kind, JSON.stringify(requirements)],
    );
    this.#known.add(name);
    return name;
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

const AGAIN_MS = 1000;

/** Told when the database goes away, and when it is back. */
export interface Outages {
  onLost: (error: unknown) => void;
  onBack: () => void;
  /** The failure to show for an error that does not pass; by default, the error itself. */
  explain?: (error: unknown) => unknown;
}

/** Calls `work` until the database answers. @throws any other error, or the reason of the signal */
export async function whenBack<T>(work: () => Promise<T>, signal: AbortSignal, outages: Outages): Promise<T> {
  for (let isLost = false; ;) {
    signal.throwIfAborted();
    try {
      const result = await work();
      if (isLost) outages.onBack();
      return result;
    } catch (error) {
      if (!isOutage(error)) throw outages.explain?.(error) ?? error;
      if (!isLost) outages.onLost(error);
      isLost = true;
      await pause(AGAIN_MS, signal);
    }
  }
}

/** Waits, or until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
