/** The JSON shape of an error, and parts that several reports share. */
import { z } from 'zod';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { typedKeys } from '../base/typed-keys.ts';

export const exitSchema = z.enum(typedKeys(EXIT_CODES));

export const noticesSchema = z.array(z.string()).describe('messages for the user');

/** What a failure says, without its exit. */
const failureFields = {
  code: z.string().describe('short and stable: `usage`, `index-missing`, `config-invalid`, `bug`, …'),
  message: z.string().describe('what happened'),
  reason: z.string().optional().describe('why, if it is known'),
  next: z.string().optional().describe('the next step, if one helps'),
};

/** A failure of a part of the work, as a field of another report. */
export const failureSchema = z.object({ exit: exitSchema.exclude(['done', 'bug']), ...failureFields });

export const errorSchema = z
  .object({
    schema: z.literal('lemmahead/error@1'),
    exit: exitSchema.describe('name of the exit code'),
    exit_code: z.int().describe('its number'),
    ...failureFields,
    issue: z.string().optional().describe("only for a bug: text for a report, without the user's paths"),
  })
  .describe('Printed instead of a result if a command fails.');

export type ErrorReport = z.infer<typeof errorSchema>;
