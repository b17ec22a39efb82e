/** Converts requests to command options: translates names, sets defaults, applies the server's limits. */
import { availableParallelism } from 'node:os';
import { Failure } from '../base/errors.ts';
import type { CheckCommandOptions } from '../options/check-options.ts';
import type { ProveCommandOptions } from '../options/prove-options.ts';
import type { SearchCommandOptions } from '../options/search-options.ts';
import type { Settings } from '../config/settings.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Limits } from '../llm/budget.ts';
import { DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { defaultTries } from '../prove/strategies.ts';
import type { CheckRequest, ProveRequest, SearchRequest } from './requests.ts';

/** @throws {Failure} `bad-request` if a search of the library only has fields that apply to declarations */
export function searchOptions(request: SearchRequest, { searchLimit, searchRefresh }: Settings): SearchCommandOptions {
  const { filters = {} } = request;
  if (request.where === 'library') rejectDeclarationFields(request);
  return {
    query: request.query ?? null,
    where: request.where ?? 'index',
    k: request.k ?? searchLimit,
    as: request.as ?? null,
    kind: toList(filters.kind),
    source: toList(filters.source),
    heading: toList(filters.heading),
    module: toList(filters.module),
    namespace: toList(filters.namespace),
    package: toList(filters.package),
    attr: toList(filters.attribute),
    instancesOf: filters.instances_of ?? null,
    noGenerated: filters.generated === false,
    noDeprecated: filters.deprecated === false,
    in: request.in ?? null,
    explain: request.explain ?? false,
    noRefresh: !searchRefresh,
    fold: request.fold ?? null,
    inTopic: request.in_topic ?? null,
  };
}

/** Fields that do not apply to the library; the command refuses the flags of the same names with `--in-library`. */
const DECLARATIONS_ONLY = ['as', 'in', 'in_topic', 'fold'] as const;
const DECLARATION_FILTERS = ['module', 'namespace', 'package', 'attribute', 'instances_of'] as const;

function rejectDeclarationFields(request: SearchRequest): void {
  const inapplicable = [
    ...DECLARATIONS_ONLY.filter((field) => request[field] !== undefined),
    ...DECLARATION_FILTERS.filter((field) => request.filters?.[field] !== undefined).map((field) => `filters.${field}`),
  ];
  if (inapplicable.length === 0) return;
  throw new Failure('usage', 'bad-request', {
    message: `${inapplicable.join(', ')} cannot be used in a search of the library only.`,
    next: 'Leave it out, or search with "where": "everywhere".',
  });
}

function toList(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
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
  return {
    files: [file],
    against,
    decl: request.decl ?? null,
    allowNew: request.allow_new ?? false,
    level: request.level ?? 'audit',
    allowAxioms: request.allow_axioms ?? [],
    requireSandbox,
  };
}

/** `file`: an absolute path. The result is only reported; no file of the user is written. */
export function proveOptions(request: ProveRequest, file: string, rules: JobRules): ProveCommandOptions {
  const defaults = defaultTries(request.strategy === undefined ? [] : [request.strategy]);
  return {
    file,
    decl: request.decl ?? null,
    hole: request.hole ?? null,
    strategy: request.strategy ?? null,
    samples: request.samples ?? defaults.samples,
    rounds: request.rounds ?? defaults.rounds,
    jobs: Math.min(2, availableParallelism()),
    output: { to: 'show' },
    addImports: request.add_imports ?? false,
    k: request.k ?? 10,
    contextChars: request.context_chars ?? 1500,
    informal: request.informal ?? null,
    informalProof: request.informal_proof ?? null,
    words: {
      ...DEFAULT_INFORMAL_OPTIONS,
      ...(request.iterations === undefined ? {} : { iterations: request.iterations }),
    },
    mode: request.mode ?? 'server',
    limits: {
      cost: stricterLimit(request.max_cost, rules.limits.cost),
      tokens: stricterLimit(request.max_tokens, rules.limits.tokens),
      attempts: stricterLimit(request.max_attempts, rules.limits.attempts),
    },
    maxTime: stricterLimit(request.max_time, rules.maxTime),
    retrieves: request.retrieval ?? true,
    hasPortfolio: request.portfolio ?? true,
    caches: true,
    record: null,
    dryRun: false,
    level: request.level ?? 'audit',
    allowAxioms: request.allow_axioms ?? [],
    requireSandbox: rules.requireSandbox,
  };
}

function stricterLimit(requested: number | undefined, allowed: number | null): number | null {
  if (requested === undefined) return allowed;
  return allowed === null ? requested : Math.min(requested, allowed);
}
