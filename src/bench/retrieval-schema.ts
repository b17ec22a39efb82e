/** The JSON shapes of `bench retrieval`, for declarations and for library entries. */
import { z } from 'zod';
import { ENTRY_CHANNEL_NAMES } from '../search/library/entry-channels.ts';

const latencySchema = z.object({ median: z.number(), p95: z.number(), max: z.number() });

const scoresSchema = z.object({
  'ndcg@10': z.number(),
  'recall@1': z.number(),
  'recall@3': z.number(),
  'recall@10': z.number(),
  'recall@50': z.number(),
  mrr: z.number(),
});

const groupsSchema = z.record(z.string(), scoresSchema.extend({ n: z.int() }));
const intervalSchema = z.tuple([z.number(), z.number()]);

export const retrievalSchema = z
  .object({
    ...scoresSchema.shape,
    queries: z.int().describe('number of scored queries'),
    intervals: z.record(scoresSchema.keyof(), intervalSchema).describe('95 % bootstrap intervals'),
    by_style: groupsSchema.describe('the same measures by style'),
    by_kind: groupsSchema.describe('the same measures by kind'),
    missing_gold: z
      .object({ names: z.array(z.string()), dropped_queries: z.int() })
      .describe('gold answers that are not in the index; a query without any other gold is not scored'),
    latency_ms: latencySchema,
    baseline: scoresSchema
      .extend({ what: z.string(), latency_ms: latencySchema })
      .describe('the same measures for plain full-text search'),
    schema: z.literal('lemmahead/bench-retrieval@1'),
  })
  .describe('The measures are means over the queries. They come first in this object.');

const answersSchema = z.object({
  n: z.int().describe('number of questions'),
  'answered@1': z.number().describe('share of the questions with an answering passage as first hit'),
  'answered@5': z.number(),
  'answered@20': z.number(),
  mrr: z.number().describe('mean of 1 / rank of the first answering passage'),
});

export const libraryRetrievalSchema = z
  .object({
    ...answersSchema.shape,
    by_style: z.record(z.string(), answersSchema).describe('the same for each style'),
    missing_gold: z.array(z.string()).describe('gold labels that are not in the library'),
    channels: z.array(z.enum(ENTRY_CHANNEL_NAMES)).describe('channels that answered every question'),
    notices: z.array(z.string()).describe('messages for the user'),
    latency_ms: latencySchema,
    schema: z.literal('lemmahead/bench-library@1'),
  })
  .describe('Printed by `bench retrieval --in-library`.');

export type QueryScores = z.infer<typeof scoresSchema>;
export type RetrievalReport = Omit<z.infer<typeof retrievalSchema>, 'schema'>;
export type AnswerScores = z.infer<typeof answersSchema>;
export type LibraryRetrievalReport = Omit<z.infer<typeof libraryRetrievalSchema>, 'schema'>;
