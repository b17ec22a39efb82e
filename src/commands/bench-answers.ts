/** `lemmahead bench answers`: how often the checker of mathematical answers agrees with labels. */
import { measureAnswers, readPairs } from '../bench/answers/measure-answers.ts';
import type { AnswerCounts, AnswersReport } from '../bench/answers/answers-schema.ts';
import { alignedRows } from '../bench/experiment/table.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import type { Command } from './command.ts';

export interface BenchAnswersRequest {
  pairs: string;
  tolerance: number;
}

export const benchAnswers: Command<BenchAnswersRequest> = async ({ pairs: path, tolerance }, context) => {
  const pairs = await readPairs(path);
  const progress = context.startProgress('Checking answers');
  const report = await measureAnswers(pairs, tolerance, {
    signal: context.signal,
    onPair: (done) => progress.update(done, pairs.length, `${done} of ${pairs.length} pairs`),
  }).finally(() => progress.stop());
  return {
    exit: 'done',
    data: { ...report, schema: 'lemmahead/bench-answers@1' },
    render: () => renderAnswers(report),
  };
};

function renderAnswers({ all, agreement, by_kind: byKind, latency_ms: latency, disagreements }: AnswersReport): string {
  const row = (name: string, counts: AnswerCounts): string[] => [
    name,
    ...[counts.n, counts.agreed, counts.false_accepts, counts.misses, counts.undecided].map(String),
  ];
  const percent = (share: number): string => (100 * share).toFixed(1);
  const shown = (text: string): string => {
    const line = collapseWhitespace(text);
    return line.length > 60 ? `${line.slice(0, 59)}…` : line;
  };
  const lines = [
    ...alignedRows({
      head: ['kind', 'pairs', 'agreed', 'false accepts', 'misses', 'undecided'],
      rows: [...Object.entries(byKind).map(([kind, counts]) => row(kind, counts)), row('all', all)],
    }),
    `agreed on ${percent(all.agreed / all.n)} % (${agreement.map(percent).join('–')}; 95 % Wilson interval)`,
    `median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms`,
    ...disagreements.map(
      ({ id, gold, text, same, verdict }) =>
        `${id}: ${shown(gold)}  |  ${shown(text)}  →  ${verdict}, label ${same ? 'same' : 'different'}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
