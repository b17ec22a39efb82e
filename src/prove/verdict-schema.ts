/** The JSON shapes of verdicts and candidates. */
import { z } from 'zod';
import type { MessageClass } from '../lean/message/message-class.ts';
import { SANDBOX_LEVELS } from '../lean/process/sandbox-levels.ts';
import type { DeclarationFacts } from '../verify/audit/audit.ts';
import { FINDING_RULES, LEVELS, UNCHECKED_REASONS, type Verdict } from '../verify/verdict.ts';

export const levelSchema = z.enum(LEVELS);
export const sandboxSchema = z.enum(SANDBOX_LEVELS);

export const candidateSchema = z.object({
  kind: z.enum(['term', 'tactic']),
  text: z.string(),
  timeoutMs: z.number().exactOptional().describe('time limit of its check in milliseconds'),
});

/** A fault found by the audit. */
export const auditFindingSchema = z.object({
  rule: z.enum(FINDING_RULES),
  name: z.string().nullable().describe('full name of the declaration concerned; null if it concerns the file'),
  detail: z.string(),
});

const part = z.string().exactOptional();

const diagnosticSchema = z.object({
  severity: z.enum(['information', 'warning', 'error']),
  line: z.int().describe('from 1'),
  column: z.int().describe('from 0, in code points'),
  endLine: z.int().exactOptional(),
  endColumn: z.int().exactOptional(),
  kind: z.string().nullable().describe("Lean's own name for this kind of message"),
  text: z.string(),
  class: (z.string() as z.ZodType as z.ZodType<MessageClass>).describe('such as `unknown_identifier`'),
  captured: z
    .object({
      ...{ name: part, term: part, found: part, expected: part, instance: part, pattern: part },
      goals: z.array(z.string()).exactOptional(),
    })
    .describe('parts of the text'),
});

const rejected = z.literal('rejected');

export const verdictSchema: z.ZodType<Verdict> = z
  .union([
    z.object({
      kind: z.literal('accepted'),
      level: levelSchema,
      axioms: z.array(z.string()).describe('without `sorryAx`; empty below `audit`'),
      conditional: z.array(z.string()).describe('declarations with holes on which it still depends'),
      notes: z.array(z.string()).exactOptional(),
      sandbox: sandboxSchema,
    }),
    z.object({ kind: rejected, by: z.literal('gate'), reason: z.string(), sandbox: sandboxSchema.nullable() }),
    z.object({ kind: rejected, by: z.literal('lean'), diagnostics: z.array(diagnosticSchema), sandbox: sandboxSchema }),
    z.object({ kind: rejected, by: z.literal('audit'), findings: z.array(auditFindingSchema), sandbox: sandboxSchema }),
    z.object({
      kind: z.literal('unchecked').describe('there is no verdict'),
      why: z.enum(UNCHECKED_REASONS),
      detail: z.string(),
      next: z.string().exactOptional().describe('the suggested next step'),
      place: z.object({ line: z.int(), column: z.int() }).exactOptional().describe('where the original fails'),
    }),
  ])
  .meta({ title: 'Verdict' });

/** What the judge says of a declaration. */
export const declarationFactsSchema: z.ZodType<DeclarationFacts> = z.object({
  name: z.string(),
  kind: z.enum(['theorem', 'def', 'opaque', 'axiom', 'inductive']),
  line: z.int().nullable(),
  axioms: z.array(z.string()),
  sorry: z.enum(['none', 'direct', 'elsewhere']).describe('`elsewhere`: in what it depends on'),
});
