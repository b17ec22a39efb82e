/** Converts requests to command options: reads the option tables, and applies the server's limits. */
import { availableParallelism } from 'node:os';
import { Failure } from '../base/errors.ts';
import { optionsOf, type OptionRow, type OptionsOf, type OptionTable, rowsOf } from '../config/option-table.ts';
import type { Settings } from '../config/settings.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import type { Limits } from '../llm/budget.ts';
import { CHECK_OPTIONS, type CheckCommandOptions } from '../options/check-options.ts';
import {
  CONCEPTS_FOR_OPTIONS,
  CONCEPTS_SEARCH_OPTIONS,
  type ConceptsForOptions,
  type ConceptsSearchOptions,
} from '../options/concepts-options.ts';
import { FORMALIZE_OPTIONS, type FormalizeCommandOptions } from '../options/formalize-options.ts';
import { SOLVE_OPTIONS, SOLVE_TOOLS, type SolveOptions } from '../options/solve-options.ts';
import { parseMethod, type SolveDefaults } from '../solve/solve-method.ts';
import { GRAPH_PICTURE_OPTIONS, type PictureSourceOptions } from '../options/picture-options.ts';
import { PROVE_OPTIONS, type ProveCommandOptions } from '../options/prove-options.ts';
import { IN_LIBRARY, SEARCH_OPTIONS, type SearchCommandOptions } from '../options/search-options.ts';
import {
  STATEMENT_CHECK_OPTIONS,
  STATEMENT_COMPARE_OPTIONS,
  type StatementCheckOptions,
  type StatementCompareOptions,
} from '../options/statement-options.ts';
import { TEMPLATES_NEAREST_OPTIONS, type TemplatesNearestOptions } from '../options/template-graph-options.ts';
import { TEMPLATES_SEARCH_OPTIONS, type TemplatesSearchOptions } from '../options/templates-options.ts';
import { requireStatement } from '../session/statement-input.ts';
import { MAX_SERVED_NODES } from './requests.ts';
import type {
  CheckRequest,
  ConceptsRequest,
  FormalizeRequest,
  SolveRequest,
  PictureRequest,
  ProveRequest,
  SearchRequest,
  StatementRequest,
  TemplatesRequest,
} from './requests.ts';

/** The value of a request field; undefined if it is absent. A list may be written as its only value. */
function fieldOf(request: object, { request: place, value }: OptionRow): unknown {
  if (place === undefined) return undefined;
  const field = place.field
    .split('.')
    .reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], request);
  return value.is === 'list' && typeof field === 'string' ? [field] : field;
}

