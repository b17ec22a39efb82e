/** Requests as the options of the commands that answer them: names translated, defaults filled in, limits held. */
import { availableParallelism } from 'node:os';
import { Failure } from '../base/errors.ts';
import type { CheckCommandOptions } from '../commands/check-options.ts';
import type { ProveCommandOptions } from '../commands/prove-options.ts';
import type { SearchCommandOptions } from '../commands/search-options.ts';
import type { Settings } from '../config/settings.ts';
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import type { Limits } from '../llm/budget.ts';
import { DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { defaultTries } from '../prove/strategy-names.ts';
import type { CheckRequest, ProveRequest, SearchRequest } from './requests.ts';

/** @throws {Failure} `bad-request` where the library alone is asked for something that only declarations have */
export function searchOptions(request: SearchRequest, { searchLimit, searchRefresh }: Settings): SearchCommandOptions {
  const { filters = {} } = request;
  if (request.where === 'library') requireOfLibrary(request);
  return {
    query: request.query ?? null,
    where: request.where ?? 'index',
    k: request.k ?? searchLimit,
    as: request.as ?? null,
    kind: listed(filters.kind),
    source: listed(filters.source),
    heading: listed(filters.heading),
    module: listed(filters.module),
    namespace: listed(filters.namespace),
    package: listed(filters.package),
    attr: listed(filters.attribute),
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

/** Fields that mean nothing in the library; the flags of the same names are refused beside `--in-library`. */
const DECLARATIONS_ONLY = ['as', 'in', 'in_topic', 'fold'] as const;
const DECLARATION_FILTERS = ['module', 'namespace', 'package', 'attribute', 'instances_of'] as const;

function requireOfLibrary(request: SearchRequest): void {
  const stray = [
    ...DECLARATIONS_ONLY.filter((field) => request[field] !== undefined),
    ...DECLARATION_FILTERS.filter((field) => request.filters?.[field] !== undefined).map((field) => `filters.${field}`),
  ];
  if (stray.length === 0) return;
  throw new Failure({
    exit: 'usage',
    code: 'bad-request',
    message: `In the library alone there is no ${stray.join(', no ')}.`,
    next: 'Leave it out, or ask with "where": "everywhere".',
  });
}

function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** What whoever started the server decides, and no request can widen. */
export interface JobRules {
  /** The least confinement that Lean may run in. */
  requireSandbox: SandboxLevel;
  /** Seconds that one check or one proof may take. */
  maxTime: number;
  /** Of one proof. */
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

/** `file`: its absolute path. What is found is told, and no file of the user's is written. */
export function proveOptions(request: ProveRequest, file: string, rules: JobRules): ProveCommandOptions {
  const usual = defaultTries(request.strategy === undefined ? [] : [request.strategy]);
  return {
    file,
    decl: request.decl ?? null,
    hole: request.hole ?? null,
    strategy: request.strategy ?? null,
    samples: request.samples ?? usual.samples,
    rounds: request.rounds ?? usual.rounds,
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
      cost: least(request.max_cost, rules.limits.cost),
      tokens: least(request.max_tokens, rules.limits.tokens),
      attempts: least(request.max_attempts, rules.limits.attempts),
    },
    maxTime: least(request.max_time, rules.maxTime),
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

function least(wish: number | undefined, rule: number | null): number | null {
  if (wish === undefined) return rule;
  return rule === null ? wish : Math.min(wish, rule);
}
