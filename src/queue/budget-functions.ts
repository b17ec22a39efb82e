/**
 * The statements of a budget as functions of the database, which run with the rights of the owner of the tables. So a worker's
 * role reserves and settles without the right to change a budget: it cannot raise a limit or lower what was spent. The id of a
 * reservation is known only to who made it, because that role cannot read the table.
 */
import { LOOK_UP, RENEW, RESERVE, SETTLE } from './budget-statements.ts';
import { SCHEMA } from './queue-tables.ts';

interface BudgetFunction {
  name: string;
  parameters: readonly string[];
  returns: string;
  body: string;
}

const FUNCTIONS: readonly BudgetFunction[] = [
  {
    name: 'reserve',
    parameters: ['text', 'uuid', 'numeric', 'numeric', 'numeric', 'uuid', 'uuid', 'int'],
    returns: 'TABLE (refused_by text, granted float)',
    body: RESERVE,
  },
  {
    name: 'look_up_reservation',
    parameters: ['text', 'uuid', 'boolean'],
    returns: 'TABLE (held boolean, found float)',
    body: LOOK_UP,
  },
  { name: 'renew_reservations', parameters: ['uuid'], returns: 'void', body: RENEW },
  { name: 'settle', parameters: ['uuid', 'numeric', 'numeric', 'numeric'], returns: 'void', body: SETTLE },
];

const signature = ({ name, parameters }: BudgetFunction): string => `${SCHEMA}.${name}(${parameters.join(', ')})`;

/** Makes the functions, after the tables. */
export const CREATE_FUNCTIONS: string = FUNCTIONS.map(
  (each) => `
CREATE FUNCTION ${signature(each)} RETURNS ${each.returns} LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $body$${each.body}$body$;
REVOKE ALL ON FUNCTION ${signature(each)} FROM PUBLIC;`,
).join('\n');

/** The functions that a worker calls. */
export const BUDGET_FUNCTIONS: readonly string[] = FUNCTIONS.map(signature);

/** The statement that calls a function with as many values as it has parameters. */
function callOf(name: string): string {
  const { parameters } = FUNCTIONS.find((each) => each.name === name)!;
  return `SELECT * FROM ${SCHEMA}.${name}(${parameters.map((_, at) => `$${at + 1}`).join(', ')})`;
}

export const CALL_RESERVE: string = callOf('reserve');
export const CALL_LOOK_UP: string = callOf('look_up_reservation');
export const CALL_RENEW: string = callOf('renew_reservations');
export const CALL_SETTLE: string = callOf('settle');
