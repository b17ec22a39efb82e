/** The tables of a queue that pg-boss does not have: what each queue requires, workers, attempts, records, and budgets. */

/** The schema of these tables. */
export const SCHEMA = 'lemmahead';
/** The schema that pg-boss makes for its own tables. */
export const BOSS_SCHEMA = 'lemmahead_pgboss';
/** What nobody takes, fetches or changes for this long is removed. */
export const KEEP_SECONDS = 14 * 24 * 60 * 60;
/** Increased with every change of the tables. */
export const TABLES_VERSION = 3;

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
-- What happens in a unit, as JSON: written by its worker and by who sent it, in the order of \`id\`. \`writer\` and \`number\`
-- tell an entry from others, so that one that is sent again after an outage is not stored twice.
CREATE TABLE ${SCHEMA}.record (
  id bigserial NOT NULL,
  unit uuid NOT NULL,
  writer uuid NOT NULL,
  number int NOT NULL,
  entry text NOT NULL,
  written_on timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (unit, writer, number)
);
CREATE INDEX ON ${SCHEMA}.record (unit, id);
-- A limit that is NULL limits nothing. Amounts are exact: sums of floating-point numbers are not.
CREATE TABLE ${SCHEMA}.budget (
  id text PRIMARY KEY,
  max_tokens numeric,
  max_cost numeric,
  max_attempts numeric,
  spent_tokens numeric NOT NULL DEFAULT 0,
  spent_cost numeric NOT NULL DEFAULT 0,
  spent_attempts numeric NOT NULL DEFAULT 0,
  -- The sum of the reservations that are not settled.
  reserved_tokens numeric NOT NULL DEFAULT 0,
  reserved_cost numeric NOT NULL DEFAULT 0,
  reserved_attempts numeric NOT NULL DEFAULT 0,
  changed_on timestamptz NOT NULL DEFAULT now(),
  CHECK (spent_tokens >= 0 AND spent_cost >= 0 AND spent_attempts >= 0),
  CHECK (reserved_tokens >= 0 AND reserved_cost >= 0 AND reserved_attempts >= 0)
);
-- One row for each try of a request, and for each grant of attempts. One that its holder never settled counts for ever.
CREATE TABLE ${SCHEMA}.reservation (
  id uuid PRIMARY KEY,
  budget text NOT NULL REFERENCES ${SCHEMA}.budget ON DELETE CASCADE,
  tokens numeric NOT NULL,
  cost numeric NOT NULL,
  attempts numeric NOT NULL,
  -- The process that spends, and the unit for which a worker does.
  holder uuid NOT NULL,
  unit uuid,
  attempt int,
  made_on timestamptz NOT NULL DEFAULT now(),
  renewed_on timestamptz NOT NULL DEFAULT now(),
  settled_on timestamptz,
  used_tokens numeric,
  used_cost numeric,
  used_attempts numeric
);
CREATE INDEX ON ${SCHEMA}.reservation (budget) WHERE settled_on IS NULL;
CREATE INDEX ON ${SCHEMA}.reservation (holder) WHERE settled_on IS NULL;
`;
