/** The JSON shape of `bench concepts`. */
import { z } from 'zod';

export const estimateSchema = z.object({ mean: z.number(), interval: z.tuple([z.number(), z.number()]) });
const system = z.object({
  system: z.string(),
  measures: z
    .record(z.string(), estimateSchema)
    .describe(
      'by name, such as `recall@5`, each with its 95 % bootstrap interval; `acs` is a mean of scores from 0 to 3',
    ),
});

export const conceptsBenchSchema = z
  .object({
    sets: z.array(
      z.object({
        file: z.string(),
        queries: z.int().describe('queries or problems that are scored'),
        without_answer: z.int().describe('those whose answers are not definitions of the index'),
        incomplete: z.int().describe('records without an informal or a formal statement'),
        unknown_names: z.int().describe('names in formal statements that the index does not have'),
        gold: z.enum(['given', 'all definitions', 'without ubiquitous ones']),
        systems: z.array(system),
      }),
    ),
    median_ms: z.number().describe('for one search with all sources'),
    published: z.array(
      z.object({ system: z.string(), source: z.string(), set: z.string(), measure: z.string(), value: z.number() }),
    ),
    note: z.string(),
    schema: z.literal('lemmahead/bench-concepts@1'),
  })
  .describe('How well the concept base finds the definitions that a term means or a statement needs.');

export type ConceptsBenchReport = Omit<z.infer<typeof conceptsBenchSchema>, 'schema'>;
export type MeasuredSet = ConceptsBenchReport['sets'][number];
