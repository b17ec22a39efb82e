/** Validates the events that a later session relies on, because record files can be edited. Others need only a name. */
import { z } from 'zod';
import { isRejectionByLean } from '../attempt/rejection-schema.ts';

const amount = z.number().min(0);
const counted = { prompt: z.string(), sample: z.int(), counted_tokens: amount, counted_cost: amount.nullable() };

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  hole_started: z.object({ hole: z.int(), goal: z.string() }),
  retrieval: z.object({ key: z.string(), premises: z.string(), names: z.array(z.string()) }),
  // Used as a path.
  passages: z.object({ key: z.string(), passages: z.string().regex(/^[0-9a-f]{64}$/) }),
  prompt: z.object({ prompt: z.string(), sample: z.int(), worst_tokens: amount, worst_cost: amount.nullable() }),
  answer: z.object({
    ...counted,
    // Used as a path.
    answer: z.string().regex(/^[0-9a-f]{64}$/),
    finish: z.enum(['end', 'length', 'refused']),
    snapshot: z.string(),
    input_tokens: amount,
    output_tokens: amount,
    retries: amount,
    unaccounted: amount,
    seconds: amount,
  }),
  ask_failed: z.object(counted),
  attempt: z.object({
    key: z.string(),
    candidate: z.object({ kind: z.string(), text: z.string() }),
    verdict: z
      .looseObject({ kind: z.string() })
      .refine((verdict) => verdict['by'] !== 'lean' || isRejectionByLean(verdict), 'a rejection without reasons'),
  }),
};

/** `event`: an object with an event name. */
export function isValidEvent(event: { event: string }): boolean {
  const schema = Object.hasOwn(SCHEMAS, event.event) ? SCHEMAS[event.event] : undefined;
  return schema === undefined || schema.safeParse(event).success;
}
