/** The JSON shape of the report of a proving benchmark. */
import { z } from 'zod';
import { recordSchema } from '../../options/schemas.ts';
import { originSchema } from '../experiment/provenance.ts';
import { resultSchema, STATES, workerSchema } from './result.ts';
import { SYSTEM_OPTIONS } from './system.ts';

/** The software, machine and data of a measurement. */
const provenanceSchema = originSchema.extend({
  lean: z.object({ version: z.string(), toolchain: z.string().nullable() }),
  sandbox: z.string(),
  level: z.string(),
  index: z
    .object({
      path: z.string(),
      digest: z.string(),
      toolchain: z.string(),
      packages: z.array(z.object({ name: z.string(), rev: z.string() })),
    })
    .nullable()
    .describe('null if no index was used'),
  library: z
    .object({ path: z.string(), digest: z.string(), entries: z.int() })
    .nullable()
    .describe('null if no library was used'),
  seed: z.int().describe('of the problem sample and of the bootstrap'),
  runs: z.int().describe('independent runs of each problem by each system'),
  jobs: z.int(),
  workers: z
    .array(workerSchema.extend({ runs: z.int().describe('that have a result') }))
    .describe('of a queue; empty if all runs were made by this machine'),
  mode: z.string().describe('how candidates are checked'),
  models: z.array(z.object({ name: z.string(), endpoint: z.string(), snapshots: z.array(z.string()) })),
  prompts: z
    .array(z.object({ template: z.string(), count: z.int(), sha256: z.string() }))
    .describe('templates of the sent prompts; `sha256` of the hashes of all its prompts, by problem and run'),
  budgets: z.record(z.string(), z.number().nullable()).describe('limits per run and in total; null: no limit'),
});

const datasetSchema = z.object({
  paths: z.array(z.string()),
  digest: z.string().describe('SHA-256 of the names and texts of the selected problems'),
  problems: z.int(),
  split: z.string().nullable(),
  filter: z.array(z.string()),
  limit: z.int().nullable(),
  with_informal: z.boolean(),
});

export const intervalSchema = z.tuple([z.number(), z.number()]);

const rateSchema = z.object({
  estimate: z.number(),
  interval: intervalSchema.describe('95 %, Wilson'),
  problems: z.int().describe('number of problems that it is computed over'),
});

const systemSchema = z
  .object({
    id: z.string(),
    strategy: z.string(),
    model: z.string().nullable().describe('null for a strategy that needs no model'),
    options: recordSchema(SYSTEM_OPTIONS),
    scripted: z.boolean().describe('some of its answers came from a script instead of a model'),
    solved: z.int().describe('problems that at least one run solved'),
    counted: z.int().describe('problems with at least one run that counts'),
    states: z.record(z.enum(STATES), z.int()).describe('number of runs by state'),
    pass_at: z.array(rateSchema.extend({ k: z.int() })),
    questions: z.int().describe('to the model'),
    attempts: z.int(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cost: z.number().nullable().describe('in US dollars; null if the price of any answer is unknown'),
    seconds: z.number().describe('sum over the runs, which may have run in parallel'),
  })
  .meta({ title: 'System of a benchmark' });

const pairSchema = z.object({
  first: z.string(),
  second: z.string(),
  both: z.int(),
  only_first: z.int(),
  only_second: z.int(),
  neither: z.int(),
  not_compared: z.int().describe('problems that do not count for one of them'),
  difference: z.number().describe('share of solved runs of the second minus that of the first, mean over problems'),
  interval: intervalSchema.describe('95 %, bootstrap'),
  p: z.number().describe('two-sided, of the exact McNemar test on problems solved at least once'),
});

const partSchema = z.object({
  part: z.string().describe('`split: test`, `tag: nat`'),
  problems: z.int(),
  solved: z.record(z.string(), z.int()).describe('by system'),
  counted: z.record(z.string(), z.int()).describe('by system'),
});

/** Results of one split, as in the tables of papers. */
const splitSchema = z.object({ split: z.string(), problems: z.int(), systems: z.array(systemSchema) });

const passagesSchema = z.object({
  searches: z.int(),
  brought: z.int().describe('number of passages that they returned'),
  hidden_from: z.int().describe('runs in which passages were hidden because they are the problem itself'),
  channels: z.record(z.string(), z.int()).describe('number of runs by the search channels used'),
});

const publishedSchema = z.object({
  dataset: z.literal('miniF2F'),
  note: z.string().describe('how the published measurements differ from those made here'),
  rows: z.array(
    z.object({
      system: z.string(),
      model: z.string(),
      source: z.string().describe('the publication'),
      pass_at_1: z.object({ valid: z.number(), test: z.number() }).describe('share solved at one attempt'),
    }),
  ),
});

const problemSchema = z.object({
  name: z.string(),
  place: z.string(),
  split: z.string().nullable(),
  tags: z.array(z.string()),
  digest: z.string(),
  informal: z.string().nullable(),
  hidden: z
    .object({ own: z.array(z.string()), twins: z.array(z.string()) })
    .describe("hidden from retrieval: the problem's own declaration, and others with the same statement"),
  results: z.array(resultSchema),
});

export const benchProveSchema = z
  .object({
    schema: z.literal('lemmahead/bench-prove@1'),
    complete: z.boolean().describe('every run of every problem has a result'),
    stopped_by: z.string().nullable().describe('the total limit that ended the benchmark early'),
    scripted: z.boolean().describe('a script gave some answers instead of a model: this is no measurement'),
    checked: z.boolean().describe('false with `--no-check`: nothing counts as solved'),
    provenance: provenanceSchema,
    dataset: datasetSchema,
    hidden: z
      .object({ own: z.int(), twins: z.int(), problems: z.int().describe('number of problems concerned') })
      .describe('number of declarations hidden from retrieval'),
    passages: passagesSchema.nullable().describe('library passages; null if no system searched the library'),
    statements: z.record(z.string(), z.int()).describe('number of runs by source of the informal statement'),
    systems: z.array(systemSchema),
    splits: z.array(splitSchema).describe('in the order of the dataset; empty if it has no splits'),
    published: publishedSchema.nullable().describe('published results for the dataset; null if none are known'),
    pairs: z.array(pairSchema).describe('every two systems, on the problems that count for both'),
    parts: z.array(partSchema).describe('splits and tags'),
    problems: z.array(problemSchema),
    folder: z.string().describe("the benchmark's folder"),
  })
  .describe(
    "Also `report.json` in the benchmark's folder, without `folder`. A problem *counts* for a system if one of its runs " +
      'was solved, unsolved or stopped by the budget of a run; model failures and unchecked runs do not count.',
  );

export type Provenance = z.infer<typeof provenanceSchema>;
export type DatasetFacts = z.infer<typeof datasetSchema>;
export type Rate = z.infer<typeof rateSchema>;
export type SystemReport = z.infer<typeof systemSchema>;
export type PairReport = z.infer<typeof pairSchema>;
export type PartReport = z.infer<typeof partSchema>;
export type SplitReport = z.infer<typeof splitSchema>;
export type PassagesReport = z.infer<typeof passagesSchema>;
export type Published = z.infer<typeof publishedSchema>;
export type ProblemReport = z.infer<typeof problemSchema>;
/** As `report.json` stores it. */
export type BenchReport = Omit<z.infer<typeof benchProveSchema>, 'folder'>;
