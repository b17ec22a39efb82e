/** The tables of a queue that pg-boss does not have: what each queue requires, workers, and attempts. */

/** The schema of these tables. */
export const SCHEMA = 'lemmahead';
/** The schema that pg-boss makes for its own tables. */
export const BOSS_SCHEMA = 'lemmahead_pgboss';
/** Increased with every change of the tables. */
export const TABLES_VERSION = 1;

/**
 * All times are the database's, because clocks of hosts may differ. `worker.heartbeat_on` and `attempt.started_on` are
 * never compared with a time of this process.
 */
export const CREATE_TABLES = `
CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
CREATE TABLE ${SCHEMA}.version (tables int NOT NULL, boss int NOT NULL);
-- One row for each queue of pg-boss: units of one kind with the same requirements.
CREATE TABLE ${SCHEMA}.queue (
  name text PRIMARY KEY,
  kind text NOT NULL,
  requirements jsonb NOT NULL,
  created_on timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE ${SCHEMA}.worker (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  pid int NOT NULL,
  version text NOT NULL,
  jobs int NOT NULL,
  kinds jsonb NOT NULL,
  offers jsonb NOT NULL,
  self_tests jsonb NOT NULL,
  done bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  per_minute int NOT NULL DEFAULT 0,
  started_on timestamptz NOT NULL DEFAULT now(),
  heartbeat_on timestamptz NOT NULL DEFAULT now(),
  stopped_on timestamptz
);
-- The log of a unit: who tried it, and why that failed. An attempt without a log succeeded, is running, or was lost.
CREATE TABLE ${SCHEMA}.attempt (
  unit uuid NOT NULL,
  attempt int NOT NULL,
  worker uuid NOT NULL,
  started_on timestamptz NOT NULL DEFAULT now(),
  log text,
  PRIMARY KEY (unit, attempt)
);
`;
