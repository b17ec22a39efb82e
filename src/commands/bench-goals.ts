/** `lemmahead bench goals`: how well `search` finds the lemmas that prove the library's own theorems in one line. */
import { alignedRows } from '../bench/experiment/table.ts';
import type { GoalScores, GoalsReport } from '../bench/goals/goals-schema.ts';
import { measureGoals, type GoalBenchRequest } from '../bench/goals/measure-goals.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

export const benchGoals: Command<GoalBenchRequest> = async (request, context) => {
  const progress = context.startProgress('Measuring');
  const report = await withCommandIndex(context, (index) =>
    measureGoals(index, request, {
      onFile: (done, files) => progress.update(done, files, `${done} of ${files} files read`),
      onGoal: (done, goals) => progress.update(done, goals, `${done} of ${goals} goals`),
    }),
  ).finally(() => progress.stop());
  return { exit: 'done', data: { ...report, schema: 'lemmahead/bench-goals@1' }, render: () => renderGoals(report) };
};

const MEASURES = ['first@1', 'first@5', 'first@10', 'closed@1'] as const;

function renderGoals(report: GoalsReport): string {
  const { latency_ms: latency, half, seed, proofs, with_place: withPlace } = report;
  const row = (name: string, scores: GoalScores): string[] => [
    name,
    String(scores.n),
    ...MEASURES.map((measure) => {
      const { share, interval } = scores[measure];
      return `${percent(share)} % (${interval.map(percent).join('–')})`;
    }),
  ];
  const rows = [
    row('all goals', report.all),
    row('with hypotheses', report.with_hypotheses),
    row('without', report.without_hypotheses),
  ];
  const lines = [
    ...alignedRows({ head: ['answer within the first', 'goals', '1', '5', '10', 'closed by the first'], rows }),
    `${half} half, seed ${seed}${withPlace ? ', with the place of the theorem' : ''}, drawn from ${proofs} one-line proofs; 95 % bootstrap intervals`,
    `median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms`,
  ];
  return `${lines.join('\n')}\n`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
