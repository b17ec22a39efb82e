/** The output of `bench prove --dry-run`: the type of `lemmahead/bench-dry-run@1` and its text form. Pure. */
import { formatNumber } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { SystemCount } from './count-questions.ts';
import { alignedRows } from '../experiment/table.ts';
import { formatCost } from './tables.ts';

export interface BenchCount {
  schema: 'lemmahead/bench-dry-run@1';
  problems: number;
  /** Runs of each problem by each system. */
  runs: number;
  /** Assumed values for what is only known after a real run. */
  assumed: { answer_tokens: Readonly<Record<string, number>> };
  systems: SystemCount[];
}

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
    `${pluralize(problems, 'problem')}, ${pluralize(runs, 'run')} of each; repair rounds are not included. Nothing was sent.`,
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
