/** The JSON shapes of the `graph` commands that ask a model about entities. */
import { z } from 'zod';
import { VERDICTS } from '../builders/knowledge/complete/complete-one.ts';
import { ADAPTERS } from '../prompt/templates/complete-entity.ts';
import { noticesSchema } from './error-schema.ts';
import { modelUseSchema, plannedUseSchema } from '../session/model-use-schema.ts';

export const graphAugmentSchema = z
  .object({
    schema: z.literal('lemmahead/graph-augment@1'),
    path: z.string().describe('the library'),
    run: z.int().nullable().describe('to undo it; null if nothing was written'),
    entities: z.int().describe('entities that were looked at'),
    batch: z.boolean().describe('whether all open questions about an entity were one'),
    attributes: z.record(z.string(), z.int()).describe('number of values written, by attribute'),
    references: z
      .object({
        resolved: z.int().describe('those that lead to an entity of the library'),
        unresolved: z.int().describe('those that no definition or theorem is named like'),
      })
      .describe('references that the model found in problems and solutions'),
    models: modelUseSchema,
    seconds: z.number(),
  })
  .describe('Printed by `graph augment`.');

export const graphCompleteSchema = z
  .object({
    schema: z.literal('lemmahead/graph-complete@1'),
    path: z.string().describe('the library'),
    run: z.int().nullable().describe('to undo it; null if nothing was written'),
    missing: z.int().describe('proofs and solutions that the chosen entities lack and no model has completed'),
    entities: z.array(
      z.object({
        id: z.int(),
        key: z.string(),
        part: z.int().describe('n: the nth proof or solution'),
        adapter: z.enum(ADAPTERS),
        rounds: z.array(z.array(z.string())).describe('what each checked attempt violated'),
        verdict: z
          .enum(VERDICTS)
          .describe(
            'self-checked: by the model only; program-ran: its program ran, too; lean-checked: so is the theorem, by Lean, but not the text; failed: it violates a principle',
          ),
        declarations: z
          .array(z.string())
          .describe('lean-checked: the declarations that formalize the theorem and pass `check`; otherwise none'),
        text: z.string(),
        used: z.array(z.string()).describe('keys of the entities that it uses'),
        unverified: z.array(z.string()).describe('results that it uses beyond the library'),
      }),
    ),
    models: modelUseSchema,
    adapters: z.array(modelUseSchema).describe('the models that write texts of a kind, if they are others'),
    notices: noticesSchema,
    seconds: z.number(),
  })
  .describe('Printed by `graph complete`. No text was checked by Lean or a person, only theorems were.');

export const graphQuestionsSchema = z
  .object({
    schema: z.literal('lemmahead/graph-questions@1'),
    path: z.string().describe('the library'),
    command: z.enum(['augment', 'complete']),
    planned: plannedUseSchema,
  })
  .describe('Printed by `graph augment` and `graph complete` with `--dry-run`.');

export type GraphAugmentReport = z.infer<typeof graphAugmentSchema>;
export type GraphQuestionsReport = z.infer<typeof graphQuestionsSchema>;
export type GraphCompleteReport = z.infer<typeof graphCompleteSchema>;
