/** The JSON shape of `bench solve`. */
import { z } from 'zod';
import { plannedUseSchema } from '../../session/model-use-schema.ts';
import { manifestSchema, planSchema } from '../experiment/folder.ts';
import { originSchema } from '../experiment/provenance.ts';
import { solveResultSchema, SOLVE_STATES } from './solve-result.ts';

const interval = z.tuple([z.number(), z.number()]);

const agreementSchema = z.object({
  judged: z.int().describe('results with a verdict of both; one that the checker cannot decide counts as refused'),
  agreed: z.int().describe('both accept it, or both refuse it'),
  checker_only: z.array(z.string()).describe('questions that only the checker calls right'),
});

const methodSchema = z.object({
  method: z.string(),
  model: z.string(),
  scripted: z.boolean(),
  n: z.int().describe('questions with a result in every run'),
  correct: z.number().describe('mean number of right answers of a run'),
  accuracy: z.number(),
  interval: interval.describe('95 % Wilson'),
  states: z.record(z.enum(SOLVE_STATES), z.int()),
  by_checker: z.int().describe('right by the checker'),
  by_judge_only: z.array(z.string()).describe('questions that only the judge calls right'),
  agreement: agreementSchema.nullable().describe('of the checker and the judge; null without `--judge-all`'),
  no_context: z.number().describe('share of the results without a template or theorem'),
  invented: z.int().describe('rows of tables that no template has'),
  requests: z.int(),
  tokens: z.int(),
  cost: z.number().nullable(),
  seconds: z.object({ median: z.number(), mean: z.number(), mean_without_distilling: z.number() }),
});

const pairSchema = z.object({
  model: z.string(),
  first: z.string(),
  second: z.string(),
  won: z.array(z.string()).describe('questions that only the second has right in most runs'),
  lost: z.array(z.string()),
  difference: z.number().describe('of the accuracies'),
  interval: interval.describe('95 %, bootstrap over questions'),
  p: z.number().describe('exact McNemar test'),
});

export const benchSolveSchema = z
  .object({
    folder: z.string(),
    datasets: z.array(z.string()),
    sets: z
      .array(
        z.object({
          dataset: z.string(),
          problems: z.int().describe('in the file, before `--limit`'),
          published: z
            .string()
            .nullable()
            .describe('the set of the paper with as many problems, whose figures are shown'),
        }),
      )
      .describe('the sizes of the datasets; contents are not compared with the sets of the paper'),
    questions: z.int(),
    digests: z.record(z.string(), z.string()).describe('SHA-256 of each question with its answer, by name'),
    left_out: z.array(z.string()).describe('questions without an answer, or that the graph has as a problem'),
    models: z.array(z.string()),
    judge: z.string().nullable(),
    graph: z.string().nullable(),
    runs: z.int(),
    scripted: z.boolean().describe('a script gave some answers, or made the graph'),
    methods: z.array(methodSchema),
    pairs: z.array(pairSchema).describe('each method against `zero-shot` and `few-shot` of the same model'),
    results: z.array(solveResultSchema),
    stopped_by: z.string().nullable(),
    provenance: originSchema.extend({ seed: z.int(), plan: planSchema }),
    schema: z.literal('lemmahead/bench-solve@2'),
  })
  .describe('How often a model solves problems in words, by several methods.');

export const benchSolveDryRunSchema = z
  .object({
    questions: z.int(),
    methods: z.array(z.string()),
    planned: z.array(plannedUseSchema).describe('of each model'),
    schema: z.literal('lemmahead/bench-solve-dry-run@2'),
  })
  .describe('What `bench solve` would ask a model first.');

export const solveFolderSchema = manifestSchema
  .extend({ schema: z.literal('lemmahead/bench-solve-folder@2') })
  .describe('The file `bench.json` of the folder of `bench solve`.');

export type BenchSolveReport = z.infer<typeof benchSolveSchema>;
export type BenchSolveDryRunReport = z.infer<typeof benchSolveDryRunSchema>;
export type SolveMethodReport = z.infer<typeof methodSchema>;
export type SolvePair = z.infer<typeof pairSchema>;
