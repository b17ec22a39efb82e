/** The JSON shapes of `queue` and `worker`. */
import { z } from 'zod';

const requirements = z.record(z.string(), z.string());
const log = z.array(z.string()).describe('one line for each attempt');

export const queueStatusSchema = z.object({
  schema: z.literal('lemmahead/queue-status@1'),
  queues: z
    .array(
      z.object({
        kind: z.string(),
        requirements: requirements.describe(
          'what a worker must have: `lean`, `package mathlib`, `model NAME` and others',
        ),
        waiting: z.int(),
        running: z.int(),
        done: z.int().describe('results that were not fetched yet'),
        dead: z.int().describe('units that failed three times, or once if they cost something'),
        cancelled: z.int(),
        workers: z.int().describe('living workers that take these units'),
        missing: z.array(z.string()).describe('without such a worker: what the nearest one lacks'),
      }),
    )
    .describe('the units of a kind with the same requirements'),
  waiting: z.int(),
  running: z.int(),
  workers: z.int().describe('living workers'),
  per_minute: z.int().describe('units done by them in the last minute'),
  seconds_left: z.number().nullable().describe('at this rate; null if nothing was done in the last minute'),
  dead: z.array(z.object({ id: z.string(), kind: z.string(), log })).describe('the last 20, the latest first'),
});

export const queueWorkersSchema = z.object({
  schema: z.literal('lemmahead/queue-workers@1'),
  workers: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.int(),
      version: z.string().describe('of lemmahead'),
      jobs: z.int().describe('units at a time'),
      kinds: z.array(z.string()),
      environments: z.array(
        z.object({ facts: requirements, modules: z.int().describe("number of the project's own modules") }),
      ),
      self_tests: z.record(z.string(), z.string()).describe('of the judge, for each Lean: `passed`, or why not'),
      done: z.int(),
      failed: z.int(),
      per_minute: z.int().describe('units done in the last minute'),
      alive: z.boolean().describe('it reported itself in the last 35 seconds'),
      silent_seconds: z.number(),
      up_seconds: z.number(),
    }),
  ),
});

export const queueChangeSchema = z.object({
  schema: z.literal('lemmahead/queue-change@1'),
  change: z.enum(['retry', 'cancel', 'purge']),
  units: z.int().describe('number of changed units'),
  workers: z.int().describe('number of removed workers, which had stopped'),
});

export const queueGrantSchema = z.object({
  schema: z.literal('lemmahead/queue-grant@1'),
  role: z.string(),
  database: z.string(),
  statements: z.array(z.string()).describe('SQL, in this order'),
  granted: z.boolean().describe('false with `--print`: nothing was changed'),
});

export const workerSchema = z
  .object({
    schema: z.literal('lemmahead/worker@1'),
    worker: z.string().describe('its id'),
    done: z.int(),
    failed: z.int(),
  })
  .describe('The last line of `--json-stream`.');

export type QueueStatus = z.infer<typeof queueStatusSchema>;
export type QueueWorkers = z.infer<typeof queueWorkersSchema>;
export type QueueGrant = z.infer<typeof queueGrantSchema>;
export type QueueChange = z.infer<typeof queueChangeSchema>;
