/** The JSON shapes of what a command asked a model, and of what it would ask. */
import { z } from 'zod';

export const modelUseSchema = z.object({
  model: z.string(),
  endpoint: z.string().describe('the server to which requests were sent'),
  scripted: z.boolean().describe('a script gave some answers instead of a model'),
  answers: z.int().describe('usable answers'),
  reused: z.int().describe('those among them that were kept from earlier commands and cost nothing'),
  unusable: z
    .int()
    .describe(
      'answers with a wrong form, or with a label or number that was not offered; each was asked for again once',
    ),
  problems: z.array(z.string()).describe('questions without a usable answer'),
  tokens: z.int(),
  cost: z.number().nullable().describe('in US dollars; null if the price is unknown'),
  stopped_by: z.enum(['cost', 'tokens', 'time']).nullable().describe('the limit that ended the requests'),
});

export const plannedUseSchema = z.object({
  model: z.string(),
  endpoint: z.string().describe('the server to which requests would be sent'),
  questions: z.int().describe('those that are known now; others depend on answers'),
  max_requests: z.int().describe('with questions that are put again'),
  by_template: z.array(
    z.object({
      template: z.string(),
      questions: z.int(),
      example: z.string().describe('the first prompt of this template'),
    }),
  ),
  worst_tokens: z.int(),
  worst_cost: z.number().nullable().describe('in US dollars; null if the price is unknown'),
});

export const usualUseSchema = z.object({
  model: z.string(),
  endpoint: z.string().describe('the server to which requests would be sent'),
  questions: z.int().describe('also those that depend on answers, if each answer is usable'),
  by_template: z.record(z.string(), z.int()),
  input_tokens: z.int().describe('by a usual number of characters of a token'),
  output_tokens: z.int().describe('by usual lengths of answers'),
  cost: z.number().nullable().describe('in US dollars; null if the price is unknown'),
  reasoning_cost: z
    .number()
    .nullable()
    .describe('the same for a reasoning model, which thinks at length before it solves a problem'),
});

export type ModelUse = z.infer<typeof modelUseSchema>;
export type PlannedUse = z.infer<typeof plannedUseSchema>;
export type UsualUse = z.infer<typeof usualUseSchema>;
