/** The JSON shapes of a batch of `formalize`. */
import { z } from 'zod';
import { problemEnded } from '../prove/events.ts';
import { exitSchema } from './error-schema.ts';
import { formalizeDryRunSchema } from './formalize-schema.ts';
import { costSchema, modelFailureSchema, stoppedBySchema } from './prove-schema.ts';

const problemSchema = z.object({
  problem: z.int().describe('its number in the batch, from 1'),
  id: z.string(),
  statement: z.string().describe('in words'),
  exit: exitSchema
    .nullable()
    .describe('as the exit code of `formalize` for this problem alone; null: not begun, or stopped'),
  chosen: z.string().nullable().describe('the Lean file of the chosen statement'),
  ...problemEnded.pick({ note: true, stopped: true, answers: true, compiled: true }).shape,
  written_to: z.string().nullable(),
});

export const formalizeBatchSchema = z
  .object({
    schema: z.literal('lemmahead/formalize-batch@1'),
    run: z.string().describe('the recorded run'),
    file: z.string(),
    model: z.string(),
    scripted: z.boolean().describe('the model was scripted: its answers come from a test, not from a language model'),
    problems: z.array(problemSchema),
    formalized: z.int().describe('problems with the exit code 0'),
    unfinished: z.int().describe('problems that were not begun, or stopped'),
    tokens: z.int().describe('of all sessions'),
    cost: costSchema,
    stopped_by: stoppedBySchema,
    model_failure: modelFailureSchema,
    written_to: z.string().nullable().describe('the folder with a Lean file and a full report of each problem'),
    replay_of: z.string().nullable().describe('the run that this one replays'),
    differs: z.array(z.string()).describe('ids of the problems with a different result'),
  })
  .describe('Printed by `formalize FILE.jsonl`, and by `runs resume` and `runs replay` of such a run.');

export const formalizeBatchDryRunSchema = z.object({
  schema: z.literal('lemmahead/formalize-batch-dry-run@1'),
  file: z.string(),
  model: z.string().nullable(),
  endpoint: z.string().nullable().describe('the server to which requests would be sent'),
  problems: z
    .array(
      z.object({
        id: z.string(),
        ...formalizeDryRunSchema.pick({
          statement: true,
          prompts: true,
          max_requests: true,
          worst_tokens: true,
          worst_cost: true,
        }).shape,
      }),
    )
    .describe('as in `lemmahead/formalize-dry-run@1`'),
  max_requests: z.int().describe('of all problems'),
  worst_tokens: z.int(),
  worst_cost: costSchema,
});

export type FormalizeBatchDryRunReport = z.infer<typeof formalizeBatchDryRunSchema>;

/** Whether another session formalizes it again. */
export function isUnfinished({
  exit,
  stopped,
}: Pick<FormalizeBatchReport['problems'][number], 'exit' | 'stopped'>): boolean {
  return exit === null || stopped || exit === 'missing' || exit === 'budget';
}

export type FormalizeBatchReport = z.infer<typeof formalizeBatchSchema>;
