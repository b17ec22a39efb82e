/** The JSON shapes of the `graph` commands on entities of the library. */
import { z } from 'zod';
import { DECISIONS } from '../builders/knowledge/fusion/decide.ts';
import { embedSchema } from '../session/embed-schema.ts';
import { modelUseSchema, plannedUseSchema } from '../session/model-use-schema.ts';
import { entryResultSchema } from './entry-search-schema.ts';
import { noticesSchema } from './error-schema.ts';

const entitySchema = z.object({
  id: z.int(),
  source: z.string(),
  key: z.string().describe('unique in its source'),
  type: z.string(),
  title: z.string(),
  begins: z.string().describe('start of its statement'),
});

export const graphMergeSchema = z
  .object({
    schema: z.literal('lemmahead/graph-merge@1'),
    library: z.string(),
    dry_run: z.boolean(),
    by: z.enum(['rules', 'model', 'both']).describe('who decides'),
    compared: z.int().describe('entities with a decision'),
    counts: z.object({ new: z.int(), merge: z.int(), undecided: z.int() }),
    decisions: z
      .array(
        z.object({
          entity: entitySchema,
          decision: z.enum(DECISIONS),
          into: entitySchema.nullable(),
          why: z.string(),
          candidates: z
            .array(
              entitySchema.extend({
                score: z.number().describe('similarity of the statements, plus .25 if the titles agree'),
                titles_agree: z.boolean(),
                differences: z
                  .array(z.string())
                  .describe('what the two say differently, if the score would do or the model calls them the same'),
                answer: z.enum(['yes', 'no']).nullable().describe('of the model; null if it was not asked'),
              }),
            )
            .describe('best first'),
        }),
      )
      .describe('merges first, then undecided ones, then new entities'),
    confirmed: z.int().describe('pairs that a person calls the same, with `--confirm`'),
    denied: z.int().describe('pairs that a person calls different, with `--deny`'),
    run: z.int().nullable().describe('to undo it; null if nothing was stored'),
    merged: z.int().describe('entities of the library that are merged into an older one, after this command'),
    models: modelUseSchema.nullable().describe('null if no model was asked'),
    planned: plannedUseSchema.nullable().describe('with `--dry-run` and a model: what it would be asked'),
    notices: noticesSchema,
  })
  .describe('Printed by `graph merge`.');

export const graphSearchSchema = z
  .object({
    schema: z.literal('lemmahead/graph-search@1'),
    query: z.string().nullable(),
    near: entitySchema.nullable().describe('with `--near`: the entity whose vector is compared'),
    library: z.string(),
    space: z.int().describe('1: one vector for all of an entity; 2: a weighted sum of its parts'),
    weights: z.array(z.number()).nullable().describe('in space 2: of contents, title, field, in and out references'),
    references: z.boolean().describe('whether the vectors contain references'),
    results: z
      .array(
        entryResultSchema.extend({
          type: z.string(),
          field: z.string().describe('or the outermost heading if it is unknown'),
        }),
      )
      .describe('best first; of merged entities, the first found; `also_in` has the others'),
    notices: noticesSchema,
  })
  .describe('Printed by `graph search`.');

export const graphEmbedSchema = z.object({ schema: z.literal('lemmahead/graph-embed@1'), ...embedSchema.shape });

export type GraphSearchReport = z.infer<typeof graphSearchSchema>;
export type GraphMergeReport = z.infer<typeof graphMergeSchema>;
export type EntityReport = z.infer<typeof entitySchema>;
