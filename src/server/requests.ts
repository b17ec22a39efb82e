/** The schemas of the requests. They validate input, and the OpenAPI document is generated from them. */
import { z } from 'zod';
import { ellipsis } from '../base/columns.ts';
import { Failure } from '../base/errors.ts';
import { CHECK_OPTIONS } from '../options/check-options.ts';
import { CONCEPTS_SEARCH_OPTIONS } from '../options/concepts-options.ts';
import { FORMALIZE_OPTIONS } from '../options/formalize-options.ts';
import { SOLVE_OPTIONS } from '../options/solve-options.ts';
import { GRAPH_PICTURE_OPTIONS } from '../options/picture-options.ts';
import { HOLES_OPTIONS } from '../options/holes-options.ts';
import { REFERENCES_OPTIONS } from '../options/graph-options.ts';
import { PROVE_OPTIONS } from '../options/prove-options.ts';
import { requestShape } from '../options/schemas.ts';
import { SEARCH_OPTIONS } from '../options/search-options.ts';
import { STATEMENT_CHECK_OPTIONS } from '../options/statement-options.ts';
import { TEMPLATES_NEAREST_OPTIONS } from '../options/template-graph-options.ts';
import { TEMPLATES_SEARCH_OPTIONS } from '../options/templates-options.ts';

/** Maximum lengths in characters. Longer than any intended query. */
const MAX_QUERY_LENGTH = 20_000;
const MAX_STATEMENT_LENGTH = 100_000;
/** Twice the longest file of Mathlib. */
const MAX_LEAN_LENGTH = 1_000_000;

/** The maximum size of any request, checked before it is read: two Lean texts of maximum length, each character escaped. */
export const MAX_REQUEST_BYTES = 20_000_000;

const path = () => z.string().min(1).max(4096);
const lean = {
  file: path().optional().describe('a Lean file of the project'),
  text: z.string().max(MAX_LEAN_LENGTH).optional().describe('or the Lean text itself'),
};
/** Without descriptions: the server's instructions explain both once, for all tools. */
const leanForAgents: typeof lean = { file: path().optional(), text: z.string().max(MAX_LEAN_LENGTH).optional() };
const leanFields = (forAgents: boolean): typeof lean => (forAgents ? leanForAgents : lean);
const query = z.string().max(MAX_QUERY_LENGTH).optional();
const original = {
  against: path().optional().describe('the original'),
  against_text: z.string().max(MAX_LEAN_LENGTH).optional().describe('or its text'),
};

/** `forAgents`: without the fields that agents do not need. */
export const searchSchema = (forAgents = false) =>
  z.strictObject({
    query: forAgents ? query : query.describe('a name, a pattern, plain words, LaTeX or a goal'),
    ...requestShape(SEARCH_OPTIONS, { forAgents }),
  });
export const holesSchema = (forAgents = false) =>
  z.strictObject({ ...leanFields(forAgents), ...requestShape(HOLES_OPTIONS, { forAgents }) });
export const checkSchema = (forAgents = false) =>
  z.strictObject({ ...leanFields(forAgents), ...original, ...requestShape(CHECK_OPTIONS, { forAgents }) });
/** One of `term` and `text`. */
export const conceptsSchema = (forAgents = false) =>
  z.strictObject({
    term: z.string().max(MAX_QUERY_LENGTH).optional(),
    text: z.string().max(MAX_STATEMENT_LENGTH).optional().describe('or a whole statement in words'),
    ...requestShape(CONCEPTS_SEARCH_OPTIONS, { forAgents }),
  });
/** Without judges, which are models and cost money. */
const { decl, openQuestion } = STATEMENT_CHECK_OPTIONS;

const { judges: _judges, ...FORMALIZING } = FORMALIZE_OPTIONS;

/** With `compare`, only the equivalence of the last statements of both texts. */
export const statementSchema = (forAgents = false) =>
  z.strictObject({
    ...leanFields(forAgents),
    informal: z.string().max(MAX_STATEMENT_LENGTH).optional().describe('the statement in words'),
    against: path().optional().describe('a trusted statement'),
    against_text: z.string().max(MAX_LEAN_LENGTH).optional().describe('or its text'),
    compare: z.boolean().optional().describe('only compare with against'),
    ...requestShape({ decl, openQuestion }, { forAgents }),
  });
/** Without judges, which are other models. The server's own limits also apply. */
export const formalizeSchema = (forAgents = false) =>
  z.strictObject({
    statement: z.string().max(MAX_STATEMENT_LENGTH).optional().describe('in words and LaTeX'),
    ...requestShape(FORMALIZING, { forAgents }),
  });
