/** The JSON shape of `bench goals`. */
import { z } from 'zod';
import { HALVES } from './halves.ts';

const share = z.object({ share: z.number(), interval: z.tuple([z.number(), z.number()]) });

const scoresSchema = z.object({
  n: z.int().describe('number of goals'),
  'first@1': share.describe('share of the goals with the answer as first hit, with its 95 % bootstrap interval'),
  'first@5': share.describe('within the first five'),
  'first@10': share,
  'closed@1': share.describe('share of the goals whose first hit is the answer, or closes the goal by unification'),
});

export const goalsSchema = z
  .object({
    all: scoresSchema,
    with_hypotheses: scoresSchema.describe('goals with a hypothesis, which is more than a variable or an instance'),
    without_hypotheses: scoresSchema,
    half: z.enum(HALVES).describe('half of the files, by a hash of their module'),
    seed: z.int().describe('seed of the sample'),
    with_place: z.boolean().describe("whether the search knows the theorem's place in its file"),
    proofs: z.int().describe('one-line proofs in the half, from which the sample is drawn'),
    latency_ms: z.object({ median: z.number(), p95: z.number(), max: z.number() }),
    goals: z
      .array(
        z.object({
          theorem: z.string(),
          answer: z.string().describe('the lemma that proves it'),
          rank: z.int().nullable().describe('of the answer, from 1; null: not among the first ten'),
          first: z.string().nullable().describe('the first hit'),
          first_closes: z
            .boolean()
            .describe('whether it unifies with the goal, and the goal has the hypotheses and instances that it needs'),
          has_hypotheses: z.boolean(),
        }),
      )
      .describe('in the order of the sample'),
    schema: z.literal('lemmahead/bench-goals@1'),
  })
  .describe('How well a search for the goal of a theorem finds the lemma that proves it in one line.');

export type GoalScores = z.infer<typeof scoresSchema>;
export type GoalsReport = Omit<z.infer<typeof goalsSchema>, 'schema'>;
