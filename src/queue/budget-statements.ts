/** The statements of a budget in the database. Each is one transaction. */
import { KEEP_SECONDS, SCHEMA } from './queue-tables.ts';
import { ALIVE_SECONDS } from './worker-registry.ts';

/** What became of a reservation. `granted`: attempts. */
export interface Outcome {
  granted: number;
  refused_by: 'tokens' | 'cost' | 'attempts' | null;
}

/** What was spent is raised to what earlier sessions spent; a part of that may be reserved still. */
export const OPEN = `
INSERT INTO ${SCHEMA}.budget AS b
  (id, max_tokens, max_cost, max_attempts, spent_tokens, spent_cost, spent_attempts)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET changed_on = now(),
  max_tokens = excluded.max_tokens, max_cost = excluded.max_cost, max_attempts = excluded.max_attempts,
  spent_tokens = greatest(b.spent_tokens, excluded.spent_tokens - b.reserved_tokens),
  spent_cost = greatest(b.spent_cost, excluded.spent_cost - b.reserved_cost),
  spent_attempts = greatest(b.spent_attempts, excluded.spent_attempts - b.reserved_attempts)`;

/** Whether `wanted` more of a limit does not fit. A limit of 0 refuses everything, also what costs nothing. */
const refuses = (limit: string, wanted: string): string =>
  `(max_${limit} = 0 OR spent_${limit} + reserved_${limit} + ${wanted}::numeric > max_${limit})`;

/**
 * Attempts ($5) are granted as far as they are left, everything else completely or not at all. The row of the budget is locked first,
 * so what is compared is what is changed.
 */
export const RESERVE = `
WITH locked AS (
  SELECT id, CASE
      WHEN $5::numeric > 0 AND spent_attempts + reserved_attempts >= max_attempts THEN 'attempts'
      WHEN $5::numeric = 0 AND ${refuses('tokens', '$3')} THEN 'tokens'
      WHEN $5::numeric = 0 AND ${refuses('cost', '$4')} THEN 'cost'
    END AS refused_by,
    least($5::numeric, max_attempts - spent_attempts - reserved_attempts) AS attempts
  FROM ${SCHEMA}.budget WHERE id = $1 FOR NO KEY UPDATE
), made AS (
  INSERT INTO ${SCHEMA}.reservation (id, budget, tokens, cost, attempts, holder, unit, attempt)
  SELECT $2::uuid, id, $3::numeric, $4::numeric, attempts, $6::uuid, $7::uuid, $8::int
  FROM locked WHERE refused_by IS NULL
), changed AS (
  UPDATE ${SCHEMA}.budget b SET changed_on = now(), reserved_tokens = b.reserved_tokens + $3::numeric,
    reserved_cost = b.reserved_cost + $4::numeric, reserved_attempts = b.reserved_attempts + locked.attempts
  FROM locked WHERE b.id = locked.id AND locked.refused_by IS NULL
)
SELECT refused_by, CASE WHEN refused_by IS NULL THEN attempts ELSE 0 END::float AS granted FROM locked`;

/**
 * `held`: whether somebody who lives may give back what is asked for: attempts ($3), or amounts of requests. `found`: the
 * attempts of the reservation, if there is one.
 */
export const LOOK_UP = `
SELECT EXISTS (
  SELECT FROM ${SCHEMA}.reservation WHERE budget = $1 AND settled_on IS NULL AND (attempts > 0) = $3::boolean
    AND renewed_on > now() - interval '${ALIVE_SECONDS} s'
) AS held, (SELECT attempts::float FROM ${SCHEMA}.reservation WHERE id = $2) AS found`;

export const RENEW = `
UPDATE ${SCHEMA}.reservation SET renewed_on = now() WHERE holder = $1 AND settled_on IS NULL`;

/** An actual value that is not between 0 and the reserved one counts as the reserved one. */
const counted = (name: string, actual: string): string =>
  `CASE WHEN ${actual}::numeric BETWEEN 0 AND ${name} THEN ${actual}::numeric ELSE ${name} END`;

/** Changes nothing if it is repeated. */
export const SETTLE = `
WITH settled AS (
  UPDATE ${SCHEMA}.reservation SET settled_on = now(), used_tokens = ${counted('tokens', '$2')},
    used_cost = ${counted('cost', '$3')}, used_attempts = ${counted('attempts', '$4')}
  WHERE id = $1 AND settled_on IS NULL
  RETURNING budget, tokens, cost, attempts, used_tokens, used_cost, used_attempts
)
UPDATE ${SCHEMA}.budget b SET changed_on = now(),
  spent_tokens = b.spent_tokens + s.used_tokens, reserved_tokens = b.reserved_tokens - s.tokens,
  spent_cost = b.spent_cost + s.used_cost, reserved_cost = b.reserved_cost - s.cost,
  spent_attempts = b.spent_attempts + s.used_attempts, reserved_attempts = b.reserved_attempts - s.attempts
FROM settled s WHERE b.id = s.budget`;

const COLUMNS = ['max', 'spent', 'reserved'].flatMap((kind) =>
  ['tokens', 'cost', 'attempts'].map((limit) => `${kind}_${limit}::float`),
);

export const TOTALS = `SELECT ${COLUMNS.join(', ')} FROM ${SCHEMA}.budget WHERE id = $1`;

/** Budgets that nobody has changed for long; their reservations go with them. */
export const PURGE = `
DELETE FROM ${SCHEMA}.budget WHERE changed_on < now() - interval '${KEEP_SECONDS} s'`;
