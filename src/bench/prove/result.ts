/** The result of one run of one problem by one system, stored as one line of JSON. */
import { z } from 'zod';
import { sandboxSchema } from '../../prove/verdict-schema.ts';
import { sketchStepSchema } from '../../prove/run/sketch-steps.ts';

/**
 * `solved`: every hole is filled and the full file is accepted. `unsolved`: the system tried all its candidates and none
 * was accepted. The other states are no answer. `stopped`: the budget of the run was exhausted. `model_failed`: the model
 * failed before the system finished. `unchecked`: Lean or the judge could not decide (imports are missing, or the
 * original file does not compile).
 */
export const STATES = ['solved', 'unsolved', 'stopped', 'model_failed', 'unchecked'] as const;
export type ResultState = (typeof STATES)[number];

/** States that say something about the system. `stopped` is one of them: the budget is part of what is measured. */
const COUNTED: ReadonlySet<ResultState> = new Set(['solved', 'unsolved', 'stopped']);

const passageFacts = z.object({
  searches: z.int().describe('number of distinct queries'),
  brought: z.int().describe('number of passages that they returned in total'),
  hidden: z.array(z.int()).describe('ids of entries that were excluded because they are the problem itself'),
  channels: z.array(z.string()).describe('library search channels that were used'),
});

export type PassageFacts = z.infer<typeof passageFacts>;

export const NO_PASSAGES: PassageFacts = { searches: 0, brought: 0, hidden: [], channels: [] };

export const workerSchema = z.object({
  id: z.string(),
  host: z.string(),
  sandbox: sandboxSchema.describe('in which its Lean ran'),
});

export const resultSchema = z.object({
  system: z.string(),
  problem: z.string(),
  run: z.int().describe('number of the independent run, from 0'),
  state: z.enum(STATES),
  why: z.string().nullable().describe('why there is no answer, or another note'),
  next: z.string().nullable().describe('what to do if something is missing on the machine'),
  attempts: z.int(),
  unchecked_attempts: z.int().describe('attempts on which Lean or the judge gave no answer'),
  refused_attempts: z.int().describe('attempts that compiled but were rejected by the audit'),
  retrievals: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  counted_tokens: z.int().describe('charged to the budget; without reported usage, the upper bound'),
  cost: z.number().nullable().describe('in US dollars; null if the price of the model is unknown'),
  seconds: z.number().describe('from first reading the file to the final verdict, with earlier sessions'),
  candidates: z.array(z.string()).describe('the text that filled each hole; empty if the problem is not solved'),
  lemmas: z.array(z.string()).describe('full names of the retrieved declarations that the candidates use'),
  steps: z
    .array(sketchStepSchema.pick({ node: true, goal: true, state: true, strategy: true }))
    .default([])
    .describe('of all sketches'),
  prompts: z
    .array(z.object({ template: z.string(), hash: z.string(), samples: z.int() }))
    .describe('sent prompts in order: template, SHA-256 of the full prompt, number of samples'),
  statement_from: z
    .enum(['given', 'docstring', 'dataset', 'model'])
    .nullable()
    .describe('source of the informal statement; null if none was used'),
  passages: passageFacts.describe('searches in the library'),
  snapshots: z.array(z.string()).describe('model versions that answered, as named by the provider'),
  worker: workerSchema.nullable().describe('the worker of a queue that made the run; null for this machine'),
  confirmed_by: z.string().nullable().describe('with `--confirm`: id of the second worker that accepted the file'),
});

export type RunResult = z.infer<typeof resultSchema>;

export function isCounted({ state }: Pick<RunResult, 'state'>): boolean {
  return COUNTED.has(state);
}

export type ResultId = Pick<RunResult, 'system' | 'problem' | 'run'>;

/** Key of a result, unique within a benchmark. */
export function resultKey({ system, problem, run }: ResultId): string {
  return JSON.stringify([system, problem, run]);
}
