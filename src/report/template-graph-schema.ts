/** The JSON shapes of the `templates` commands on graphs in the library. */
import { z } from 'zod';
import {
  graphItemRecord,
  graphPlan,
  problemRecord,
  templateRecord,
  theoremRecord,
} from '../builders/templates/graph-records.ts';
import { PROBLEM_STAGES, TEMPLATE_STAGES } from '../library/template-stages.ts';
import { modelUseSchema, plannedUseSchema, usualUseSchema } from '../session/model-use-schema.ts';
import { embedSchema } from '../session/embed-schema.ts';
import { noticesSchema } from './error-schema.ts';

const graph = z.string().describe('name of the graph');
const plan = graphPlan.describe('how the graph was made');
const imported = z.boolean().describe('the graph came from a file that somebody else may have written');

const change = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int().describe('records that the graph no longer has'),
});

const range = z.object({ low: z.number(), high: z.number() }).nullable();

const ranges = z
  .record(z.string(), range)
  .describe('by level: the numbers of steps that are kept lie strictly between; null: too few templates for the rule');

const sizes = z.object({ theorems: z.int(), problems: z.int(), templates: z.int() });

export const templatesBuildSchema = z
  .object({
    graph,
    library: z.string().describe('path'),
    plan,
    ...sizes.shape,
    left_out: z
      .int()
      .describe('problems that name no theorem, statements without a proof, or seeds without a template'),
    matched: z
      .object({ declarations: z.int(), entries: z.int() })
      .describe('theorems that a Lean declaration, or an entry of the library, states'),
    stages: z
      .array(
        z.object({
          stage: z.enum(TEMPLATE_STAGES),
          candidates: z.int(),
          kept: z.int(),
          rejected: z.record(z.string(), z.int()).describe('by the rule or reason'),
        }),
      )
      .describe('of a graph by models'),
    steps: ranges,
    models: z.array(modelUseSchema).describe('the model, the advanced model, the judge; empty without'),
    change,
    seconds: z.number(),
    notices: noticesSchema,
    schema: z.literal('lemmahead/templates-build@1'),
  })
  .describe('A graph of templates that was built in the library.');

export const templatesDryRunSchema = z
  .object({
    graph,
    planned: plannedUseSchema.describe('the first questions to the base model'),
    usual: z
      .array(usualUseSchema)
      .describe('all questions if no template is left out: the model, the advanced model, at most those to the judge'),
    schema: z.literal('lemmahead/templates-build-dry-run@1'),
  })
  .describe('What `templates build` would ask models.');

const share = z.object({ kept: z.int(), share: z.number() });

export const templatesCalibrateSchema = z
  .object({
    graph,
    candidates: z.int().describe('templates of models, also rejected ones'),
    consistency: z.array(share.extend({ k: z.number(), alpha: z.number() })),
    matching: z
      .array(share.extend({ k: z.number(), alpha: z.number() }))
      .describe('by `--match-k` and `--match-alpha`; matches below the `--match-k` of the build are not stored'),
    steps: z.array(share.extend({ spread: z.number() })),
    schema: z.literal('lemmahead/templates-calibrate@1'),
  })
  .describe('How many templates each threshold keeps, by itself.');

const line = z.object({
  id: z.int(),
  key: z.string(),
  stage: z.string().nullable().describe('null for a theorem'),
  level: z.int().nullable(),
  field: z.string().nullable(),
  title: z.string(),
  uses: z.int().describe('number of theorems that it uses; of a theorem, how many use it'),
});

export const templatesListSchema = z
  .object({ graph, total: z.int(), items: z.array(line), schema: z.literal('lemmahead/templates-list@1') })
  .describe('Templates and problems of a graph, or its theorems.');

const theorem = z.object({
  id: z.int(),
  name: z.string(),
  targets: z.array(z.string()).describe('Lean declarations that state it'),
});

export const templatesShowSchema = z
  .object({
    graph,
    imported,
    plan,
    id: z.int(),
    item: z.discriminatedUnion('record', [theoremRecord, problemRecord, templateRecord]),
    theorems: z.array(theorem).describe('that it uses'),
    step_range: range.describe('of a template of a model: as `steps` of templates build, at its level; otherwise null'),
    used_by: z.array(line).describe('what uses it, varies it, or is from it'),
    schema: z.literal('lemmahead/templates-show@1'),
  })
  .describe('A template, problem or theorem of a graph, with where it is from.');

