/** The JSON shapes of the lines of `--json-stream` that are not events of a run. */
import { z } from 'zod';
import { GAP_REASONS, TEMPLATE_STAGES } from '../library/template-stages.ts';
import { exitSchema } from './error-schema.ts';

export const listeningSchema = z
  .object({ event: z.literal('listening'), url: z.string().describe('its address') })
  .describe('`serve` accepts requests.');

export const readySchema = z
  .object({
    event: z.literal('ready'),
    worker: z.string().describe('its id'),
    host: z.string(),
    kinds: z.array(z.string()).describe('of the units that it takes'),
  })
  .describe('`worker` takes units.');

export const templateUnitSchema = z
  .object({
    event: z.literal('template_unit'),
    stage: z.enum(TEMPLATE_STAGES),
    unit: z.string().describe('unique in the stage; of the stage `base`, the name of the problem'),
    done: z.int().describe('units of the stage that have ended'),
    of: z.int().describe('units of the stage'),
    template: z
      .string()
      .nullable()
      .describe('key of the template, which a rule may reject at the end; null: there is none'),
    reason: z.enum(GAP_REASONS).nullable().describe('why there is none'),
    tokens: z.int().describe('spent so far, by all models'),
    cost: z.number().nullable().describe('likewise, in US dollars; null if a price is unknown'),
  })
  .describe('`templates build --from seeds` ended a unit: a problem, a mixed template or a variation.');

export const resultSchema = z
  .looseObject({ event: z.literal('result'), exit: exitSchema, exit_code: z.int() })
  .describe('The last line. Its other fields are those of the report of the command, or of `lemmahead/error@1`.');
