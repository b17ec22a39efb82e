/** The JSON shapes of `prove`, its dry run, and recorded runs. Columns are 0-based, in code points, as Lean counts. */
import { z } from 'zod';
import { toolCallSchema, toolResultSchema, toolSchema } from '../llm/tool-schemas.ts';
import { nearestAttemptSchema, toolCalled } from '../prove/events.ts';
import { sketchStepSchema } from '../prove/run/sketch-steps.ts';
import { auditFindingSchema, levelSchema, sandboxSchema } from '../prove/verdict-schema.ts';

const holeSchema = z.object({
  hole: z.int().describe('its number in the file, from 1, as for `--hole`'),
  line: z.int(),
  column: z.int(),
  keyword: z.string().nullable(),
  declaration: z.string().nullable(),
  state: z.enum(['filled', 'open', 'skipped', 'unasked']).describe('`skipped`: no proof; `unasked`: not requested'),
  goal: z.string().nullable(),
  strategy: z.string().nullable().describe('the strategy that generated the candidate'),
  candidate: z.string().nullable().describe('what filled the hole; if open, one that needs `imports`, or was dropped'),
  lemmas: z.array(z.string()).describe('the retrieved declarations that the candidate uses'),
  imports: z.array(z.string()).describe('modules that the candidate needs beyond those of the file'),
  dropped: z.boolean().describe('accepted alone, left out of the combined file'),
  axioms: z.array(z.string()).describe('axioms that the filled declaration uses'),
  conditional: z.array(z.string()).describe('declarations with holes on which it depends: not proved yet'),
  attempts: z.int(),
  unchecked: z.int().describe('attempts without a result from Lean or the audit'),
  refused: z.int().describe('attempts that compiled but were refused by the audit'),
  no_candidate: z.int().describe('answers of the model without a candidate'),
  nearest: nearestAttemptSchema.nullable(),
  note: z.string().nullable().describe('why no further candidate was tried'),
});

export const costSchema = z.number().nullable().describe('in US dollars; null if the price is unknown');

export const stoppedBySchema = z
  .enum(['cost', 'tokens', 'attempts', 'time'])
  .nullable()
  .describe('the limit that ended the run');

export const modelFailureSchema = z
  .object({ code: z.string(), message: z.string(), reason: z.string().nullable(), next: z.string().nullable() })
  .nullable()
  .describe('why the model was no longer asked');

export const proveSchema = z
  .object({
    schema: z.literal('lemmahead/prove@1'),
    file: z.string(),
    run: z.string().nullable().describe('the recorded run; null: there was nothing to do'),
    worker: z.string().nullable().describe('id of the worker of a queue that proved it; null for this machine'),
    confirmed_by: z
      .string()
      .nullable()
      .describe('with `--confirm`: id of the second worker that accepted the full file'),
    strategy: z.string().nullable().describe('the strategies that ran, in order, joined by `+`'),
    level: levelSchema.nullable().describe('how filled holes were checked; null: none is filled'),
    audited: z.boolean().describe('a process that never ran a candidate compared the full result with the original'),
    sandbox: sandboxSchema.nullable().describe('where Lean ran'),
    holes: z.array(holeSchema),
    filled: z.int(),
    conditional: z.int().describe('filled holes that depend on open ones'),
    open: z.int(),
    skipped: z.int(),
    attempts: z.int(),
    tokens: z.int().describe('as counted against `--max-tokens`'),
    cost: costSchema,
    stopped_by: stoppedBySchema,
    model_failure: modelFailureSchema,
    objection: z
      .object({ kind: z.enum(['refused', 'unchecked']), why: z.string(), findings: z.array(auditFindingSchema) })
      .nullable()
      .describe('of the final audit to the file as a whole; then nothing is written'),
    added_imports: z.array(z.string()).describe("imports added to the file's header"),
    diff: z.string().describe('unified diff; empty if no hole is filled'),
    written: z.boolean(),
    written_to: z.string().nullable(),
    replay_of: z.string().nullable().describe('the run that this one replays'),
    differs: z.array(z.int()).describe('the holes with a different result'),
    by_record: z
      .literal(true)
      .exactOptional()
      .describe('the verdicts are those on record, by `--without-lean`: nothing was checked again'),
  })
  .describe(
    'Printed by `prove`, `runs resume` and `runs replay`.\n\n' +
      'With `--json-stream`, stdout contains one [event](#events) per line, and always last `result` with `exit`, ' +
      '`exit_code` and the fields below or those of `lemmahead/error@1`.',
  );

const callsSchema = z.array(toolCallSchema).exactOptional().describe('calls of tools');

const messagesSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant']),
    text: z.string(),
    calls: callsSchema,
    results: z.array(toolResultSchema).exactOptional().describe('of the calls in the message before'),
  }),
);

export const promptSchema = z.object({
  prompt: z.string().describe('SHA-256 of the prompt'),
  template: z.string(),
  sample: z.int().describe('number of the answer to this prompt, from 0'),
  messages: messagesSchema,
  tools: z.array(toolSchema).exactOptional().describe('what the model may call'),
  max_output_tokens: z.int(),
  temperature: z.number().nullable(),
  worst_tokens: z.int(),
  worst_cost: costSchema,
});

