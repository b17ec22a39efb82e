/** The JSON shapes of the lines of `--json-stream` that are not events of a run. */
import { z } from 'zod';
import { exitSchema } from './error-schema.ts';

export const listeningSchema = z
  .object({ event: z.literal('listening'), url: z.string().describe('its address') })
  .describe('`serve` accepts requests.');

export const resultSchema = z
  .looseObject({ event: z.literal('result'), exit: exitSchema, exit_code: z.int() })
  .describe('The last line. Its other fields are those of the report of the command, or of `lemmahead/error@1`.');
