/** The JSON shapes of `graph depends`, `graph path` and `graph stats` for entities of the library. */
import { z } from 'zod';
import { ENTITY_TYPES, TACTICS } from '../sources/entity.ts';
import { noticesSchema } from './error-schema.ts';
import { circuitsSchema, quantilesSchema } from './graph-schema.ts';

const roleSchema = z.enum(TACTICS).nullable().describe('role of the reference; null if it is unknown');

const entityNodeSchema = z.object({
  id: z.int(),
  type: z.enum(ENTITY_TYPES),
  label: z.string(),
  title: z.string().describe('may be empty'),
  source: z.string(),
  declarations: z.array(z.string()).describe('Lean declarations that formalize it, by `graph link` or a person'),
});

const neighbourSchema = entityNodeSchema.extend({
  distance: z.int().describe('number of references in between, plus one'),
});

const edgesSchema = z
  .array(z.object({ from: z.int(), to: z.int(), role: roleSchema }))
  .describe('references between these entities, by id');

/** Only of the server. */
export const neighboursSchema = z.object({
  schema: z.literal('lemmahead/graph-neighbours@1'),
  entity: entityNodeSchema,
  hops: z.int(),
  refers_to: z.array(neighbourSchema),
  referred_to_by: z.array(neighbourSchema),
  edges: edgesSchema,
  total: z.int().describe('number of neighbours without the limit'),
});

export const entityDependsSchema = z.object({
  schema: z.literal('lemmahead/graph-depends-entities@1'),
  entity: entityNodeSchema,
  used_by: z.boolean().describe('true: what refers to it; false: what it refers to'),
  hops: z.int(),
  entities: z
    .array(neighbourSchema)
    .describe('nearest first; of the same distance, the most specific first, or with `used_by` the most used'),
  edges: edgesSchema,
  total: z.int().describe('number of entities without the limit'),
  counts: z.array(z.int()).describe('number of entities at distance 1, 2 and so on, up to the farthest'),
  notices: noticesSchema,
});

export const entityPathSchema = z.object({
  schema: z.literal('lemmahead/graph-path-entities@1'),
  entity: entityNodeSchema,
  to: entityNodeSchema.nullable().describe('with `--to`: the steps are a shortest chain from `entity` to it'),
  steps: z.array(
    entityNodeSchema.extend({
      level: z.int().describe('0 if it needs no other step; otherwise one more than the highest of those'),
      needs: z
        .array(z.object({ step: z.int(), role: roleSchema }))
        .describe('steps that it refers to directly, by place from 1'),
      left_out: z
        .array(entityNodeSchema.pick({ id: true, label: true, title: true }))
        .describe('what it refers to directly, but the limit leaves out'),
    }),
  ),
  total: z.int().describe('number of steps without the limit'),
  circular: z.array(z.array(z.int())).describe('steps that need each other, by place from 1'),
  notices: noticesSchema,
});

const countsSchema = z.record(z.string(), z.int());

export const entityStatsSchema = z.object({
  schema: z.literal('lemmahead/graph-stats-entities@1'),
  library: z.string(),
  sources: z.array(z.string()).describe('the sources that are counted; empty for all'),
  entities: z.int().describe('definitions, theorems and problems; merged ones count once'),
  references: z.int().describe('edges'),
  uncertain: z.int().describe('entities of uncertain type, which are not in the graph'),
  left_out: z
    .object({ to_problems: z.int(), uncertain: z.int() })
    .describe('references that are no edges: to problems, and from or to entities of uncertain type'),
  by_type: countsSchema,
  by_source: z.record(z.string(), countsSchema).describe('by source and type, with entities of uncertain type'),
  fields: countsSchema.describe('entities by field; `unknown` without one'),
  roles: countsSchema.describe('references by role'),
  formalized: z.int().describe('entities that a Lean declaration formalizes'),
  heads: z.int().describe('no incoming edge: they refer to nothing, and others refer to them'),
  leaves: z.int().describe('no outgoing edge: they refer to others, and nothing refers to them'),
  isolated: z.int(),
  mutual: z.int().describe('pairs that refer to each other'),
  cycles: z
    .object({ groups: z.int(), entities: z.int(), largest: z.int() })
    .describe('strongly connected components of more than one entity'),
  circuits: circuitsSchema,
  cycle_rank: z.int().describe('edges − entities + connected parts'),
  depth: z.int().describe('number of references on the longest path'),
  refers_to: quantilesSchema,
  referred_to_by: quantilesSchema,
  communities: z
    .object({ count: z.int(), largest: z.int(), modularity: z.number() })
    .nullable()
    .describe('by the method of Louvain; null if the graph is too large'),
  central: z.array(entityNodeSchema.extend({ rank: z.number().describe('PageRank') })),
});

export type EntityNodeReport = z.infer<typeof entityNodeSchema>;
export type NeighboursReport = z.infer<typeof neighboursSchema>;
export type EntityDependsReport = z.infer<typeof entityDependsSchema>;
export type EntityPathReport = z.infer<typeof entityPathSchema>;
export type EntityStatsReport = z.infer<typeof entityStatsSchema>;
