/** The JSON shapes of `check` and `holes`. Columns are 0-based, in code points, as Lean counts. */
import { z } from 'zod';
import { levelSchema, sandboxSchema } from '../prove/verdict-schema.ts';
import { UNCHECKED_REASONS } from '../verify/verdict.ts';
import { exitSchema } from './error-schema.ts';

const findingSchema = z.object({
  line: z.int().nullable().describe('null for the file as a whole'),
  column: z.int().nullable(),
  severity: z.enum(['error', 'warning']).describe('`warning`: a `sorry`'),
  by: z.enum(['lean', 'gate', 'audit']).nullable().describe('null for a `sorry` that is written in the text'),
  what: z.string().describe("`sorry`, a class of Lean's messages, a rule of the audit, or `gate`"),
  declaration: z.string().nullable(),
  text: z.string(),
});

const checkedDeclarationSchema = z.object({
  name: z.string(),
  kind: z.enum(['theorem', 'def', 'opaque', 'axiom', 'inductive']),
  line: z.int().nullable(),
  state: z
    .enum(['proved', 'defined', 'assumed', 'conditional', 'sorry', 'refused'])
    .describe(
      "`proved`: a theorem; `assumed`: an axiom; `defined`: any other declaration; `conditional`: depends on another declaration's `sorry`",
    ),
  axioms: z.array(z.string()).describe('without `sorryAx`'),
});

const checkedFileSchema = z.object({
  file: z.string(),
  against: z.string().nullable().describe('the original'),
  exit: exitSchema.describe('the exit for this file alone'),
  exit_code: z.int(),
  verdict: z
    .enum(['accepted', 'unfinished', 'rejected', 'unchecked'])
    .describe('`unfinished`: only a `sorry` is wrong'),
  by: z.enum(['lean', 'gate', 'audit']).nullable().describe('what rejected it'),
  why: z.enum(UNCHECKED_REASONS).nullable().describe('why it could not be checked'),
  detail: z.string().nullable().describe('the same in words'),
  next: z.string().nullable().describe('the suggested next step'),
  lean: z
    .object({ version: z.string(), path: z.string(), toolchain: z.string().nullable() })
    .nullable()
    .describe('the Lean that judged it; null if none was found'),
  worker: z.string().nullable().describe('id of the worker that judged it; null for this machine'),
  confirmed_by: z.string().nullable().describe('with `--confirm`: id of the second worker that accepted it'),
  level: levelSchema.nullable().describe('null unless accepted'),
  sandbox: sandboxSchema.nullable().describe('null if Lean did not run'),
  axioms: z.array(z.string()),
  conditional: z.array(z.string()).describe('declarations with holes in the original on which it still depends'),
  findings: z.array(findingSchema).describe('what prevents the verdict `accepted`, in file order'),
  cautions: z
    .array(z.object({ line: z.int(), word: z.string() }))
    .describe('without an original: words that may give the text another meaning than it seems to have'),
  notes: z.array(z.string()).describe('of an accepted file: what was not compared, or differs without harm'),
  unguarded: z
    .array(z.string())
    .describe("of an accepted file: known bugs of Lean's kernel that the audit does not cover, such as lean4#8060"),
  declarations: z.array(checkedDeclarationSchema),
});

export const checkSchema = z
  .object({
    schema: z.literal('lemmahead/check@1'),
    accepted: z.boolean().describe('true: every file is accepted, and no `sorry` is left'),
    level: levelSchema.describe('as requested'),
    allowed_axioms: z.array(z.string()).describe('as requested'),
    files: z.array(checkedFileSchema),
  })
  .describe('Columns of findings are 0-based, in code points, as Lean counts.');

const holeSchema = z.object({
  word: z.string().describe('`sorry` or `admit`'),
  line: z.int(),
  column: z.int().describe('0-based, in code points, as Lean counts'),
  indentation: z.string().describe('leading white space of its line'),
  position: z.enum(['term', 'tactic']),
  keyword: z.string().nullable().describe('of its declaration; null outside a declaration'),
  declaration: z.string().nullable().describe('its full name'),
  is_proof: z.boolean().describe('false in a definition, an instance or a type: `prove` skips it'),
  goal: z.string().nullable().describe('as Lean prints it; null if unknown'),
});

export const holesSchema = z.object({
  schema: z.literal('lemmahead/holes@1'),
  file: z.string(),
  holes: z.array(holeSchema).describe('in the order of the file'),
  no_goals: z.string().nullable().describe('why some or all goals are missing'),
});

export type CheckFinding = z.infer<typeof findingSchema>;
export type CheckedDeclaration = z.infer<typeof checkedDeclarationSchema>;
export type CheckedFile = z.infer<typeof checkedFileSchema>;
export type CheckReport = z.infer<typeof checkSchema>;
export type HoleReport = z.infer<typeof holeSchema>;
export type HolesReport = z.infer<typeof holesSchema>;