const spread = z
  .object({ least: z.int(), mean: z.number(), most: z.int() })
  .nullable()
  .describe('null without templates');

export const templatesStatsSchema = z
  .object({
    library: z.string().describe('path'),
    graphs: z.array(
      z.object({
        graph,
        imported,
        plan,
        ...sizes.shape,
        stages: z.partialRecord(z.enum([...TEMPLATE_STAGES, ...PROBLEM_STAGES]), z.int()),
        levels: z.record(z.string(), z.int()).describe('by level; `unknown` without one'),
        steps: spread.describe('of a template'),
        edges: z.object({ uses: z.int(), varies: z.int(), abstracts: z.int() }),
        matched: z.object({ declarations: z.int(), entries: z.int() }),
      }),
    ),
    schema: z.literal('lemmahead/templates-stats@1'),
  })
  .describe('The graphs of templates in the library.');

export const templatesCheckSchema = z
  .object({
    graph,
    ...sizes.shape,
    violations: z.array(z.string()).describe('what does not hold; empty if the graph is intact'),
    kept: z.int().describe('templates that these thresholds do not reject'),
    changed: z.int().describe('templates that they decide otherwise than before'),
    applied: z.boolean().describe('with `--apply`, which stores what they decide'),
    steps: ranges,
    schema: z.literal('lemmahead/templates-check@1'),
  })
  .describe('Whether a graph of templates is intact.');

export const templatesNearestSchema = z
  .object({
    graph,
    imported,
    problem: z.string(),
    hits: z
      .array(
        z.object({
          id: z.int(),
          key: z.string(),
          stage: z.string(),
          level: z.int().nullable(),
          title: z.string(),
          similarity: z.number().describe('0 to 1'),
          contributions: z
            .array(z.object({ word: z.string(), share: z.number() }))
            .describe('by words: what each common stem adds, most first; the similarity is their sum, at most 1'),
          problem: z.string(),
          steps: z.array(z.object({ text: z.string(), theorem: z.string().nullable().describe('its name') })),
          theorems: z.array(theorem),
        }),
      )
      .describe('best first; empty with `--theorems`'),
    by: z.enum(['words', 'vectors']).describe('what was compared to find them'),
    notices: noticesSchema.describe('why vectors were not compared'),
    theorems: z
      .array(theorem.extend({ score: z.number() }))
      .describe('with `--theorems`: those that the problem may need, best first'),
    schema: z.literal('lemmahead/templates-nearest@1'),
  })
  .describe('The templates and solved problems nearest to a problem in words.');

export const templatesEmbedSchema = z.object({
  schema: z.literal('lemmahead/templates-embed@1'),
  ...embedSchema.shape,
});

/** Format in the first line of an export. */
export const TEMPLATE_GRAPH = 'lemmahead/template-graph@1';

export const templatesExportSchema = z
  .object({
    schema: z.literal(TEMPLATE_GRAPH),
    graph,
    plan,
    records: z.union([z.array(graphItemRecord), z.int()]).describe('the lines; their number with `--out`'),
    written_to: z.string().optional().describe('with `--out`'),
  })
  .describe('A graph of templates as lines of JSON; the first has the schema, the name and the plan.');

export const templatesImportSchema = z
  .object({
    graph,
    library: z.string().describe('path'),
    ...sizes.shape,
    change,
    schema: z.literal('lemmahead/templates-import@1'),
  })
  .describe('A graph of templates that was imported.');

export const templatesRemoveSchema = z
  .object({ graph, removed: z.boolean(), ...sizes.shape, schema: z.literal('lemmahead/templates-remove@1') })
  .describe('Whether a graph of templates was removed.');

export type TemplatesBuildReport = z.infer<typeof templatesBuildSchema>;
export type TemplatesListReport = z.infer<typeof templatesListSchema>;
export type TemplatesShowReport = z.infer<typeof templatesShowSchema>;
export type TemplatesStatsReport = z.infer<typeof templatesStatsSchema>;
export type TemplatesCheckReport = z.infer<typeof templatesCheckSchema>;
export type TemplatesNearestReport = z.infer<typeof templatesNearestSchema>;
export type TemplatesDryRunReport = z.infer<typeof templatesDryRunSchema>;
export type TemplatesCalibrateReport = z.infer<typeof templatesCalibrateSchema>;
export type TemplatesImportReport = z.infer<typeof templatesImportSchema>;
export type TemplatesRemoveReport = z.infer<typeof templatesRemoveSchema>;
