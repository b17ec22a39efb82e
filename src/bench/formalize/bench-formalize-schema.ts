/** The JSON shapes of `bench formalize` and `bench formalize labels`. */
import { z } from 'zod';
import { estimateSchema } from '../concepts/concepts-bench-schema.ts';
import { originSchema } from '../experiment/provenance.ts';
import { ARMS } from './arm-names.ts';
import { formalizeResultSchema } from './formalize-result.ts';

const interval = z.tuple([z.number(), z.number()]);

const rateSchema = z.object({
  k: z.int(),
  estimate: z.number().describe('mean of 1 − C(n−c, k) / C(n, k) over the problems'),
  wilson: interval.describe('95 %'),
  bootstrap: interval.describe('95 %, over problems'),
  problems: z.int(),
});

const armSchema = z.object({
  arm: z.enum(ARMS),
  scripted: z.boolean(),
  problems: z.int().describe('those that count'),
  unfinished: z.int().describe('stopped, or without an answer of the model or Lean'),
  cpr: z.array(rateSchema).nullable().describe('answers that compile; null if Lean was not asked'),
  far: z.array(rateSchema).nullable().describe('answers that are consistent; null if only compiling was checked'),
  beq: z
    .array(rateSchema)
    .nullable()
    .describe('answers equivalent to the reference, where it compiles; null if nothing was compared'),
  retrieval: z
    .object({
      problems: z.int().describe('those whose reference names a definition that is not ubiquitous'),
      measures: z
        .record(z.string(), estimateSchema)
        .describe('of the definitions in the prompt, as `bench concepts` has them; `acs@3` is by rule'),
      judges: z
        .array(estimateSchema.extend({ judge: z.string(), problems: z.int() }))
        .describe('the average concept score by each judge; problems with a missing answer do not count'),
    })
    .describe('whether the prompt has the definitions that the statement needs'),
  refuted: z.number().nullable().describe('share among the answers that compile; null if there are none'),
  vacuous: z.number().nullable(),
  tokens: z.int(),
  cost: z.number().nullable(),
  seconds: z.number(),
});

const pairSchema = z.object({
  first: z.enum(ARMS),
  second: z.enum(ARMS),
  k: z.int(),
  won: z.array(z.string()).describe('problems with a good answer only in the second'),
  lost: z.array(z.string()).describe('problems with a good answer only in the first'),
  both: z.int(),
  neither: z.int(),
  relative_gain: z.number().nullable().describe('of the rate at k; null if the first has none'),
  difference: z.number(),
  interval: interval.describe('95 %, bootstrap over problems'),
  p: z.number().describe('exact McNemar test'),
});

export const benchFormalizeSchema = z
  .object({
    schema: z.literal('lemmahead/bench-formalize@1'),
    folder: z.string(),
    datasets: z.array(z.string()),
    problems: z.int(),
    incomplete: z.int().describe('records without an informal or a formal statement'),
    model: z.string(),
    scripted: z.boolean().describe('a script gave the answers instead of a model'),
    formalizer: z.string(),
    without: z.array(z.string()).describe('stages that were switched off'),
    samples: z.int(),
    consistent_means: z.string().nullable().describe('null if only compiling was checked'),
    arms: z.array(armSchema),
    pairs: z
      .array(pairSchema)
      .describe('each arm against the first; an arm without a stage against `concepts`; none if Lean was not asked'),
    pairs_of: z.enum(['consistent', 'compiles']),
    results: z.array(formalizeResultSchema),
    stopped_by: z.string().nullable(),
    provenance: originSchema.extend({
      lean: z.string().nullable(),
      index_digest: z.string().nullable(),
      seed: z.int(),
    }),
  })
  .describe('CPR@k and FAR@k are as in the CRAMF paper, which counts by a judge.');

const agreementSchema = z.object({
  first: z.string(),
  second: z.string(),
  n: z.int().describe('statements that both have judged'),
  agree: z.int(),
  accuracy: z.number().nullable().describe('agree / n'),
  kappa: z.number().nullable().describe("Cohen's kappa; null if one of them always says the same"),
  false_yes: z.int().describe('faithful for the second only'),
  false_no: z.int().describe('faithful for the first only'),
});

export const formalizeLabelsSchema = z.object({
  schema: z.literal('lemmahead/bench-formalize-labels@1'),
  labels: z.int(),
  unmatched: z.int().describe('labels of statements that no result has'),
  agreements: z.array(agreementSchema).describe('each person with the checks, and with each other person'),
});

export type BenchFormalizeReport = z.infer<typeof benchFormalizeSchema>;
export type ArmReport = z.infer<typeof armSchema>;
export type ArmPair = z.infer<typeof pairSchema>;
export type MeasuredRate = z.infer<typeof rateSchema>;
export type FormalizeLabelsReport = z.infer<typeof formalizeLabelsSchema>;
export type Agreement = z.infer<typeof agreementSchema>;