/** The server's own limits also apply. A judge, which is another model, and files are no fields of a request. */
export const solveRequest = z.strictObject({
  problem: z.string().max(MAX_STATEMENT_LENGTH).optional().describe('in words and LaTeX'),
  ...requestShape(SOLVE_OPTIONS),
});
/** Larger graphs are for `graph picture`: their layout would keep a search thread busy for long. */
export const MAX_SERVED_NODES = 5000;
const { hops, most: mostNodes } = GRAPH_PICTURE_OPTIONS;
export const pictureRequest = z.strictObject({
  name: z.string().max(MAX_QUERY_LENGTH).optional().describe('the declaration in the centre'),
  blueprint: path().optional().describe('or a blueprint of the project: its folder or its first file'),
  entities: z.boolean().optional().describe('or the entities of the library'),
  templates: z.boolean().optional().describe('or the graph of templates of the server'),
  source: z.string().optional().describe('or a source of the library: its statements, or its entities'),
  hops: z.int().min(hops.value.least).max(hops.value.most).optional().describe('steps from the declaration'),
  most: z.int().min(mostNodes.value.least).max(MAX_SERVED_NODES).optional().describe('maximum number of nodes'),
});
/** The server's own limits also apply. */
export const proveSchema = (forAgents = false) =>
  z.strictObject({ ...leanFields(forAgents), ...requestShape(PROVE_OPTIONS, { forAgents }) });

/** A place in a Lean text. Agents count columns from 1, as messages print them. */
const placeFields = (forAgents: boolean) => ({
  ...leanFields(forAgents),
  line: z.int().min(1).max(MAX_LEAN_LENGTH),
  column: forAgents
    ? z.int().min(1).max(MAX_LEAN_LENGTH).optional()
    : z.int().min(0).max(MAX_LEAN_LENGTH).optional().describe('0-based, in code points, as Lean counts'),
});
const MAX_ATTEMPT_LENGTH = 20_000;
const MAX_ATTEMPTS = 20;

export const placeSchema = (forAgents = false) => z.strictObject(placeFields(forAgents));
export const trySchema = (forAgents = false) =>
  z.strictObject({
    ...placeFields(forAgents),
    attempts: z.array(z.string().min(1).max(MAX_ATTEMPT_LENGTH)).min(1).max(MAX_ATTEMPTS),
    timeout: z.number().min(0.1).max(600).optional().describe('seconds for each'),
  });
/** The snippet runs alone, or after the text of a file. */
export const runRequest = z.strictObject({
  snippet: z.string().max(MAX_LEAN_LENGTH),
  file: path().optional().describe('run it after this file'),
  line: z.int().min(1).max(MAX_LEAN_LENGTH).optional().describe('or only after the command at this line'),
});
export const fileSchema = (forAgents = false) => z.strictObject(leanFields(forAgents));
const { limit: most, module } = REFERENCES_OPTIONS;
export const referencesQuery = z.strictObject({
  limit: z.coerce.number().int().min(most.value.least).max(most.value.most).optional().describe(most.help),
  module: z.string().max(1000).optional().describe(module.help),
});

export const searchRequest = searchSchema();
export const holesRequest = holesSchema();
export const conceptsRequest = conceptsSchema();
export const templatesRequest = z.strictObject({
  goal: z.string().max(MAX_QUERY_LENGTH).optional().describe('as Lean prints it, or its target'),
  problem: z.string().max(MAX_QUERY_LENGTH).optional().describe('or a problem in words, for the graph of templates'),
  ...requestShape(TEMPLATES_SEARCH_OPTIONS, { forAgents: false }),
  ...requestShape(TEMPLATES_NEAREST_OPTIONS, { forAgents: false }),
});
export const placeRequest = placeSchema();
export const tryRequest = trySchema();
export const fileRequest = fileSchema();
export const checkRequest = checkSchema();
export const proveRequest = proveSchema();
export const formalizeRequest = formalizeSchema();
export const statementRequest = statementSchema();

export type PlaceRequest = z.infer<typeof placeRequest>;
export type TryRequest = z.infer<typeof tryRequest>;
export type RunRequest = z.infer<typeof runRequest>;
export type SearchRequest = z.infer<typeof searchRequest>;
export type HolesRequest = z.infer<typeof holesRequest>;
export type ConceptsRequest = z.infer<typeof conceptsRequest>;
export type TemplatesRequest = z.infer<typeof templatesRequest>;
export type CheckRequest = z.infer<typeof checkRequest>;
export type StatementRequest = z.infer<typeof statementRequest>;
export type FormalizeRequest = z.infer<typeof formalizeRequest>;
export type SolveRequest = z.infer<typeof solveRequest>;
export type PictureRequest = z.infer<typeof pictureRequest>;
export type ProveRequest = z.infer<typeof proveRequest>;

/** The fields for a Lean text: a file or the text itself. */
export type LeanRequest = Pick<HolesRequest, 'file' | 'text'>;

/** One fault can list all keys of a body. */
const MAX_REASON_LENGTH = 2000;

/** Validates `value` with `schema`. @throws {Failure} `bad-request`, with the invalid fields */
export function readRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path: place, message }) =>
    place.length === 0
      ? message
      : `${place.join('.')}: ${message.endsWith('received undefined') ? 'missing' : message}`,
  );
  throw new Failure('usage', 'bad-request', {
    message: 'The request is invalid.',
    reason: ellipsis(faults.slice(0, 20).join('; '), MAX_REASON_LENGTH),
    next: 'GET /openapi.json describes the requests.',
  });
}
