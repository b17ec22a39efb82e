/** The JSON shapes of the `graph` commands. */
import { z } from 'zod';
import { PROOF_STATES, STATEMENT_STATES } from '../graph/formalization-status.ts';
import { PLACES_OF_USE } from '../options/graph-options.ts';
import { noticesSchema } from './error-schema.ts';

const nodeSchema = z.object({
  name: z.string(),
  kind: z.string(),
  module: z.string(),
  package: z.string(),
});

const placesSchema = z
  .array(z.enum(['statement', 'value', 'origin']))
  .describe('where the name is written; `origin`: an attribute or command makes one from the other');

export const graphDependsSchema = z.object({
  schema: z.literal('lemmahead/graph-depends@1'),
  name: z.string().describe('full name of the declaration'),
  used_by: z.boolean().describe('true: what depends on it; false: what it depends on'),
  in: z.enum(PLACES_OF_USE),
  hops: z.int(),
  module: z.string().nullable(),
  declarations: z
    .array(
      nodeSchema.extend({
        distance: z.int().describe('number of dependencies in between, plus one'),
        in: placesSchema,
      }),
    )
    .describe('nearest first; of the same distance, the most specific first, or with `used_by` the most used'),
  total: z.int().describe('number of declarations without the limit'),
  counts: z
    .array(z.int())
    .describe('number of declarations at distance 1, 2 and so on, of all modules, up to the farthest'),
  notices: noticesSchema,
});

export const graphPathSchema = z.object({
  schema: z.literal('lemmahead/graph-path@1'),
  name: z.string(),
  to: z.string().nullable().describe('with `--to`: the steps are a shortest chain from `name` to it'),
  steps: z.array(
    nodeSchema.extend({
      level: z.int().describe('0 if it needs no other step; otherwise one more than the highest of those'),
      needs: z.array(z.int()).describe('steps that it depends on directly, by place from 1'),
      left_out: z.array(z.string()).describe('what it depends on directly, but the limit leaves out'),
    }),
  ),
  total: z.int().describe('number of steps without the limit'),
  circular: z.array(z.array(z.int())).describe('steps that depend on each other, by place from 1'),
  notices: noticesSchema,
});

export const circuitsSchema = z
  .object({
    longest: z.int(),
    count: z.int(),
    by_length: z.array(z.int()).describe('with 2, 3 and so on up to `longest` edges'),
    at_least: z.boolean().describe('the search was stopped: there may be more'),
  })
  .describe('closed paths that visit no node twice');

export const quantilesSchema = z.object({ median: z.int(), p90: z.int(), max: z.int() });

export const graphStatsSchema = z.object({
  schema: z.literal('lemmahead/graph-stats@1'),
  index: z.string(),
  declarations: z.int(),
  dependencies: z.int(),
  in_statements: z.int(),
  in_values: z.int(),
  from_origins: z.int(),
  unused: z.int().describe('they depend on others, and nothing depends on them'),
  fundamental: z.int().describe('they depend on nothing, and others depend on them'),
  isolated: z.int(),
  mutual: z.int().describe('pairs that depend on each other'),
  cycles: z.object({ groups: z.int(), declarations: z.int(), largest: z.int() }),
  circuits: circuitsSchema,
  cycle_rank: z.int().describe('dependencies − declarations + connected parts'),
  depth: z.int().describe('number of dependencies on the longest path'),
  needs: quantilesSchema.describe('direct dependencies of a declaration'),
  needed_by: quantilesSchema,
  central: z.array(nodeSchema.extend({ rank: z.number().describe('PageRank') })),
});

const labelsSchema = z.array(z.string()).describe('labels');

export const graphStatusSchema = z.object({
  schema: z.literal('lemmahead/graph-status@1'),
  path: z.string().nullable().describe('the document; null with `--source`'),
  source: z.string().nullable(),
  title: z.string(),
  counts: z.object({
    statements: z.int().describe('definitions and claims'),
    uses: z.int().describe('dependencies between them'),
    unresolved: z.int().describe('labels in `\\uses` that no statement has'),
    declarations: z.int().describe('names in `\\lean`, and of links of the library'),
    found: z.int().describe('of these, in the index'),
    stated: z.int(),
    can_state: z.int(),
    proved: z.int(),
    fully_proved: z.int(),
    can_prove: z.int(),
  }),
  next: labelsSchema.describe('what can be stated or proved now; what most others need first'),
  missing: z.array(z.object({ name: z.string(), nearest: z.array(z.string()) })).describe('names that the index lacks'),
  false_claims: z.array(z.object({ label: z.string(), claim: z.string() })),
  unchecked: labelsSchema.describe('statements with `\\leanok` that name no declaration; they count as stated'),
  nodes: z.array(
    z.object({
      label: z.string(),
      kind: z.string(),
      title: z.string(),
      file: z.string(),
      line: z.int().nullable(),
      statement: z.enum(STATEMENT_STATES),
      proof: z.enum(PROOF_STATES).describe('`none`: a definition that is not complete'),
      claims: z.object({ statement: z.boolean(), proof: z.boolean(), mathlib: z.boolean() }),
      declarations: z.array(z.object({ name: z.string(), exists: z.boolean(), complete: z.boolean() })),
      statement_uses: labelsSchema,
      proof_uses: labelsSchema,
      unresolved: labelsSchema,
      unlocks: z.int().describe('number of unproved statements that need it'),
    }),
  ),
});

export type GraphStatusReport = z.infer<typeof graphStatusSchema>;
export type GraphDependsReport = z.infer<typeof graphDependsSchema>;
export type GraphPathReport = z.infer<typeof graphPathSchema>;
export type GraphStatsReport = z.infer<typeof graphStatsSchema>;
export type GraphNodeReport = z.infer<typeof nodeSchema>;
