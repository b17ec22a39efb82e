/** Converts requests to command options: reads the option tables, and applies the server's limits. */
import { availableParallelism } from 'node:os';
import { Failure } from '../base/errors.ts';
import { optionsOf, type OptionRow, type OptionsOf, type OptionTable, rowsOf } from '../config/option-table.ts';
import type { Settings } from '../config/settings.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Limits } from '../llm/budget.ts';
import { CHECK_OPTIONS, type CheckCommandOptions } from '../options/check-options.ts';
import { PROVE_OPTIONS, type ProveCommandOptions } from '../options/prove-options.ts';
import { IN_LIBRARY, SEARCH_OPTIONS, type SearchCommandOptions } from '../options/search-options.ts';
import type { CheckRequest, ProveRequest, SearchRequest } from './requests.ts';

/** The value of a request field; undefined if it is absent. A list may be written as its only value. */
function fieldOf(request: object, { request: place, value }: OptionRow): unknown {
  if (place === undefined) return undefined;
  const field = place.field
    .split('.')
    .reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], request);
  return value.is === 'list' && typeof field === 'string' ? [field] : field;
}

function requestedOptions<Table extends OptionTable>(table: Table, request: object): OptionsOf<Table> {
  return optionsOf(table, (row) => fieldOf(request, row));
}

/** @throws {Failure} `bad-request` if a search of the library only has fields that apply to declarations */
export function searchOptions(request: SearchRequest, { searchLimit }: Settings): SearchCommandOptions {
  if (request.where === 'library') rejectDeclarationFields(request);
  return {
    ...requestedOptions(SEARCH_OPTIONS, request),
    query: request.query ?? null,
    k: request.k ?? searchLimit,
  };
}

/** As the command line, which refuses the flags of these fields with `--in-library`. */
function rejectDeclarationFields(request: SearchRequest): void {
  const inapplicable = rowsOf(SEARCH_OPTIONS)
    .filter((row) => row.conflicts?.includes(IN_LIBRARY) === true && fieldOf(request, row) !== undefined)
    .map((row) => row.request?.field);
  if (inapplicable.length === 0) return;
  throw new Failure('usage', 'bad-request', {
    message: `${inapplicable.join(', ')} cannot be used in a search of the library only.`,
    next: 'Leave it out, or search with "where": "everywhere".',
  });
}

/** Limits that are set when the server is started; no request can exceed them. */
export interface JobRules {
  /** The weakest sandbox in which Lean may run. */
  requireSandbox: SandboxLevel;
  /** Maximum duration of a check or a proof, in seconds. */
  maxTime: number;
  /** Limits of one proof. */
  limits: Limits;
}

/** `file` and `against`: absolute paths. */
export function checkOptions(
  request: CheckRequest,
  { file, against }: { file: string; against: string | null },
  { requireSandbox }: JobRules,
): CheckCommandOptions {
  return { ...requestedOptions(CHECK_OPTIONS, request), files: [file], against, requireSandbox };
}

/** `file`: an absolute path. The result is only reported; no file of the user is written. */
export function proveOptions(request: ProveRequest, file: string, rules: JobRules): ProveCommandOptions {
  const { limits, maxTime, ...options } = requestedOptions(PROVE_OPTIONS, request);
  return {
    ...options,
    file,
    jobs: Math.min(2, availableParallelism()),
    output: { to: 'show' },
    limits: {
      cost: stricterLimit(limits.cost, rules.limits.cost),
      tokens: stricterLimit(limits.tokens, rules.limits.tokens),
      attempts: stricterLimit(limits.attempts, rules.limits.attempts),
    },
    maxTime: stricterLimit(maxTime, rules.maxTime),
    requireSandbox: rules.requireSandbox,
  };
}

function stricterLimit(requested: number | null, allowed: number | null): number | null {
  if (requested === null) return allowed;
  return allowed === null ? requested : Math.min(requested, allowed);
}
