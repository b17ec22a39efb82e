/** The JSON shape of `bench graph`, and the result of one measure as its folder keeps it. */
import { z } from 'zod';
import { manifestSchema, type ExperimentKind } from '../experiment/folder.ts';
import { originSchema } from '../experiment/provenance.ts';
import { MEASURE_NAMES } from './measure-names.ts';

const figureSchema = z.object({
  row: z.string().describe('what was measured: a system, a rule, a label'),
  column: z.string().describe('the measure, such as `Hits@5`'),
  set: z.string().describe('the data'),
  n: z.int().describe('number of items in the mean, or the size of the set'),
  by: z.string().describe('`rules`, the embedder, or a model'),
  scripted: z.boolean().describe('a script gave the answers instead of a model'),
  value: z.number(),
  interval: z.tuple([z.number(), z.number()]).nullable().describe('95 %, by bootstrap over the items; null for counts'),
  bar: z.number().nullable().describe('the least value that the project aims at'),
  most: z.number().nullable().describe('the greatest value that the project accepts'),
});

const tableSchema = z.object({
  title: z.string(),
  note: z.string(),
  head: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});

const plotSchema = z.object({
  caption: z.string(),
  x: z.string().describe('label of the horizontal axis'),
  xs: z.array(z.number()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});

export const measureResultSchema = z.object({
  measure: z.enum(MEASURE_NAMES),
  data: z.string().describe('hash of the data and of the options that it depends on'),
  figures: z.array(figureSchema),
  details: z.array(tableSchema).describe('lists, such as the entities nearest to a query'),
  plots: z.array(plotSchema),
  notes: z.array(z.string()),
  seconds: z.number().describe('CPU time'),
});

export const benchGraphFolderSchema = manifestSchema
  .extend({ schema: z.literal('lemmahead/bench-graph-folder@1') })
  .describe('`bench.json` in the folder of `bench graph`. No command prints it.');

export const benchGraphSchema = z
  .object({
    folder: z.string(),
    library: z.string().nullable(),
    embedder: z.string(),
    measures: z.array(measureResultSchema.omit({ data: true })),
    published: z.array(tableSchema).describe('figures of the AutoMathKG paper, not measured here'),
    missed: z.array(z.string()).describe('figures that miss their bar'),
    provenance: originSchema.extend({ seed: z.int() }),
    schema: z.literal('lemmahead/bench-graph@1'),
  })
  .describe('Measures of the knowledge graph, beside the figures of the AutoMathKG paper.');

export type Figure = z.infer<typeof figureSchema>;
export type Plot = z.infer<typeof plotSchema>;
export type MeasureResult = z.infer<typeof measureResultSchema>;
export type BenchGraphReport = z.infer<typeof benchGraphSchema>;

export const GRAPH_BENCHMARK: ExperimentKind<MeasureResult> = {
  manifest: 'bench.json',
  schema: benchGraphFolderSchema.shape.schema.value,
  keyOf: ({ measure }) => measure,
  read: (value) => measureResultSchema.safeParse(value).data ?? null,
  commands: { start: 'lemmahead bench graph --out FOLDER', resume: 'the same command with --out' },
};
