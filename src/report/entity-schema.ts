/** The JSON shapes of the `graph` commands on entities of the library. */
import { z } from 'zod';
import { ENTITY_TYPES, FIELDS, TACTICS } from '../sources/entity.ts';

const roles = z.record(z.string(), z.enum(TACTICS));

const textFields = {
  contents: z.array(z.string()).describe('the text as a list of sentences'),
  bodylist: z
    .array(z.object({ description: z.string(), action: z.enum(TACTICS) }))
    .describe('segments of the text with their role; of a definition, a theorem or a proof'),
  refs: z.array(z.string()).describe('labels of what the text refers to'),
  references_tactics: roles.describe('the role of each reference'),
};

/** The 16 attributes of AutoMathKG. */
export const entitySchema = z
  .object({
    id: z.int(),
    type: z.enum(ENTITY_TYPES),
    label: z.string(),
    title: z.string(),
    field: z.enum(FIELDS).nullable(),
    ...textFields,
    source: z.string(),
    proofs: z.array(z.object(textFields)),
    solutions: z.array(z.object(textFields)),
    in_refs: roles.describe('what the entity refers to, by label'),
    in_ref_ids: z.array(z.int()),
    out_refs: roles.describe('what refers to the entity'),
    out_ref_ids: z.array(z.int()),
  })
  .meta({ title: 'Entity' });

export const graphBuildSchema = z.object({
  schema: z.literal('lemmahead/graph-build@1'),
  path: z.string().describe('the library'),
  run: z.int().nullable().describe('to undo it; null if nothing changed'),
  entities: z.object({ read: z.int(), changed: z.int(), unchanged: z.int() }),
  attributes: z.record(z.string(), z.int()).describe('number of values written, by attribute'),
  names: z
    .object({ read: z.int().describe('entities whose texts were read'), found: z.int() })
    .describe('references without marks: entities that a text only names'),
  seconds: z.number(),
});

export const graphShowSchema = z.object({
  schema: z.literal('lemmahead/graph-show@1'),
  entity: entitySchema.nullable().describe('null if the name is unknown or ambiguous'),
  subfield: z.string().nullable(),
  values: z
    .array(
      z.object({
        part: z.int().describe('0: the statement; n: the nth proof or solution'),
        name: z.string(),
        value: z.unknown(),
        maker: z.string(),
        evidence: z.unknown(),
      }),
    )
    .describe('all values of attributes; of one attribute, the first one counts'),
  links: z
    .array(z.object({ kind: z.string(), name: z.string(), package: z.string(), maker: z.string() }))
    .describe('links to Lean declarations'),
  candidates: z.array(z.object({ id: z.int(), source: z.string(), key: z.string(), title: z.string() })),
});

export const graphRunsSchema = z.object({
  schema: z.literal('lemmahead/graph-runs@1'),
  runs: z
    .array(
      z.object({
        id: z.int(),
        command: z.string(),
        options: z.record(z.string(), z.unknown()),
        started_at: z.string(),
        ended_at: z.string().nullable().describe('null if it was killed or is running'),
        counts: z.record(z.string(), z.int()),
        undone_at: z.string().nullable(),
      }),
    )
    .describe('the latest first'),
});

export const graphUndoSchema = z.object({
  schema: z.literal('lemmahead/graph-undo@1'),
  runs: z.array(
    z.object({
      run: z.int(),
      removed: z.int().describe('units that the run had added'),
      restored: z.int().describe('units that it had replaced'),
      kept: z.int().describe('units that a later run replaced'),
    }),
  ),
});

export type GraphBuildReport = z.infer<typeof graphBuildSchema>;
export type GraphShowReport = z.infer<typeof graphShowSchema>;
export type GraphRunsReport = z.infer<typeof graphRunsSchema>;
export type GraphUndoReport = z.infer<typeof graphUndoSchema>;
