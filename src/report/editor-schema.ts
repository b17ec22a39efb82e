/** The JSON shapes of the requests for an editor or an agent: messages, goals, hovers, attempts. Columns are 0-based. */
import { z } from 'zod';
import { UNCHECKED_REASONS } from '../verify/verdict.ts';

const messageSchema = z.object({
  severity: z.enum(['error', 'warning', 'information']),
  line: z.int(),
  column: z.int().describe('0-based, in code points, as Lean counts'),
  what: z.string().describe("the class of Lean's message"),
  text: z.string(),
});

const goals = () => z.array(z.string()).nullable();

export const goalSchema = z.object({
  schema: z.literal('lemmahead/goal@1'),
  line: z.int(),
  before: goals().describe(
    'at the place, as Lean prints them; empty: nothing is left to prove; null: no tactic is there',
  ),
  after: goals().describe('at the end of the line'),
  expected: z.string().nullable().describe('the type that a term at the place must have, with its context'),
  errors: z.array(messageSchema).describe("Lean's errors on the line"),
});

const attemptSchema = z.object({
  attempt: z.string(),
  state: z
    .enum(['closes', 'leaves', 'fails', 'unanswered'])
    .describe(
      '`closes`: no goal is left here; `leaves`: it works and leaves `goals`; `unanswered`: Lean gave no answer',
    ),
  goals: goals().describe('null if it fails, or is a term that leaves none'),
  errors: z.array(messageSchema).describe('those that the attempt causes; lines of the tried text'),
  suggestions: z.array(z.string()).describe('what Lean proposes instead, as by `simp?`'),
  has_sorry: z.boolean().describe('the attempt contains a `sorry`, also by a macro if Lean shows that'),
  why: z
    .enum([...UNCHECKED_REASONS, 'busy'])
    .nullable()
    .describe('why Lean gave no answer'),
  detail: z
    .string()
    .nullable()
    .describe('the same in words, why it fails without an error of Lean, or what makes `closes` uncertain'),
});

export const trySchema = z
  .object({
    schema: z.literal('lemmahead/try@1'),
    line: z.int(),
    before: goals(),
    expected: z.string().nullable(),
    attempts: z.array(attemptSchema).describe('in the order of the request'),
  })
  .describe('No attempt is audited: `check` decides whether a file is proved.');

export const runSchema = z.object({
  schema: z.literal('lemmahead/snippet@1'),
  messages: z.array(messageSchema).describe('of the snippet; its first line is line 1'),
});

export const diagnosticsSchema = z.object({
  schema: z.literal('lemmahead/diagnostics@1'),
  file: z.string(),
  messages: z.array(messageSchema),
});

export const hoverSchema = z.object({
  schema: z.literal('lemmahead/hover@1'),
  line: z.int(),
  text: z.string().nullable().describe('in Markdown; null if Lean says nothing about the place'),
});

export type EditorMessage = z.infer<typeof messageSchema>;
export type GoalReport = z.infer<typeof goalSchema>;
export type TryReport = z.infer<typeof trySchema>;
export type AttemptReport = z.infer<typeof attemptSchema>;
export type RunReport = z.infer<typeof runSchema>;
export type DiagnosticsReport = z.infer<typeof diagnosticsSchema>;
export type HoverReport = z.infer<typeof hoverSchema>;
export type EditorReport = GoalReport | TryReport | RunReport | DiagnosticsReport | HoverReport;
