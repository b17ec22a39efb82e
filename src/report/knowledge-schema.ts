/** The JSON shapes of the `graph` commands on entities of the library. */
import { z } from 'zod';
import { DECISIONS } from '../builders/knowledge/fusion/decide.ts';
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
                differences: z.array(z.string()).describe('what the two say differently, if the score would do'),
              }),
            )
            .describe('best first'),
        }),
      )
      .describe('merges first, then undecided ones, then new entities'),
    confirmed: z.int().describe('pairs that a person calls the same, with `--confirm`'),
    denied: z.int().describe('pairs that a person calls different, with `--deny`'),
    undone: z.int().describe('decisions taken back by `--undo`'),
    merged: z.int().describe('entities of the library that are merged into an older one, after this command'),
    notices: noticesSchema,
  })
  .describe('Printed by `graph merge`.');

export type GraphMergeReport = z.infer<typeof graphMergeSchema>;
export type EntityReport = z.infer<typeof entitySchema>;
