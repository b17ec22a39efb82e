/** The rights of a worker's role in the database of a queue: the smallest with which a worker can work. */
import { Failure } from '../base/errors.ts';
import type { Queue } from './open-queue.ts';
import { BUDGET_FUNCTIONS } from './budget-functions.ts';
import { BOSS_SCHEMA, SCHEMA } from './queue-tables.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What pg-boss changes in a unit that is taken, kept, given back, or answered. Not its payload, and not its queue. */
const UNIT_COLUMNS = [
  ...['state', 'started_on', 'heartbeat_on', 'completed_on', 'start_after', 'retry_count', 'output'],
  ...['blocked', 'pending_dependencies'],
].join(', ');

/**
 * The statements in order. They take everything that the role has in these schemas first, so a repetition repairs. They also
 * close the database to roles that are not named, which PostgreSQL lets in by default: those of other tenants.
 */
export function workerGrants(role: string, database: string): string[] {
  const [to, from] = [`TO ${quoted(role)}`, `FROM ${quoted(role)}`];
  return [
    `REVOKE CONNECT, TEMPORARY ON DATABASE ${quoted(database)} FROM PUBLIC`,
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    `REVOKE ALL ON DATABASE ${quoted(database)} ${from}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} ${from}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} ${from}`,
    `REVOKE ALL ON SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} ${from}`,
    `GRANT CONNECT ON DATABASE ${quoted(database)} ${to}`,
    `GRANT USAGE ON SCHEMA ${SCHEMA}, ${BOSS_SCHEMA} ${to}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${SCHEMA} ${to}`,
    `REVOKE SELECT ON ${SCHEMA}.reservation ${from}`,
    `GRANT EXECUTE ON FUNCTION ${BUDGET_FUNCTIONS.join(', ')} ${to}`,
    `GRANT INSERT, UPDATE ON ${SCHEMA}.worker, ${SCHEMA}.attempt ${to}`,
    `GRANT INSERT ON ${SCHEMA}.record ${to}`,
    `GRANT USAGE ON SEQUENCE ${SCHEMA}.record_id_seq ${to}`,
    ...['version', 'queue', 'job', 'job_common'].map((table) => `GRANT SELECT ON ${BOSS_SCHEMA}.${table} ${to}`),
    ...['job', 'job_common'].map((table) => `GRANT UPDATE (${UNIT_COLUMNS}) ON ${BOSS_SCHEMA}.${table} ${to}`),
  ];
}

interface RoleFacts {
  database: string;
  owns: boolean;
  exists: boolean;
  may_everything: boolean;
}

/**
 * Gives a role that exists the rights of a worker, and no others. Returns the statements.
 * @throws {Failure} `queue-rights` if this user does not own the database, `queue-role` if the role cannot be a worker's
 */
export async function grantWorker(queue: Queue, role: string): Promise<string[]> {
  const { shown, user } = queue.place;
  const [facts] = await queue.sql<RoleFacts>(
    `SELECT d.datname AS database, pg_has_role(current_user, d.datdba, 'USAGE') AS owns, r.oid IS NOT NULL AS exists,
       COALESCE(r.rolsuper OR pg_has_role(r.oid, d.datdba, 'MEMBER') OR pg_has_role(r.oid, c.relowner, 'MEMBER'), false)
         AS may_everything
     FROM pg_database d LEFT JOIN pg_roles r ON r.rolname = $1,
       (SELECT relowner FROM pg_class WHERE oid = '${SCHEMA}.version'::regclass) c
     WHERE d.datname = current_database()`,
    [role],
  );
  const { database, owns, exists, may_everything: mayEverything } = facts!;
  const failure = (code: string, message: string, next: string): Failure =>
    new Failure('usage', code, { message, next });
  if (!owns) {
    const next = `As its owner, or as an administrator: lemmahead queue grant ${role}`;
    throw failure('queue-rights', `${user} does not own the database of the queue at ${shown}.`, next);
  }
  if (!exists) {
    throw failure('queue-role', `The server at ${shown} has no role ${role}.`, `createuser --pwprompt ${role}`);
  }
  if (mayEverything) {
    const next = 'Make another role for workers: createuser --pwprompt NAME';
    throw failure(
      'queue-role',
      `The role ${role} owns the queue or is a superuser: no right can be taken from it.`,
      next,
    );
  }
  const statements = workerGrants(role, database);
  // Several statements in one message are one transaction: a worker that takes units meanwhile never lacks a right.
  await queue.sql(statements.join(';\n'));
  return statements;
}
