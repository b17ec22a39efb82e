/** The tables of a queue: makes them, and finds out what the user of the connection may do with them. */
import type { Client } from 'pg';
import { Failure } from '../base/errors.ts';
import { CREATE_FUNCTIONS } from './budget-functions.ts';
import { BOSS_SCHEMA, CREATE_TABLES, SCHEMA, TABLES_VERSION } from './queue-tables.ts';
import type { QueuePlace } from './queue-url.ts';

/** What the user of a connection may do: everything, or only what a worker does (see `worker-role.ts`). */
export interface TableRights {
  maySend: boolean;
}

/**
 * Makes the tables if there are none. `makeBossTables`: makes those of pg-boss, whose version is `bossVersion`.
 * @throws {Failure} `queue-version` if they are those of another version, `queue-rights` if the user may not read them
 */
export async function prepareTables(
  client: Client,
  place: QueuePlace,
  bossVersion: number,
  makeBossTables: () => Promise<void>,
): Promise<TableRights> {
  if (!(await hasTables(client, place))) {
    // Held until the connection ends, so of several processes one makes the tables.
    await client.query(`SELECT pg_advisory_lock(hashtext('${SCHEMA}'))`);
    if (!(await hasTables(client, place))) {
      await makeBossTables();
      await client.query(
        `BEGIN; ${CREATE_TABLES} ${CREATE_FUNCTIONS} INSERT INTO ${SCHEMA}.version VALUES (${TABLES_VERSION}, ${bossVersion}); COMMIT;`,
      );
    }
  }
  const { rows } = await client.query<{ tables: number; boss: number; send: boolean }>(
    `SELECT tables, boss, has_table_privilege('${BOSS_SCHEMA}.job', 'DELETE') AS send FROM ${SCHEMA}.version`,
  );
  const found = rows[0];
  if (found?.tables === TABLES_VERSION && found.boss === bossVersion) return { maySend: found.send };
  throw new Failure('usage', 'queue-version', {
    message: `The queue at ${place.shown} was made by another version of lemmahead or pg-boss.`,
    reason: `Its tables have version ${found?.tables}.${found?.boss}; this version needs ${TABLES_VERSION}.${bossVersion}.`,
    next: `Use the same versions everywhere, or another database. To start again: DROP SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} CASCADE;`,
  });
}

/** Asks the catalog, which everyone may read, because the schema itself may be closed to this user. */
async function hasTables(client: Client, { shown, user }: QueuePlace): Promise<boolean> {
  const { rows } = await client.query<{ usable: boolean }>(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AS usable
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = '${SCHEMA}' AND c.relname = 'version'`,
  );
  if (rows.length > 0 && !rows[0]!.usable) {
    throw new Failure('usage', 'queue-rights', {
      message: `${user} may not use the queue at ${shown}.`,
      next: `For a worker, as the owner of the database: lemmahead queue grant ${user}`,
    });
  }
  return rows.length > 0;
}
