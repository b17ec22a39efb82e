/** Which events a later sitting can rely on: a record is a file, and can be edited. Of the others the name is enough. */
import { z } from 'zod';
import { isRejectionByLean } from '../attempt/rejection-shape.ts';

const amount = z.number().min(0);
const counted = { prompt: z.string(), sample: z.int(), counted_tokens: amount, counted_cost: amount.nullable() };

const SHAPES: Readonly<Record<string, z.ZodType>> = {
  hole_started: z.object({ hole: z.int(), goal: z.string() }),
  retrieval: z.object({ key: z.string(), premises: z.string(), names: z.array(z.string()) }),
  // It becomes a path.
  passages: z.object({ key: z.string(), passages: z.string().regex(/^[0-9a-f]{64}$/) }),
  prompt: z.object({ prompt: z.string(), sample: z.int(), worst_tokens: amount, worst_cost: amount.nullable() }),
  answer: z.object({
    ...counted,
    // It becomes a path.
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

/** `event`: an object with its name. */
export function isServable(event: { event: string }): boolean {
  const shape = Object.hasOwn(SHAPES, event.event) ? SHAPES[event.event] : undefined;
  return shape === undefined || shape.safeParse(event).success;
}
