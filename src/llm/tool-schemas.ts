/** Tools, calls and results in files. Loads zod. */
import { z } from 'zod';

export const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});

export const toolCallSchema = z.object({ id: z.string(), name: z.string(), input: z.string() });

export const toolResultSchema = z.object({
  call: z.string(),
  text: z.string(),
  isError: z.literal(true).exactOptional(),
});