export const dryRunSchema = z.object({
  schema: z.literal('lemmahead/prove-dry-run@1'),
  file: z.string(),
  strategy: z.string(),
  model: z.string().nullable(),
  endpoint: z.string().nullable().describe('the server to which requests would be sent'),
  holes: z.array(
    z.object({
      hole: z.int(),
      line: z.int(),
      column: z.int(),
      declaration: z.string().nullable(),
      goal: z.string(),
      retrievals: z.array(z.object({ query: z.string(), names: z.array(z.string()) })),
      prompts: z.array(promptSchema),
      candidates: z.array(z.string()).describe('those that would be tried first, without a model'),
    }),
  ),
  later_questions: z.int().describe('further requests at each hole, which depend on the first answer'),
  worst_tokens: z.int().describe('upper bound for the first round at all holes'),
  worst_cost: costSchema,
});

const runFields = {
  id: z.string(),
  kind: z.enum(['prove', 'formalize']).describe('the command'),
  started_at: z.string().describe('in ISO 8601'),
  file: z.string(),
  exit: z.string().nullable().describe('how its last session ended; null: stopped, or still running'),
  going_on: z.boolean(),
  filled: z.int().describe('holes, or problems with a statement'),
  attempts: z.int(),
  strategy: z
    .string()
    .nullable()
    .describe('of `formalize`: the prompt, as `--formalizer`; null: stopped before one was selected'),
  model: z.string().nullable(),
  tokens: z.int(),
  cost: costSchema,
  replay_of: z.string().nullable().describe('the run that this one replays'),
};

const runLineSchema = z.object({
  ...runFields,
  holes: z.int().describe('of `prove`'),
  problems: z.int().describe('of `formalize`'),
});

export const runsSchema = z.object({
  schema: z.literal('lemmahead/runs@1'),
  runs: z.array(runLineSchema).describe('oldest first'),
});

const conversationsSchema = z.array(
  z.object({
    prompt: z.string(),
    hole: z.int().nullable().describe('of `prove`'),
    node: z.string().nullable().describe('the step of a sketch'),
    problem: z.int().nullable().describe('of `formalize`'),
    template: z.string(),
    messages: messagesSchema,
    answers: z.array(
      z.object({
        sample: z.int(),
        finish: z.string(),
        tokens: z.int(),
        snapshot: z.string(),
        text: z.string(),
        calls: callsSchema,
      }),
    ),
  }),
);

const unknownUntilStarted = 'null if it was stopped before this was known';

export const runSchema = z.object({
  schema: z.literal('lemmahead/run@1'),
  ...runFields,
  folder: z.string(),
  sittings: z.int().describe('number of sessions: one more than how often it was resumed'),
  version: z.string().describe('version of lemmahead'),
  toolchain: z.string().nullable().describe(unknownUntilStarted),
  sandbox: z.string().nullable().describe(unknownUntilStarted),
  endpoint: z.string().nullable().describe('the server of the model'),
  index_digest: z.string().nullable(),
  limits: z
    .object({ cost: z.number().nullable(), tokens: z.number().nullable(), attempts: z.number().nullable() })
    .nullable(),
  prompts: z.int(),
  answers: z.int(),
  retrievals: z.int(),
  templates: z.array(z.string()).describe('of the prompts'),
  holes: z.array(
    z.object({
      hole: z.int(),
      line: z.int(),
      declaration: z.string().nullable(),
      goal: z.string(),
      state: z.string().nullable().describe('null: stopped before it was finished'),
      strategy: z.string().nullable(),
      candidate: z.string().nullable(),
      attempts: z.int().nullable(),
      nearest: nearestAttemptSchema.nullable(),
      note: z.string().nullable(),
      calls: z.array(toolCalled.omit({ event: true, hole: true })).describe('of tools, by an agent'),
      steps: z
        .array(sketchStepSchema)
        .describe('of all sketches by `decompose`; a step comes before those of its own sketches'),
    }),
  ),
  problems: z
    .array(
      z.object({
        problem: z.int(),
        id: z.string(),
        statement: z.string().describe('in words'),
        exit: z.string().nullable().describe('null: stopped before it was finished'),
        chosen: z.string().nullable().describe('the Lean file of the chosen statement'),
        note: z.string().nullable(),
        answers: z.int().nullable(),
        compiled: z.int().nullable().describe('different statements that compile'),
      }),
    )
    .describe('of `formalize`, as far as they were begun'),
  conversations: conversationsSchema.describe('with `--prompts`; otherwise empty'),
});

export const runExportSchema = z.object({
  schema: z.literal('lemmahead/run-export@1'),
  id: z.string(),
  original: z.string().describe('the original text; of `formalize`, the problems as JSON Lines'),
  events: z.array(z.looseObject({ event: z.string(), at: z.string() })).describe('all lines of `run.jsonl`'),
  conversations: conversationsSchema,
  written_to: z.string().optional().describe('with `--out`: the file'),
});

export type HoleResult = z.infer<typeof holeSchema>;
export type ProveReport = z.infer<typeof proveSchema>;
export type PromptReport = z.infer<typeof promptSchema>;
export type DryRunReport = z.infer<typeof dryRunSchema>;
export type RunLine = z.infer<typeof runLineSchema>;
export type RunsReport = z.infer<typeof runsSchema>;
export type RunReport = z.infer<typeof runSchema>;
