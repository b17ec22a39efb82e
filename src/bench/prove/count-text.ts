/** The output of `bench prove --dry-run`: its JSON shape and its text form. Pure. */
import { z } from 'zod';
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import { alignedRows, formatCost } from '../experiment/table.ts';

const countSchema = z.object({
  system: z.string(),
  model: z.string().nullable(),
  questions: z.int().describe('to the model, over all runs, without repair rounds'),
  steps: z.record(z.string(), z.int()).describe('by template'),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost: z.number().nullable().describe('in US dollars; null if the price is unknown'),
  worst_cost: z.number().nullable().describe('upper bound: a token for each byte, answers of maximum length'),
});

export const benchCountSchema = z.object({
  schema: z.literal('lemmahead/bench-dry-run@1'),
  problems: z.int(),
  runs: z.int().describe('runs of each problem by each system'),
  assumed: z
    .object({
      answer_tokens: z.record(z.string(), z.int()).describe('by kind of answer'),
      sketch_steps: z.int().describe('steps of a sketch, each proved by the first answers of a model about it'),
    })
    .describe('values for what is only known after a real run'),
  systems: z.array(countSchema),
});

export type SystemCount = z.infer<typeof countSchema>;
export type BenchCount = z.infer<typeof benchCountSchema>;

export function renderBenchCount({ problems, runs, assumed, systems }: BenchCount): string {
  const rows = systems.map(
    ({ system, questions, input_tokens: input, output_tokens: output, cost, worst_cost: worst }) => [
      system,
      formatNumber(questions),
      (questions / (problems * runs)).toFixed(1),
      formatNumber(input),
      formatNumber(output),
      formatCost(cost),
      formatCost(worst),
    ],
  );
  const head = ['system', 'questions', 'per problem', 'tokens in', 'tokens out', 'US$', 'US$ at most'];
  const assumptions = Object.entries(assumed.answer_tokens).map(([what, tokens]) => `${what} ${tokens}`);
  return [
    ...alignedRows({ head, rows }),
    '',
    `${pluralize(problems, 'problem')}, ${pluralize(runs, 'run')} of each; repair rounds and further sketches are not included. Nothing was sent.`,
    `A sketch is assumed to have ${assumed.sketch_steps} steps, each proved by the first answers of a model about it.`,
    `Tokens are estimated from text length. Assumed tokens per answer: ${assumptions.join(', ')}. A model with reasoning`,
    'tokens writes more. "At most" counts every byte as a token and assumes answers of the maximum length.',
    ...systems.map(({ system, steps }) => `${system}: ${formatSteps(steps)}`),
    '',
  ].join('\n');
}

function formatSteps(steps: SystemCount['steps']): string {
  const parts = Object.entries(steps).map(([template, count]) => `${formatNumber(count)} × ${template}`);
  return parts.length === 0 ? 'calls no model' : parts.join(', ');
}
