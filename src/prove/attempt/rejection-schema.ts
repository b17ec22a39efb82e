/** Validates a stored rejection. */
import { z } from 'zod';
import type { Rejection } from './trial.ts';

const rejection = z.object({
  kind: z.literal('rejected'),
  by: z.literal('lean'),
  diagnostics: z.array(
    z.object({
      severity: z.string(),
      class: z.string(),
      line: z.int(),
      column: z.int(),
      text: z.string(),
      captured: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    }),
  ),
});

export function isRejectionByLean(value: unknown): value is Rejection {
  return rejection.safeParse(value).success;
}
