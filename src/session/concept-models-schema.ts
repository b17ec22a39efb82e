/** The JSON shape of what models added to a concept base. */
import { z } from 'zod';

export const modelsSchema = z.object({
  model: z.string().nullable().describe('null: none was asked'),
  endpoint: z.string().nullable().describe('the server to which requests were sent'),
  embedder: z.string().nullable().describe('null: nothing was embedded'),
  scripted: z.boolean().describe('a script gave some answers instead of a model'),
  answers: z.int().describe('usable answers'),
  reused: z.int().describe('those among them that were kept from earlier builds and cost nothing'),
  back_translations: z.int().describe('definitions put into words'),
  chosen: z.int().describe('those among them with a text that is like the documentation'),
  extractions: z.int().describe('definitions with concepts named by the model'),
  explanations: z.int().describe('sentences on when to use a definition'),
  merges: z.int().describe('pairs of concepts that are one, by their vectors or by the model'),
  embedded: z.int().describe('definitions and concepts that got a vector'),
  problems: z.array(z.string()).describe('unusable answers'),
  tokens: z.int(),
  cost: z.number().nullable().describe('in US dollars; null if a price is unknown'),
  stopped_by: z.enum(['cost', 'tokens', 'time']).nullable().describe('the limit that ended the requests'),
});

export type ModelsReport = z.infer<typeof modelsSchema>;
