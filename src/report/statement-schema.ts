/** The JSON shapes of `statement check` and `statement compare`. */
import { z } from 'zod';
import { EQUIVALENCE_LEVELS } from '../prove/statement/equivalence.ts';
import { STATEMENT_VERDICTS } from '../prove/statement/check-statement.ts';
import { REMARK_RULES } from '../prove/statement/remarks.ts';
import { UNCHECKED_REASONS } from '../verify/verdict.ts';
import { exitSchema } from './error-schema.ts';

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

const checkedStatementSchema = z.object({
  name: z.string().nullable().describe('null for an `example`'),
  line: z.int(),
  statement: z.string().describe('binders and type, as written'),
  exit: exitSchema.describe('the exit for this statement alone'),
  verdict: z
    .enum(STATEMENT_VERDICTS)
    .describe(
      '`faithful`: equivalent to the trusted statement; `suspect`: another claim than that; `unfaithful`: refuted or vacuous; `unchecked`: nothing decides it',
    ),
  compiles: z.boolean(),
  errors: z.array(z.string()).describe("Lean's errors if it does not compile"),
  findings: findingsSchema,
  remarks: remarksSchema,
  reference: comparisonSchema.nullable().describe('compared with `against`; null without it'),
  reference_error: z.string().nullable().describe('why it was not compared'),
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
});

export const statementCompareSchema = z.object({
  schema: z.literal('lemmahead/statement-compare@1'),
  files: z.object({ a: z.string(), b: z.string() }),
  names: z.object({ a: z.string().nullable(), b: z.string().nullable() }),
  lean: leanSchema,
  ...comparisonSchema.shape,
});

export type StatementReport = z.infer<typeof statementSchema>;
export type CheckedStatementReport = z.infer<typeof checkedStatementSchema>;
export type ComparisonReport = z.infer<typeof comparisonSchema>;
export type StatementCompareReport = z.infer<typeof statementCompareSchema>;
