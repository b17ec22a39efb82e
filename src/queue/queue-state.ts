/** What is in a queue: counts, dead units with their logs; and what an administrator changes. */
import { PURGE } from './budget-statements.ts';
import type { Queue } from './open-queue.ts';
import { BOSS_SCHEMA, SCHEMA } from './queue-tables.ts';
import type { Requirements } from './requirements.ts';

/** The units of one kind with the same requirements. */
export interface QueueCounts {
  name: string;
  kind: string;
  requirements: Requirements;
  waiting: number;
  running: number;
  /** Results that were not fetched yet. */
  done: number;
  dead: number;
  cancelled: number;
}

export interface DeadUnit {
  id: string;
  queue: string;
  kind: string;
  log: string[];
}

const STATES = {
  waiting: "'created', 'retry'",
  running: "'active'",
  done: "'completed'",
  dead: "'failed'",
  cancelled: "'cancelled'",
};

const COLUMNS = Object.entries(STATES).map(
  ([column, states]) => `COALESCE(sum(c.units) FILTER (WHERE c.state IN (${states})), 0)::int AS ${column}`,
);

/**
 * In two parts, for two indexes of pg-boss: `job_i14` has the live states and `job_i16` the ended ones. The table itself is much
 * larger, because it has the payloads.
 */
const COUNTS = `
WITH counted AS (
  SELECT name, state::text, count(*) AS units FROM ${BOSS_SCHEMA}.job
  WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name, state
  UNION ALL
  SELECT name, state::text, count(*) FROM ${BOSS_SCHEMA}.job
  WHERE completed_on IS NOT NULL AND state IN ('completed', 'cancelled') GROUP BY name, state
)
SELECT q.name, q.kind, q.requirements, ${COLUMNS.join(', ')}
FROM ${SCHEMA}.queue q LEFT JOIN counted c ON c.name = q.name
GROUP BY q.name ORDER BY q.kind, q.created_on, q.name`;

export function countUnits(queue: Queue): Promise<QueueCounts[]> {
  return queue.sql<QueueCounts>(COUNTS);
}

/** The latest first. */
export async function deadUnits(queue: Queue, limit: number): Promise<DeadUnit[]> {
  const found = await queue.sql<Omit<DeadUnit, 'log'>>(
    `SELECT j.id, q.name AS queue, q.kind FROM ${SCHEMA}.queue q CROSS JOIN LATERAL (
       SELECT id, completed_on FROM ${BOSS_SCHEMA}.job WHERE name = q.name AND state = 'failed'
       ORDER BY completed_on DESC, id LIMIT $1
     ) j ORDER BY j.completed_on DESC, j.id LIMIT $1`,
    [limit],
  );
  const logs = await logsOf(
    queue,
    found.map(({ id }) => id),
  );
  return found.map((unit) => ({ ...unit, log: logs.get(unit.id) ?? [] }));
}

/** The log of each of these units: one line for each attempt. */
export async function logsOf(queue: Queue, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queue.sql<{ unit: string; attempt: number; host: string | null; pid: number; log: string | null }>(
    `SELECT a.unit, a.attempt, w.host, w.pid, a.log FROM ${SCHEMA}.attempt a LEFT JOIN ${SCHEMA}.worker w ON w.id = a.worker
     WHERE a.unit = ANY($1::uuid[]) ORDER BY a.unit, a.attempt`,
    [ids],
  );
  const logs = new Map<string, string[]>();
  for (const { unit, attempt, host, pid, log } of rows) {
    const who = host === null ? 'a worker' : `${host}, process ${pid}`;
    const line = `attempt ${attempt + 1} on ${who}: ${log ?? 'the worker was lost'}`;
    logs.set(unit, [...(logs.get(unit) ?? []), line]);
  }
  return logs;
}

/** Units that are changed at once. */
const PER_STATEMENT = 10_000;

/** Calls `change` with the units in these states, of one queue at a time. Returns their number. */
async function changeUnits(
  queue: Queue,
  states: readonly string[],
  change: (name: string, ids: string[]) => Promise<unknown>,
): Promise<number> {
  let changed = 0;
  for (const { name } of await queue.sql<{ name: string }>(`SELECT name FROM ${SCHEMA}.queue ORDER BY name`)) {
    for (;;) {
      const rows = await queue.sql<{ id: string }>(
        `SELECT id FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND state::text = ANY($2) LIMIT ${PER_STATEMENT}`,
        [name, states],
      );
      if (rows.length === 0) break;
      await change(
        name,
        rows.map(({ id }) => id),
      );
      changed += rows.length;
    }
  }
  return changed;
}

/** Dead units get one more attempt. */
export function retryDead(queue: Queue): Promise<number> {
  return changeUnits(queue, ['failed'], (name, ids) => queue.boss.retry(name, ids));
}

/** Cancels what waits or runs; who sent it is told. */
export function cancelUnits(queue: Queue): Promise<number> {
  return changeUnits(queue, ['created', 'retry', 'active'], (name, ids) => queue.boss.cancel(name, ids));
}

/** Removes what has ended: dead and cancelled units, results that nobody fetched, workers that are gone, and old budgets. */
export async function purgeEnded(queue: Queue): Promise<{ units: number; workers: number }> {
  const units = await changeUnits(queue, ['completed', 'failed', 'cancelled'], async (name, ids) => {
    await queue.boss.deleteJob(name, ids);
    await queue.sql(`DELETE FROM ${SCHEMA}.attempt WHERE unit = ANY($1::uuid[])`, [ids]);
  });
  // The sender of a unit writes before it sends, and reads once the unit is answered.
  await queue.sql(
    `DELETE FROM ${SCHEMA}.record r WHERE NOT EXISTS (SELECT FROM ${BOSS_SCHEMA}.job j WHERE j.id = r.unit)
     AND NOT EXISTS (SELECT FROM ${SCHEMA}.record o WHERE o.unit = r.unit AND o.written_on > now() - interval '1 hour')`,
  );
  const workers = await queue.sql(
    `DELETE FROM ${SCHEMA}.worker WHERE stopped_on IS NOT NULL OR heartbeat_on < now() - interval '1 hour' RETURNING id`,
  );
  await queue.sql(PURGE);
  return { units, workers: workers.length };
}
