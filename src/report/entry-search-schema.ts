/** The JSON shape of a search of the library. */
import { z } from 'zod';
import { ENTRY_KINDS } from '../library/entry.ts';
import { ENTRY_CHANNEL_NAMES } from '../search/library/entry-channels.ts';
import { noticesSchema } from './error-schema.ts';

export const contributionsSchema = z
  .array(z.object({ what: z.string(), points: z.number() }))
  .describe('with `--explain`: addends of the score');

const channelsSchema = z.array(z.enum(ENTRY_CHANNEL_NAMES));

/** The identity and position of an entry. */
const placeSchema = z.object({
  id: z.int(),
  key: z.string().describe('unique in its source'),
  source: z.string(),
  path: z.string().nullable().describe('absolute path of the file; null if it is in none'),
  line: z.int().nullable(),
  page: z.int().nullable(),
});

export const entryResultSchema = placeSchema.extend({
  kind: z.enum(ENTRY_KINDS),
  called: z.string().describe('its name in the source: `Lemma`'),
  number: z.string().nullable(),
  title: z.string(),
  headings: z.array(z.string()),
  snippet: z.string().describe('the most relevant part of its text, on one line'),
  body: z.string(),
  proof: z.string().nullable().describe('proof or solution'),
  also_in: z.array(placeSchema).describe('other hits with the same text'),
  score: z.number(),
  similarity: z
    .number()
    .describe('cosine of the vectors if they found it; otherwise the share of the query in its words'),
  channels: channelsSchema.describe('channels that found it'),
  contributions: contributionsSchema.optional(),
});

export const entrySearchSchema = z
  .object({
    schema: z.literal('lemmahead/search-library@1'),
    query: z.string().describe('as typed'),
    library: z.string().describe("the library's file"),
    results: z.array(entryResultSchema).describe('best first'),
    channels: channelsSchema.describe('channels that answered'),
    notices: noticesSchema,
  })
  .describe('Printed by `search --in-library`.');

export type EntryPlace = z.infer<typeof placeSchema>;
export type EntryResult = z.infer<typeof entryResultSchema>;
export type EntrySearchReport = z.infer<typeof entrySearchSchema>;
