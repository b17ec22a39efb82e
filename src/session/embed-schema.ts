/** The JSON shape of `library embed`, `index embed`, `graph embed` and `templates embed`, without its `schema`. */
import { z } from 'zod';

export const embedSchema = z.object({
  what: z.enum(['entries', 'declarations', 'problems']),
  embedder: z
    .object({ name: z.string(), snapshot: z.string().nullable(), dimension: z.int().nullable() })
    .describe('`snapshot` and `dimension` are null if nothing was embedded'),
  endpoint: z.string().describe('the server to which the texts were sent'),
  store: z.string().describe('where the vectors are stored'),
  dry_run: z.boolean().describe('true: nothing was sent'),
  missing: z.int().describe('number of items without a vector before the run'),
  most_tokens: z.int().describe('upper bound for all of them'),
  most_cost: z.number().nullable().describe('upper bound in US dollars; null if the price is unknown'),
  embedded: z.int().describe('number of items that got a vector'),
  without: z.int().describe('number of items for which the model returned no vector'),
  stopped_by: z.string().nullable().describe('the limit that stopped the run'),
  next: z.string().nullable().describe('the command that continues'),
});

export type EmbedReport = z.infer<typeof embedSchema>;
