/** What may be asked of the service, as schemas: they check what comes in, and the OpenAPI document is made of them. */
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { STRATEGY_NAMES } from '../prove/strategy-names.ts';

/** Longer than any query a person or an agent means; a body is bounded before it is read. */
const MOST_QUERY = 20_000;
/** Twice the longest file of Mathlib. */
const MOST_LEAN = 1_000_000;
const MOST_WORDS = 100_000;

/** Of a request through any door: two of the longest Lean texts, each character escaped. */
export const MOST_BYTES = 20_000_000;

const text = (most: number) => z.string().min(1).max(most);
const name = () => text(1000);
const path = () => text(4096).describe("a path in the server's project");
const oneOrMore = () => z.union([name(), z.array(name()).max(20)]);
const times = () => z.int().min(0).max(1_000_000_000);

/** `POST /search`: seed 002's request, and more of the filters of `lemmahead search`. */
export const searchRequest = z.strictObject({
  query: z.string().max(MOST_QUERY).optional().describe('a name, a pattern, plain words, LaTeX or a goal'),
  k: z.int().min(1).max(1000).optional().describe('how many results at most; 10 unless told'),
  filters: z
    .strictObject({
      kind: oneOrMore().optional().describe('theorem, lemma, def, class, structure, instance, abbrev, …'),
      module: oneOrMore().optional().describe('in this module or below it'),
      namespace: oneOrMore().optional().describe('in this namespace or below it'),
      package: oneOrMore().optional(),
      attribute: oneOrMore().optional(),
      instances_of: name().optional().describe('instances of this class; the query may then be left out'),
      generated: z.boolean().optional().describe('false: leave out what attributes and commands generated'),
      deprecated: z.boolean().optional().describe('false: leave out what is deprecated'),
      source: oneOrMore().optional().describe('of the library: entries of this source'),
      heading: oneOrMore().optional().describe('of the library: entries below a heading with these words'),
    })
    .optional(),
  as: z.enum(['name', 'pattern', 'text', 'goal']).optional().describe('read the query as this'),
  where: z.enum(['index', 'library', 'everywhere']).optional().describe('declarations, textbooks, or both'),
  in_topic: name().optional().describe("what subject is meant, such as 'linear algebra'"),
  in: path().optional().describe('FILE or FILE:LINE: also say how each name can be written there'),
  explain: z.boolean().optional().describe('also say what gave which points'),
  fold: z.boolean().optional().describe('put variants under one result; as suits the query unless told'),
});

const lean = {
  file: path().optional().describe("a Lean file of the server's project"),
  text: z.string().max(MOST_LEAN).optional().describe('or the Lean text itself'),
};

const axioms = z.array(name()).max(100).optional().describe('axioms that a proof may rest on besides the usual three');

/** `POST /holes`. */
export const holesRequest = z.strictObject({
  ...lean,
  goals: z.boolean().optional().describe('ask Lean for the goals too'),
});

/** `POST /check`. */
export const checkRequest = z.strictObject({
  ...lean,
  against: path().optional().describe('the file with the holes: nothing but their fillings may differ'),
  against_text: z.string().max(MOST_LEAN).optional().describe('or its text'),
  decl: name().optional().describe('ask about this one declaration, by its full name'),
  level: z.enum(['compile', 'audit', 'kernel', 'challenge']).optional().describe('how far to look; audit unless told'),
  allow_new: z.boolean().optional().describe('with against: declarations that the original lacks are let through'),
  allow_axioms: axioms,
});

/** `POST /prove`. What is spent is bounded by the server's own limits too. */
export const proveRequest = z.strictObject({
  ...lean,
  decl: name().optional().describe('only the holes of this declaration'),
  hole: z.int().min(1).max(1_000_000).optional().describe('only this one, as /holes counts'),
  strategy: z.enum(STRATEGY_NAMES).optional().describe('what has its turn at each hole; all there is unless told'),
  samples: z.int().min(1).max(1000).optional().describe('answers to each prompt'),
  rounds: z.int().min(0).max(100).optional().describe('rounds of repair at each hole'),
  k: z.int().min(0).max(1000).optional().describe('retrieved declarations at a time'),
  context_chars: z.int().min(0).max(1_000_000).optional().describe('room for them in a prompt'),
  retrieval: z.boolean().optional(),
  portfolio: z.boolean().optional().describe('false: leave out what needs no model'),
  mode: z.enum(['server', 'batch', 'cold']).optional().describe('how candidates are tried'),
  add_imports: z.boolean().optional().describe('let imports that a proof needs go into the text'),
  informal: text(MOST_WORDS).optional().describe('what is to be shown, in words and LaTeX'),
  informal_proof: text(MOST_WORDS).optional().describe("a human's proof of it, for human-guided"),
  iterations: z.int().min(0).max(100).optional().describe('how often ipa betters its proof'),
  level: z.enum(['audit', 'kernel', 'challenge']).optional().describe('how far to look; audit unless told'),
  allow_axioms: axioms,
  max_time: times().optional().describe('seconds'),
  max_attempts: times().optional().describe('candidates that are tried'),
  max_tokens: times().optional(),
  max_cost: z.number().min(0).max(1_000_000_000).optional().describe('US dollars'),
});

export type SearchRequest = z.infer<typeof searchRequest>;
export type HolesRequest = z.infer<typeof holesRequest>;
export type CheckRequest = z.infer<typeof checkRequest>;
export type ProveRequest = z.infer<typeof proveRequest>;

/** Fields that say where the Lean text is. */
export type LeanRequest = Pick<HolesRequest, 'file' | 'text'>;

/** One fault can name all keys of a body. */
const MOST_REASON = 2000;

function cut(reason: string): string {
  return reason.length <= MOST_REASON ? reason : `${reason.slice(0, MOST_REASON)}…`;
}

/** `value` as `schema` has it. @throws {Failure} `bad-request`, which names every field that is wrong */
export function readRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path: place, message }) =>
    place.length === 0 ? message : `${place.join('.')}: ${message}`,
  );
  throw new Failure({
    exit: 'usage',
    code: 'bad-request',
    message: 'The request is not as it should be.',
    reason: cut(faults.slice(0, 20).join('; ')),
    next: 'GET /openapi.json says what may be asked.',
  });
}
