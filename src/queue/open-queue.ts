/** Opens a queue: pg-boss and our tables in a PostgreSQL database. The packages are loaded only here. */
import { setTimeout } from 'node:timers/promises';
import type * as BossPackage from 'pg-boss';
import type { PgBoss } from 'pg-boss';
import type * as PgPackage from 'pg';
import type { Client, ClientConfig } from 'pg';
import { Failure } from '../base/errors.ts';
import { connectionFailure, isOutage } from './database-errors.ts';
import { BOSS_SCHEMA, CREATE_TABLES, SCHEMA, TABLES_VERSION } from './queue-tables.ts';
import type { QueuePlace } from './queue-url.ts';
import { type Requirements, requirementsDigest } from './requirements.ts';

/** A worker that gives no sign of life for this long loses its units. */
export const LEASE_SECONDS = 30;
/** How often expired leases are looked for. Together with the lease, less than a minute. */
const SUPERVISE_SECONDS = 10;
/** A unit is dead after as many failed attempts. */
export const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 1;
/** Units that nobody takes, and results that nobody fetches, are removed after this time. */
const KEEP_SECONDS = 14 * 24 * 60 * 60;
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
  const makeBoss = (migrate: boolean): PgBoss =>
    new package_.PgBoss({
      ...connection,
      ...{ schema: BOSS_SCHEMA, schedule: false, registerInstance: false, migrate, max: options.connections },
      supervise: options.supervises && !migrate,
      ...{ superviseIntervalSeconds: SUPERVISE_SECONDS, monitorIntervalSeconds: SUPERVISE_SECONDS, reindex: false },
    });
  const client = new pg.Client(connection);
  client.on('error', options.onError);
  try {
    await client.connect();
    await prepareTables(client, place, bossVersion, () => makeBoss(true));
    const boss = makeBoss(false);
    boss.on('error', options.onError);
    await boss.start();
    return new Queue(boss, place);
  } catch (error) {
    throw error instanceof Failure ? error : connectionFailure(error, place);
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

/** Makes the tables if there are none. @throws {Failure} `queue-version` if they are those of another version */
async function prepareTables(
  client: Client,
  place: QueuePlace,
  bossVersion: number,
  makeBoss: () => PgBoss,
): Promise<void> {
  if (!(await hasTables(client))) {
    // Held until the connection ends, so of several processes one makes the tables.
    await client.query(`SELECT pg_advisory_lock(hashtext('${SCHEMA}'))`);
    if (!(await hasTables(client))) {
      const boss = makeBoss();
      boss.on('error', () => undefined);
      await boss.start();
      await boss.stop();
      await client.query(
        `BEGIN; ${CREATE_TABLES} INSERT INTO ${SCHEMA}.version VALUES (${TABLES_VERSION}, ${bossVersion}); COMMIT;`,
      );
    }
  }
  const { rows } = await client.query<{ tables: number; boss: number }>(`SELECT tables, boss FROM ${SCHEMA}.version`);
  const found = rows[0];
  if (found?.tables === TABLES_VERSION && found.boss === bossVersion) return;
  throw new Failure('usage', 'queue-version', {
    message: `The queue at ${place.shown} was made by another version of lemmahead or pg-boss.`,
    reason: `Its tables have version ${found?.tables}.${found?.boss}; this version needs ${TABLES_VERSION}.${bossVersion}.`,
    next: `Use the same versions everywhere, or another database. To start again: DROP SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} CASCADE;`,
  });
}

async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('${SCHEMA}.version') IS NOT NULL AS found`,
  );
  return rows[0]!.found;
}

/** An open queue. Its methods fail while the database is away; `whenBack` repeats them. */
export class Queue {
  readonly boss: PgBoss;
  readonly place: QueuePlace;
  readonly #known = new Set<string>();

  constructor(boss: PgBoss, place: QueuePlace) {
    this.boss = boss;
    this.place = place;
  }

  async sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.boss.getDb().executeSql(text, [...values]);
    return rows as Row[];
  }

  /** The name of the queue for units of this kind with these requirements, which is made if there is none. */
  async nameFor(kind: string, requirements: Requirements): Promise<string> {
    const name = `${kind}.${requirementsDigest(requirements)}`;
    if (this.#known.has(name)) return name;
    await this.boss.createQueue(name, {
      retryLimit: MAX_ATTEMPTS - 1,
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
      if (!isOutage(error)) throw error;
      if (!isLost) outages.onLost(error);
      isLost = true;
      await pause(AGAIN_MS, signal);
    }
  }
}

/** Waits, or until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
