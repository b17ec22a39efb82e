/** `lemmahead bench templates`: how well proof templates contain the proofs of held-out theorems. */
import { alignedRows } from '../bench/experiment/table.ts';
import { measureTemplates, type TemplatesBenchRequest } from '../bench/templates/measure-templates.ts';
import type { TemplateScores, TemplatesBenchReport } from '../bench/templates/templates-bench-schema.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

export const benchTemplates: Command<TemplatesBenchRequest> = async (request, context) => {
  const progress = context.startProgress('Measuring');
  const report = await withCommandIndex(context, (index) =>
    measureTemplates(index, request, (done, all) => progress.update(done, all, `${done} of ${all} theorems`)),
  ).finally(() => progress.stop());
  return {
    exit: 'done',
    data: { ...report, schema: 'lemmahead/bench-templates@1' },
    render: () => renderReport(report),
  };
};

const MEASURES = [
  'shape@1',
  'shape@10',
  'exact@1',
  'exact@10',
  'rebuilt@1',
  'rebuilt@10',
  'rebuilt@100',
  'rebuilt@1000',
] as const satisfies (keyof TemplateScores)[];

function renderReport(report: TemplatesBenchReport): string {
  const { latency_ms: latency, half, seed, held_out: heldOut, all, without_closers: rest } = report;
  const cell = ({ share, interval }: TemplateScores['shape@1']['prior']): string =>
    `${share.toFixed(3)} (${interval.map((end) => end.toFixed(3)).join('–')})`;
  const rows = MEASURES.map((measure) => [
    measure,
    ...[all, rest].flatMap((scores) => [cell(scores[measure].templates), cell(scores[measure].prior)]),
  ]);
  const head = ['share of theorems', `all (${all.n})`, 'prior', `without closers (${rest.n})`, 'prior'];
  const lines = [
    ...alignedRows({ head, rows }),
    `${half} half, seed ${seed}: of ${heldOut.theorems} theorems in ${heldOut.files} held-out files; 95 % Wilson intervals`,
    `median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms a goal`,
  ];
  return `${lines.join('\n')}\n`;
}
