/** The JSON shape of `templates search`. */
import { z } from 'zod';
import { noticesSchema } from './error-schema.ts';

export const templatesSearchSchema = z
  .object({
    goal: z.string(),
    hits: z
      .array(
        z.object({
          skeleton: z
            .string()
            .describe('tactics with `L` for lemmas and `H` for hypotheses; segments are separated by ` ; ` or ` <;> `'),
          score: z.number().describe('share of the votes, and frequency'),
          votes: z.int().describe('similar theorems with this proof; 0: it is only frequent'),
          exemplars: z
            .array(
              z.object({
                name: z.string(),
                path: z.string().describe('absolute path of the file as it was indexed'),
                line: z.int(),
                slots: z.array(z.string()).describe('the lemmas in its slots, as written; `.f` is a field'),
              }),
            )
            .describe('the most similar of these theorems, at most three'),
        }),
      )
      .describe('best first'),
    notices: noticesSchema,
    schema: z.literal('lemmahead/templates-search@1'),
  })
  .describe('Proof templates for a goal: the skeletons of the proofs of similar theorems.');

export type TemplatesReport = z.infer<typeof templatesSearchSchema>;
