/** The JSON shape of `bench answers`. */
import { z } from 'zod';
import { modelUseSchema } from '../../session/model-use-schema.ts';

const countsSchema = z.object({
  n: z.int().describe('number of pairs'),
  agreed: z.int().describe('pairs with the labelled verdict; undecided counts as not the same'),
  false_accepts: z.int().describe('different answers that were accepted'),
  misses: z.int().describe('same answers that were not accepted'),
  undecided: z.int(),
});

const agreementSchema = z.object({
  agreed: z.int().describe('pairs with the labelled verdict'),
  false_accepts: z.int(),
});

const judgeSchema = z.object({
  asked_about: z.enum(['refused', 'all']).describe('answers that the checker did not accept, or all'),
  asked: z.int(),
  yes: z.int().describe('answers that the model calls the same'),
  model_only: agreementSchema.describe('the verdicts of the model alone, over the pairs with its answer'),
  either: agreementSchema.describe('dual verification, over all pairs: accepted if the checker or the model accepts'),
  judge_only: z.array(z.string()).describe('pairs that only the model accepts: a model can be persuaded'),
  use: modelUseSchema,
});

export const benchAnswersSchema = z
  .object({
    all: countsSchema,
    agreement: z.tuple([z.number(), z.number()]).describe('95 % Wilson interval of the share that agreed'),
    by_kind: z.record(z.string(), countsSchema),
    latency_ms: z.object({ median: z.number(), p95: z.number(), max: z.number() }),
    disagreements: z
      .array(
        z.object({
          id: z.string(),
          gold: z.string().describe('the expected answer'),
          text: z.string(),
          same: z.boolean().describe('the label'),
          verdict: z.enum(['same', 'different', 'undecided']),
          extracted: z.string().nullable().describe('what was taken for the answer in the text'),
          rule: z.string().nullable().describe('what it was recognized by'),
        }),
      )
      .describe('in the order of the file'),
    engine: z.string().nullable().describe('library that evaluates expressions, with its version'),
    judge: judgeSchema.nullable().describe('null without --judge'),
    schema: z.literal('lemmahead/bench-answers@1'),
  })
  .describe('How often the checker of answers agrees with labels.');

export type AnswerCounts = z.infer<typeof countsSchema>;
export type JudgeReport = z.infer<typeof judgeSchema>;
export type AnswersReport = Omit<z.infer<typeof benchAnswersSchema>, 'schema'>;
