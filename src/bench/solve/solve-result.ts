/** One result of `bench solve`: a question, solved by one method in one run. */
import { z } from 'zod';
import { answerVerdictSchema } from '../../session/answer-verdict-schema.ts';
import type { ExperimentKind } from '../experiment/folder.ts';

/** `failed`: the model gave no usable answer; the same command asks again. */
export const SOLVE_STATES = ['correct', 'wrong', 'no-answer', 'undecided', 'failed'] as const;

export const solveResultSchema = z.object({
  question: z.string().describe('its name'),
  method: z.string(),
  model: z.string(),
  run: z.int().describe('from 1'),
  state: z.enum(SOLVE_STATES),
  answer: z.string().nullable().describe('as it was found in the text of the model'),
  verdict: answerVerdictSchema.nullable(),
  hits: z.array(z.int()).describe('ids of the templates and problems that were found'),
  template: z.int().nullable(),
  rows: z.int().describe('of the table of theorems'),
  invented: z.int().describe('those that no hit has'),
  calls: z.int().describe('of tools'),
  requests: z.int().describe('usable answers of the model, also kept ones'),
  tokens: z.int().describe('kept answers cost none'),
  cost: z.number().nullable(),
  seconds: z.number().describe('until the answer, with distilling'),
  distil_seconds: z.number().describe('until what was found; 0 for methods without templates'),
  scripted: z.boolean(),
  error: z.string().nullable(),
});

export type SolveResult = z.infer<typeof solveResultSchema>;

export const solveKeyOf = (result: Pick<SolveResult, 'question' | 'method' | 'model' | 'run'>): string =>
  JSON.stringify([result.question, result.method, result.model, result.run]);

export const SOLVE_BENCHMARK: ExperimentKind<SolveResult> = {
  manifest: 'bench.json',
  schema: 'lemmahead/bench-solve-folder@2',
  keyOf: solveKeyOf,
  read: (value) => solveResultSchema.safeParse(value).data ?? null,
  commands: { start: 'lemmahead bench solve --dataset FILE', resume: 'lemmahead bench solve … --out' },
};