function requestedOptions<Table extends OptionTable>(
  table: Table,
  request: object,
  settings: Settings | null = null,
): OptionsOf<Table> {
  return optionsOf(table, (row) => fieldOf(request, row), settings);
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

/**
 * Builds the query of `templates search` for a goal or a problem in words.
 * @throws {Failure} `bad-request` with both or neither
 */
export function templatesOptions(request: TemplatesRequest): TemplatesQuery {
  const { goal, problem } = request;
  const options = requestedOptions(TEMPLATES_SEARCH_OPTIONS, request);
  if (problem === undefined && goal !== undefined) return { goal: { ...options, goal } };
  if (problem === undefined || goal !== undefined || request.in !== undefined) {
    throw new Failure('usage', 'bad-request', {
      message: 'Give either goal, with a place if you like, or problem.',
      next: '{"goal": "⊢ 1 + 1 = 2"}, or {"problem": "How many trees have n labelled vertices?"}',
    });
  }
  return { problem: { ...requestedOptions(TEMPLATES_NEAREST_OPTIONS, request), problem, limit: options.limit } };
}

export type TemplatesQuery = { goal: TemplatesSearchOptions } | { problem: TemplatesNearestOptions };

/** `within`: the absolute path of a file of the project. */
export function pictureOptions(
  { name, blueprint, entities, templates, source, hops, most }: PictureRequest,
  within: (file: string) => string,
): PictureSourceOptions {
  return {
    name: name ?? null,
    blueprint: blueprint === undefined ? null : within(blueprint),
    hops: hops ?? GRAPH_PICTURE_OPTIONS.hops.default,
    entities: entities ?? false,
    templates: templates ?? false,
    source: source ?? null,
    terms: false,
    // Without a maximum, statements are shown whole.
    most: most ?? (name === undefined ? MAX_SERVED_NODES : null),
  };
}

/**
 * Builds the options of `concepts search` (a term) or `concepts for` (a text).
 * @throws {Failure} `bad-request` without either, or with both
 */
export function conceptsOptions(
  request: ConceptsRequest,
  { searchLimit }: Settings,
): { search: ConceptsSearchOptions } | { pack: ConceptsForOptions } {
  const { term, text, k = searchLimit } = request;
  if (term !== undefined && text === undefined)
    return { search: { ...requestedOptions(CONCEPTS_SEARCH_OPTIONS, request), term, k } };
  if (text === undefined || term !== undefined || request.field !== undefined) {
    throw new Failure('usage', 'bad-request', {
      message: 'Give either term, with a field if you like, or text.',
      next: '{"term": "kernel", "field": "probability"}, or {"text": "Every finite group has …"}',
    });
  }
  const options = { ...optionsOf(CONCEPTS_FOR_OPTIONS), definitions: String(Math.min(k, MAX_DEFINITIONS)) };
  return { pack: { ...options, text: requireStatement(text) } };
}

const MAX_DEFINITIONS = 100;

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

/**
 * `file` and `against`: absolute paths. No model judges, and nothing is approved.
 * @throws {Failure} `bad-request` for a comparison with nothing, or with fields that it does not read
 */
export function statementOptions(
  request: StatementRequest,
  { file, against }: { file: string; against: string | null },
  { requireSandbox, maxTime }: JobRules,
): { check: StatementCheckOptions } | { compare: StatementCompareOptions } {
  const { informal, compare, decl, open_question: isQuestion } = request;
  if (compare !== true) {
    const text = informal === undefined ? null : requireStatement(informal);
    const options = requestedOptions(STATEMENT_CHECK_OPTIONS, request);
    return { check: { ...options, file, against, informal: text, requireSandbox } };
  }
  if (against === null || informal !== undefined || isQuestion !== undefined) {
    throw new Failure('usage', 'bad-request', {
      message: 'compare needs against or against_text, and takes neither informal nor open_question.',
      next: '{"text": "theorem a : …", "against_text": "theorem b : …", "compare": true}',
    });
  }
  const options = requestedOptions(STATEMENT_COMPARE_OPTIONS, {});
  const names = { declA: decl ?? null, declB: null };
  return { compare: { a: file, b: against, ...names, maxTime: Math.min(options.maxTime, maxTime), requireSandbox } };
}

/** The result is only reported and recorded. @throws {Failure} exit `usage` if the text has no statement */
export function formalizeOptions(
  request: FormalizeRequest,
  rules: JobRules,
  settings: Settings,
): FormalizeCommandOptions {
  const { limits, maxTime, ...options } = requestedOptions(FORMALIZE_OPTIONS, request, settings);
  return {
    ...options,
    problems: [{ id: '1', statement: requireStatement(request.statement ?? '') }],
    ...{ file: null, out: null, judges: [], jobs: serverJobs() },
    ...questionLimits({ limits, maxTime }, rules),
    requireSandbox: rules.requireSandbox,
  };
}

/**
 * The answer is only reported.
 * @throws {Failure} `method-unknown`, or `bad-request` without a problem, with an unknown tool, or with an answer but no model
 */
export function solveOptions(
  request: SolveRequest,
  rules: JobRules,
  settings: SolveDefaults & Pick<Settings, 'model'>,
): SolveOptions {
  const { problem = '', answer } = request;
  const options = requestedOptions(SOLVE_OPTIONS, request);
  parseMethod(options.method, settings);
  if (problem.trim() === '') throw badSolve('problem is empty.');
  const unknown = options.tools.find((name) => !(SOLVE_TOOLS as readonly string[]).includes(name));
  if (unknown !== undefined) throw badSolve(`There is no tool ${unknown}. There are: ${SOLVE_TOOLS.join(', ')}.`);
  if (answer !== undefined && settings.model.name === null)
    throw badSolve('answer needs a model, and the server has none.');
  return { ...options, problem, ...questionLimits(options, rules), requireSandbox: rules.requireSandbox };
}

function badSolve(message: string): Failure {
  return new Failure('usage', 'bad-request', { message, next: '{"problem": "Find the sum of …", "method": "both"}' });
}

const serverJobs = (): number => Math.min(2, availableParallelism());

/** `file`: an absolute path. The result is only reported; no file of the user is written. */
export function proveOptions(request: ProveRequest, file: string, rules: JobRules): ProveCommandOptions {
  const { limits, maxTime, ...options } = requestedOptions(PROVE_OPTIONS, request);
  return {
    ...options,
    file,
    jobs: serverJobs(),
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

/** The limits of questions to a model: the stricter ones of the request and of the server. */
function questionLimits(
  { limits, maxTime }: Pick<SolveOptions, 'limits' | 'maxTime'>,
  rules: JobRules,
): Pick<SolveOptions, 'limits' | 'maxTime'> {
  return {
    limits: {
      cost: stricterLimit(limits.cost, rules.limits.cost),
      tokens: stricterLimit(limits.tokens, rules.limits.tokens),
    },
    maxTime: stricterLimit(maxTime, rules.maxTime),
  };
}

function stricterLimit(requested: number | null, allowed: number | null): number | null {
  if (requested === null) return allowed;
  return allowed === null ? requested : Math.min(requested, allowed);
}
