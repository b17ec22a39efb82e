/** The JSON shape of `bench templates`. */
import { z } from 'zod';
import { HALVES } from '../goals/halves.ts';

const share = z.object({
  count: z.int(),
  share: z.number(),
  interval: z.tuple([z.number(), z.number()]).describe('95 % Wilson interval'),
});

const measured = z.object({
  templates: share.describe('by the votes of similar theorems, with frequencies'),
  prior: share.describe('by frequency in the other files alone'),
});

const scoresSchema = z.object({
  n: z.int().describe('number of theorems'),
  'shape@1': measured,
  'shape@10': measured.describe('the shape of the proof is among the first ten'),
  'exact@1': measured,
  'exact@10': measured.describe('the skeleton of the proof is among the first ten'),
  'rebuilt@1': measured,
  'rebuilt@10': measured,
  'rebuilt@100': measured.describe(
    'rank of the skeleton times the ranks of the lemmas in its slots is at most 100: so many candidates are enough',
  ),
  'rebuilt@1000': measured,
});

export const templatesBenchSchema = z
  .object({
    all: scoresSchema,
    without_closers: scoresSchema.describe('without proofs by one tactic that needs no lemma, such as `simp` or `rfl`'),
    half: z.enum(HALVES).describe('test: files in the tenth 0 of their hashes; development: in the tenth 1'),
    seed: z.int().describe('seed of the sample'),
    held_out: z.object({
      files: z.int(),
      theorems: z.int().describe('written theorems in them whose proofs have a skeleton of at most three tactics'),
    }),
    latency_ms: z.object({ median: z.number(), p95: z.number(), max: z.number() }),
    theorems: z
      .array(
        z.object({
          theorem: z.string(),
          skeleton: z.string(),
          shape_rank: z.int().nullable().describe('from 1; null: not found'),
          rank: z.int().nullable().describe('of the skeleton'),
          candidates: z.number().nullable().describe('candidates until the proof is rebuilt; null: never'),
        }),
      )
      .describe('in the order of the sample'),
    schema: z.literal('lemmahead/bench-templates@1'),
  })
  .describe("How well proof templates for a theorem of a held-out file contain the theorem's own proof.");

export type TemplateScores = z.infer<typeof scoresSchema>;
export type TemplatesBenchReport = Omit<z.infer<typeof templatesBenchSchema>, 'schema'>;
