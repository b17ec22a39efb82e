/** `lemmahead bench concepts`: how well the concept base finds the definitions that a term or a statement needs. */
import { Failure } from '../base/errors.ts';
import type { ConceptsBenchReport, MeasuredSet } from '../bench/concepts/concepts-bench-schema.ts';
import { measureConcepts, type ConceptsBenchRequest } from '../bench/concepts/measure-concepts.ts';
import { alignedRows } from '../bench/experiment/table.ts';
import { BY_MODEL } from '../session/reranker.ts';
import { withSemanticConcepts } from '../session/semantic-concepts.ts';
import type { Command } from './command.ts';

export const benchConcepts: Command<ConceptsBenchRequest> = async (request, context) => {
  if (request.queries.length + request.datasets.length === 0) {
    throw new Failure('usage', 'nothing-to-measure', {
      message: 'Missing a file: give --queries or --dataset.',
      next: 'lemmahead bench concepts --help',
    });
  }
  if (context.settings.reranker.name === BY_MODEL) {
    throw new Failure('usage', 'usage', {
      message: 'A model as reranker is not measured here: its cost would have no limit.',
      next: 'lemmahead bench formalize --arm concepts --arm concepts:no-rerank --max-cost 5 …',
    });
  }
  const progress = context.startProgress('Measuring');
  const report = await withSemanticConcepts(context, async ({ notices, ...concepts }) => {
    for (const notice of notices) context.log.warn(notice);
    return measureConcepts(concepts, request, (done, total) =>
      progress.update(done, total, `${done} of ${total} searches`),
    );
  }).finally(() => progress.stop());
  return { exit: 'done', data: { ...report, schema: 'lemmahead/bench-concepts@1' }, render: () => renderBench(report) };
};

/** Columns of the tables. A set has those that its systems were measured by. */
const TERM_COLUMNS = ['hit@1', 'hit@3', 'hit@10', 'meanings@10', 'meanings@20'];
const STATEMENT_COLUMNS = ['hit@3', 'recall@5', 'precision@5', 'f1@3', 'macro-recall@5', 'acs@3'];

function renderBench({ sets, median_ms: median, published, note }: ConceptsBenchReport): string {
  const head = ['published', 'set', 'measure', 'value'];
  const rows = published.map(({ system, set, measure, value }) => [system, set, measure, figure(value)]);
  const lines = [
    ...sets.flatMap((set) => [...linesOfSet(set), '']),
    `95 % bootstrap intervals; median ${median.toFixed(1)} ms for the last system of each table`,
    '',
    ...alignedRows({ head, rows }),
    note,
  ];
  return `${lines.join('\n')}\n`;
}

function linesOfSet(set: MeasuredSet): string[] {
  const { measures } = set.systems[0]!;
  const columns = (set.gold === 'given' ? TERM_COLUMNS : STATEMENT_COLUMNS).filter((name) => name in measures);
  const rows = set.systems.map(({ system, measures: own }) => [
    system,
    ...columns.map((name) => {
      const { mean, interval } = own[name]!;
      return `${figure(mean)} (${interval.map(figure).join('–')})`;
    }),
  ]);
  const left = [
    `${set.without_answer} without an answer in the index`,
    ...(set.incomplete > 0 ? [`${set.incomplete} incomplete records`] : []),
    ...(set.unknown_names > 0 ? [`${set.unknown_names} names not in the index`] : []),
  ].join(', ');
  const scored = set.gold === 'given' ? '' : `, ${set.gold}`;
  return [`${set.file}${scored}: ${set.queries} scored, ${left}`, ...alignedRows({ head: ['', ...columns], rows })];
}

/** `.543` */
function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
