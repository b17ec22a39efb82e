/** The JSON shapes of `statement check` and `statement compare`. */
import { z } from 'zod';
import { EQUIVALENCE_LEVELS, NO_OPINION, STATEMENT_VERDICTS } from '../prove/statement/statement-verdicts.ts';
import { DIFFERENCE_KINDS } from '../prompt/templates/reading-back.ts';
import { REMARK_RULES } from '../prove/statement/remarks.ts';
import { UNCHECKED_REASONS } from '../verify/verdict.ts';
import { exitSchema } from './error-schema.ts';
import { costSchema, promptSchema } from './prove-schema.ts';

const leanSchema = z.object({ version: z.string(), path: z.string(), toolchain: z.string().nullable() });

const directionSchema = z.object({
  state: z
    .enum(['proved', 'open', 'idle', 'unchecked'])
    .describe('`idle`: only by tactics that need no premise, or that prove anything from it'),
  by: z.string().nullable().describe('the tactics; null unless proved'),
});

const truthSchema = z.object({
  state: z.enum(['proved', 'refuted', 'open', 'unchecked']).describe('what was shown about it alone'),
  by: z.string().nullable(),
});

const comparisonSchema = z.object({
  level: z
    .enum(EQUIVALENCE_LEVELS)
    .describe(
      '`same`: equal elaborated types; `defeq`: equal by computation; `stronger`: the second follows from the first; `different`: one is true, the other false',
    ),
  forward: directionSchema.describe('the second from the first'),
  backward: directionSchema.describe('the first from the second'),
  a: truthSchema,
  b: truthSchema,
  why: z.string().nullable().describe('why the level is `unknown`'),
  tactics: z.int().describe('version of the list of tactics'),
});

const constantSchema = z.object({
  name: z.string(),
  kind: z.string().nullable(),
  doc: z.string().nullable(),
  file: z.string().nullable().describe('null if no index has it'),
  line: z.int().nullable(),
});

export const findingsSchema = z
  .array(z.object({ rule: z.enum(['refuted', 'vacuous']), by: z.string().describe('the tactics that prove it') }))
  .describe('what makes it `unfaithful`');

export const remarksSchema = z
  .array(z.object({ rule: z.enum(REMARK_RULES), strength: z.enum(['strong', 'medium', 'weak']), text: z.string() }))
  .describe('what to look at; a remark never changes the verdict');

export const unansweredSchema = z
  .array(z.object({ check: z.string(), why: z.enum(UNCHECKED_REASONS), detail: z.string() }))
  .describe('checks that gave no answer');

export const judgementSchema = z.object({
  verdict: z
    .enum(['consistent', 'suspect'])
    .nullable()
    .describe(
      '`consistent`: more than half of all judges say yes; `suspect`: at least as many say no as yes; null: too few answered',
    ),
  unanimous: z.boolean().describe('all who answered say the same'),
  opinions: z.array(
    z.object({
      judge: z.string(),
      same: z.boolean().nullable().describe('null: no answer'),
      read_back: z.string().nullable().describe('what the statement says, by a judge that had not seen the text'),
      differences: z.array(z.object({ kind: z.enum(DIFFERENCE_KINDS), of_text: z.string(), of_statement: z.string() })),
      components: z
        .array(z.object({ of_text: z.string(), of_statement: z.string(), matches: z.boolean() }))
        .describe('by the critic; empty without one'),
      failure: z
        .object({ why: z.enum(NO_OPINION), detail: z.string() })
        .nullable()
        .describe('why there is no answer'),
    }),
  ),
});

const checkedStatementSchema = z.object({
  name: z.string().nullable().describe('null for an `example`'),
  line: z.int(),
  statement: z.string().describe('binders and type, as written'),
  exit: exitSchema.describe('the exit for this statement alone'),
  verdict: z
    .enum(STATEMENT_VERDICTS)
    .describe(
      '`faithful`: equivalent to the trusted statement; `consistent`: the judges say that it says what the text says; `suspect`: another claim than the trusted statement or the text; `unfaithful`: refuted or vacuous; `unchecked`: nothing decides it',
    ),
  compiles: z.boolean(),
  errors: z.array(z.string()).describe("Lean's errors if it does not compile"),
  findings: findingsSchema,
  remarks: remarksSchema,
  reference: comparisonSchema.nullable().describe('compared with `against`; null without it'),
  reference_error: z.string().nullable().describe('why it was not compared'),
  judgement: judgementSchema.nullable().describe('by models; null if none was asked'),
  rests_on: z.array(constantSchema).describe('what something rests on comes before it; without ubiquitous constants'),
  sha256: z.string().nullable().describe('of the elaborated statement with its own definitions'),
  approval: z.enum(['none', 'same', 'changed', 'stored']),
  unanswered: unansweredSchema,
});

export const statementSchema = z.object({
  schema: z.literal('lemmahead/statement@1'),
  file: z.string(),
  against: z.string().nullable(),
  lean: leanSchema,
  statements: z.array(checkedStatementSchema),
  tokens: z.int().describe('of the judges'),
  cost: costSchema,
});

export const statementDryRunSchema = z.object({
  schema: z.literal('lemmahead/statement-dry-run@1'),
  file: z.string(),
  judges: z.array(
    z.object({ model: z.string(), endpoint: z.string().describe('the server to which requests would be sent') }),
  ),
  prompts: z.array(promptSchema).describe('the comparison depends on the answer to the first prompt'),
  max_requests: z.int().describe('with questions that are put again'),
  worst_tokens: z.int().describe('of the shown requests'),
  worst_cost: costSchema,
});

export const statementCompareSchema = z.object({
  schema: z.literal('lemmahead/statement-compare@1'),
  files: z.object({ a: z.string(), b: z.string() }),
  names: z.object({ a: z.string().nullable(), b: z.string().nullable() }),
  lean: leanSchema,
  ...comparisonSchema.shape,
});

export type StatementDryRunReport = z.infer<typeof statementDryRunSchema>;
export type StatementReport = z.infer<typeof statementSchema>;
export type CheckedStatementReport = z.infer<typeof checkedStatementSchema>;
export type JudgementReport = z.infer<typeof judgementSchema>;
export type ComparisonReport = z.infer<typeof comparisonSchema>;
export type StatementCompareReport = z.infer<typeof statementCompareSchema>;
