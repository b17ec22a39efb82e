/** The JSON shape of `solve`. */
import { z } from 'zod';
import { noticesSchema } from './error-schema.ts';
import { modelUseSchema, plannedUseSchema } from '../session/model-use-schema.ts';
import { answerVerdictSchema } from '../session/answer-verdict-schema.ts';

const theorem = z.object({ name: z.string(), statement: z.string(), when: z.string().describe('when to use it') });

const hit = z.object({
  id: z.int(),
  title: z.string(),
  similarity: z.number(),
  problem: z.string(),
  steps: z.array(z.object({ text: z.string(), theorem: z.string().nullable() })),
  theorems: z.array(z.string()),
});

export const solveContextSchema = z.object({
  wordings: z.array(z.string()).describe('the problem as it was searched for'),
  hits: z.array(hit).describe('templates and solved problems, the nearest first'),
  by: z.enum(['words', 'vectors']).describe('what was compared to find them'),
  notices: noticesSchema.describe('why vectors were not compared'),
  table: z.array(theorem),
  invented: z.int().describe('rows of the table with a name that no hit has'),
  template: hit.nullable().describe('the one that was chosen'),
});

export const solveSchema = z
  .object({
    graph: z.string().nullable().describe('null if the method uses none'),
    imported: z.boolean().describe('the graph came from a file that somebody else may have written'),
    method: z.string(),
    problem: z.string(),
    answer: z.string().nullable().describe('null without a model, or if its text has none'),
    rule: z.string().nullable().describe('by what the answer was found in the text'),
    text: z.string().nullable().describe('the whole answer of the model'),
    samples: z.array(z.string().nullable()).describe('the answers of all samples'),
    votes: z.int().describe('samples with this answer'),
    calls: z
      .array(
        z.object({
          tool: z.string(),
          input: z.string().describe('JSON as the model wrote it'),
          text: z.string().describe('what the tool gave'),
          is_error: z.boolean(),
        }),
      )
      .describe('calls of tools before this answer'),
    verdict: answerVerdictSchema.nullable().describe('null without `--answer`'),
    context: solveContextSchema.nullable().describe('what was found for the problem; null if the method uses nothing'),
    prompt: z.string().nullable().describe('with `--show-context`, what the model was asked for the answer'),
    models: z.array(modelUseSchema).describe('the model, then the judge; empty without a model'),
    seconds: z.number(),
    notices: noticesSchema,
    schema: z.literal('lemmahead/solve@1'),
  })
  .describe('A problem in words, solved with templates. Without a model, what was found for it.');

export const solveDryRunSchema = z
  .object({ method: z.string(), planned: plannedUseSchema, schema: z.literal('lemmahead/solve-dry-run@1') })
  .describe('What `solve` would ask a model.');

export type SolveReport = z.infer<typeof solveSchema>;
export type SolveDryRunReport = z.infer<typeof solveDryRunSchema>;
