/** What `bench prove --dry-run` says: `lemmahead/bench-dry-run@1`, and the same for people. Pure. */
import { groupedDigits } from '../../base/format-number.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { SystemCount } from './count-questions.ts';
import { alignedRows } from './report-text.ts';
import { moneyWords } from './tables.ts';

export interface BenchCount {
  schema: 'lemmahead/bench-dry-run@1';
  problems: number;
  /** Of each problem by each system. */
  runs: number;
  /** What stands for what nobody knows before. */
  assumed: { answer_tokens: Readonly<Record<string, number>> };
  systems: SystemCount[];
}

export function renderBenchCount({ problems, runs, assumed, systems }: BenchCount): string {
  const rows = systems.map(
    ({ system, questions, input_tokens: read, output_tokens: written, cost, worst_cost: worst }) => [
      system,
      groupedDigits(questions),
      (questions / (problems * runs)).toFixed(1),
      groupedDigits(read),
      groupedDigits(written),
      moneyWords(cost),
      moneyWords(worst),
    ],
  );
  const head = ['system', 'questions', 'a problem', 'tokens in', 'tokens out', 'US$', 'US$ at most'];
  const usual = Object.entries(assumed.answer_tokens).map(([what, tokens]) => `${what} ${tokens}`);
  return [
    ...alignedRows({ head, rows }),
    '',
    `${pluralize(problems, 'problem')}, ${pluralize(runs, 'run')} of each; repair rounds come on top. Nothing was sent.`,
    `Tokens by length. Assumed are answers of so many: ${usual.join(', ')}. A model that thinks before it`,
    'answers writes more. At most: every byte a token, and the longest answers that are allowed.',
    ...systems.map(({ system, steps }) => `${system}: ${stepWords(steps)}`),
    '',
  ].join('\n');
}

function stepWords(steps: SystemCount['steps']): string {
  const words = Object.entries(steps).map(([template, count]) => `${groupedDigits(count)} × ${template}`);
  return words.length === 0 ? 'asks no model' : words.join(', ');
}
