/** The JSON shape of `search --everywhere`. */
import { z } from 'zod';
import { conceptsSearchSchema } from './concepts-schema.ts';
import { entrySearchSchema } from './entry-search-schema.ts';
import { failureSchema } from './error-schema.ts';
import { searchSchema } from './search-schema.ts';

export const searchEverywhereSchema = z
  .object({
    schema: z.literal('lemmahead/search-everywhere@1'),
    query: z.string().nullable().describe('as typed'),
    declarations: searchSchema.nullable(),
    declarations_failed: failureSchema.nullable().describe('why declarations could not be searched'),
    library: entrySearchSchema.nullable(),
    library_failed: failureSchema.nullable().describe('why the library could not be searched'),
    concepts: conceptsSearchSchema.nullable().describe('null without a concept base, and unless the query is in words'),
    concepts_failed: failureSchema.nullable().describe('why concepts could not be searched'),
  })
  .describe('Printed by `search --everywhere`.');
