/** Formats the report of `bench retrieval` as text. */
import { MEASURES } from './metrics.ts';
import type { QueryScores, RetrievalReport } from './retrieval-schema.ts';

const LABEL_WIDTH = 18;
const COLUMN_WIDTH = 11;

export function renderRetrieval(report: RetrievalReport): string {
  const lines = [
    row('', [...MEASURES]),
    row('lemmahead', figures(report)),
    row(
      '  95 % interval',
      MEASURES.map((measure) => report.intervals[measure].map(figure).join('-')),
    ),
    row('plain FTS5', figures(report.baseline)),
    '',
    ...groupLines('by style', report.by_style),
    ...groupLines('by kind', report.by_kind),
    `${report.queries} queries; median ${milliseconds(report.latency_ms.median)}, 95th percentile ${milliseconds(report.latency_ms.p95)}`,
  ];
  const { names, dropped_queries: dropped } = report.missing_gold;
  if (names.length > 0)
    lines.push(`Not in the index: ${names.length} gold names (${dropped} queries not scored): ${names.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

function groupLines(title: string, groups: Record<string, QueryScores & { n: number }>): string[] {
  return [
    title,
    ...Object.entries(groups).map(([name, scores]) => row(`  ${name} (${scores.n})`, figures(scores))),
    '',
  ];
}

function figures(scores: QueryScores): string[] {
  return MEASURES.map((measure) => figure(scores[measure]));
}

function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function row(label: string, cells: string[]): string {
  return label.padEnd(LABEL_WIDTH) + cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('');
}
