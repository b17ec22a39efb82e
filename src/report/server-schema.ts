/** The JSON shapes of `serve`: what it prints, and its responses that no command prints. */
import { z } from 'zod';
import { errorSchema, exitSchema } from './error-schema.ts';
import { formalizeSchema } from './formalize-schema.ts';
import { solveSchema } from './solve-schema.ts';
import { indexStatsSchema } from './index-schema.ts';
import { proveSchema } from './prove-schema.ts';

export const serveSchema = z
  .object({ schema: z.literal('lemmahead/serve@1'), url: z.string().describe('its address') })
  .describe('The last line of `--json-stream`.');

/** What the server adds to the report of a command. */
export const outcomeFields = {
  exit: exitSchema.describe('the exit status of the command'),
  warnings: z.array(z.string()).describe('what the command line prints on stderr'),
};

export const jobSchema = z.object({
  schema: z.literal('lemmahead/job@1'),
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']).describe('`done`: with any result'),
  created: z.string().describe('in ISO 8601'),
  ended: z.string().nullable().describe('null until it ended'),
  events: z.int().describe('number so far'),
  result: z
    .union([
      proveSchema.extend(outcomeFields),
      formalizeSchema.extend(outcomeFields),
      solveSchema.extend(outcomeFields),
    ])
    .nullable()
    .describe('null until it exists'),
  error: errorSchema.nullable().describe('if the job failed or was cancelled'),
});

export const jobsSchema = z.object({
  schema: z.literal('lemmahead/jobs@1'),
  jobs: z.array(jobSchema).describe('latest first'),
});

export const statsSchema = z.object({
  ...indexStatsSchema.shape,
  schema: z.literal('lemmahead/stats@1'),
  version: z.string(),
  declarations: z.int().describe('number of indexed declarations'),
  commits: z.record(z.string(), z.string()).describe('commit of each package'),
  uptime_seconds: z.number(),
  load: z.object({ jobs: z.int(), waiting: z.int() }).describe('checks and proofs: running and waiting ones'),
  has_queue: z.boolean().describe('whether `GET /queue` has something to show'),
  template_graphs: z
    .array(z.object({ graph: z.string(), templates: z.int(), problems: z.int(), theorems: z.int() }))
    .describe('in the library'),
});

export const modulesSchema = z.object({
  schema: z.literal('lemmahead/modules@1'),
  below: z.string().describe('the module whose children these are; empty for the root'),
  modules: z.array(
    z.object({
      name: z.string(),
      declarations: z.int().describe('in it and below it'),
      modules: z.int().describe('number of modules below it'),
    }),
  ),
});

export const healthSchema = z.object({
  schema: z.literal('lemmahead/health@1'),
  status: z.enum(['ok', 'stopping']).describe('`stopping` with status 503'),
  version: z.string(),
});

export type ModulesReport = z.infer<typeof modulesSchema>;
export type JobReport = z.infer<typeof jobSchema>;
/** A job of `/prove`. */
export type ProveJobReport = Omit<JobReport, 'result'> & {
  result: Extract<JobReport['result'], { schema: 'lemmahead/prove@1' }> | null;
};
