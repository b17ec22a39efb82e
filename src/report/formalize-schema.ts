/** The JSON shapes of `formalize` and its dry run. Columns are 0-based, in code points, as Lean counts. */
import { z } from 'zod';
import { CRITERIA } from '../formalize/choose.ts';
import { STATEMENT_VERDICTS } from '../prove/statement/statement-verdicts.ts';
import { STAGES } from '../formalize/stage-asker.ts';
import { CHANNELS_OF_PACK, STATEMENT_CLASSES } from '../search/concepts/pack-choices.ts';
import { noticesSchema } from './error-schema.ts';
import { costSchema, modelFailureSchema, promptSchema, proveSchema, stoppedBySchema } from './prove-schema.ts';
import { findingsSchema, judgementSchema, remarksSchema, unansweredSchema } from './statement-schema.ts';

const packSchema = z
  .object({
    class: z.enum(STATEMENT_CLASSES).describe('`implicit`: an applied problem that names few concepts'),
    because: z.array(z.string()).describe('the words that decided the class'),
    concepts: z.array(
      z.object({
        name: z.string(),
        key: z.string().describe('normal form of its names'),
        core: z.boolean().describe('named in several texts, with a probable definition'),
        surface: z.string().describe('the words of the text'),
        field: z.string().nullable().describe('field of mathematics, by the model'),
        explanation: z.string().describe('what it means in the statement, by the model; may be empty'),
      }),
    ),
    rewriting: z
      .object({
        statement: z.string(),
        choices: z.array(z.object({ from: z.string(), to: z.string(), why: z.string() })),
      })
      .nullable()
      .describe('an applied problem as mathematics, by the model'),
    candidates: z
      .array(z.object({ name: z.string(), channels: z.array(z.enum(CHANNELS_OF_PACK)) }))
      .describe('definitions that were found, in the order of the channels'),
    hallucinated: z.array(z.string()).describe('names that the model guessed and that do not exist'),
    stages: z
      .array(
        z.object({
          stage: z.enum(STAGES),
          by: z.enum(['model', 'offline', 'off']),
          note: z.string().nullable().describe('why not by the model'),
        }),
      )
      .describe('what each stage did, in order'),
    definitions: z
      .array(
        z.object({
          name: z.string(),
          kind: z.string(),
          signature: z.string().describe('binders and type, on one line'),
          meaning: z.string(),
          write: z.string().describe('how a statement writes it'),
          notations: z.array(z.string()),
          module: z.string(),
        }),
      )
      .describe('listed in the prompt, best first'),
    examples: z
      .array(z.object({ name: z.string(), statement: z.string().describe('on one line') }))
      .describe('theorems of the library in the prompt that use the definitions'),
  })
  .meta({ title: 'Pack' })
  .describe('what the statement is about, and the definitions that it may need');

const requestFields = {
  statement: z.string().describe('the text, in words'),
  pack: packSchema,
  header: z.string().describe('imports and other commands above the theorem'),
  formalizer: z.string().describe('the prompt, as `--formalizer`'),
  model: z.string().nullable(),
  notices: noticesSchema,
};

export const formalizeSchema = z.object({
  schema: z.literal('lemmahead/formalize@1'),
  ...requestFields,
  template: z.string().describe('name and version of the prompt; `raw@` and the SHA-256 of a template of the user'),
  prompt: z.string().describe('SHA-256 of the prompt'),
  checked: z.boolean().describe('the statements were compiled'),
  candidates: z
    .array(
      z.object({
        text: z.string().nullable().describe('the Lean file; null if the answers have no statement'),
        samples: z
          .array(z.int())
          .describe(
            'numbers of the answers with this statement, from 0; corrections have the numbers after `asked`. After the checks, statements with the same elaborated type are one',
          ),
        definitions: z
          .array(z.object({ name: z.string(), text: z.string() }))
          .describe("the model's own, before the theorem: without a judge's consent, the statement does not count"),
        verdict: z
          .enum(['compiles', 'fails', 'unchecked', 'refused', 'none'])
          .describe('`refused`: by the gate, never compiled; `none`: no statement in the answer'),
        why: z.string().nullable().describe('why there is no statement, or why it was refused or not checked'),
        errors: z.array(z.object({ line: z.int(), column: z.int(), text: z.string() })).describe("Lean's errors"),
        faithfulness: z
          .enum(STATEMENT_VERDICTS)
          .nullable()
          .describe(
            '`consistent`, `suspect`: by the judges; `unfaithful`: refuted or vacuous; `unchecked`: nothing decides it; null if it was not checked',
          ),
        findings: findingsSchema,
        remarks: remarksSchema,
        judgement: judgementSchema.nullable().describe('by models; null if none was asked'),
        unanswered: unansweredSchema,
        class: z
          .int()
          .nullable()
          .describe(
            'number of its class of equivalent statements; null if a check holds against it, or it was not checked',
          ),
      }),
    )
    .describe('different statements, best first'),
  chosen: z.string().nullable().describe('the Lean file of the best statement that compiles, or that was not checked'),
  chosen_by: z
    .enum(CRITERIA)
    .nullable()
    .describe('what decided against the second best, in the order of this list; null without a second statement'),
  counts: z.object({
    asked: z.int(),
    answers: z.int(),
    repairs: z.int().describe('answers that correct a statement, among them'),
    reused: z.int().describe('answers of an earlier command, which cost nothing'),
    distinct: z.int().describe('different statements'),
    compiled: z.int().describe('different statements that compile'),
    consistent: z.int().describe('those against which neither a check nor the judges say anything'),
  }),
  run: z.string().describe('the recorded run'),
  scripted: z.boolean().describe('the answers are those of a script for tests, not of a language model'),
  tokens: z.int().describe('of all sessions'),
  cost: costSchema,
  stopped_by: stoppedBySchema.describe('the limit that ended the requests'),
  model_failure: modelFailureSchema,
  written_to: z.string().nullable(),
  replay_of: z.string().nullable().describe('the run that this one replays'),
  differs: z.boolean().describe('the replay has another result'),
  proof: proveSchema
    .nullable()
    .describe('the report of `prove`; null without `--prove`, or if there is nothing to prove'),
});

export const formalizeDryRunSchema = z.object({
  schema: z.literal('lemmahead/formalize-dry-run@1'),
  ...requestFields,
  endpoint: z.string().nullable().describe('the server to which requests would be sent'),
  prompts: z
    .array(promptSchema)
    .describe(
      'requests; those after the first depend on earlier answers, and are shown as without them; corrections are not shown',
    ),
  max_requests: z.int().describe('with questions that are put again'),
  worst_tokens: z.int().describe('of the shown requests'),
  worst_cost: costSchema,
});

export type FormalizeReport = z.infer<typeof formalizeSchema>;
export type FormalizeDryRunReport = z.infer<typeof formalizeDryRunSchema>;
export type PackReport = z.infer<typeof packSchema>;
