/** Report of an embedding run or its dry run. Pure. */
import { formatNumber } from '../base/format-number.ts';
import type { EmbedReport } from '../session/embed-schema.ts';
import { paint, type TextStyle } from './style.ts';

export function renderEmbed(report: EmbedReport, style: TextStyle): string {
  const color = paint(style);
  const { what, embedder, missing, embedded, without, store, endpoint } = report;
  const dollars = report.most_cost === null ? 'at an unknown price' : `at most $${report.most_cost.toFixed(4)}`;
  const most = `at most ${formatNumber(report.most_tokens)} tokens, ${dollars}`;
  if (report.dry_run) {
    return `${formatNumber(missing)} ${what} have no vector yet. They would be sent to ${embedder.name} at ${endpoint}: ${most}.\n`;
  }
  if (missing === 0) return `All ${what} have a vector of ${color.bold(embedder.name)} in ${store}.\n`;
  const lines = [
    `${formatNumber(embedded)} of ${formatNumber(missing)} ${what} embedded by ${color.bold(embedder.name)}  ${color.dim(store)}`,
  ];
  if (without > 0) lines.push(`${formatNumber(without)} have no vector: the model returned none for them.`);
  if (report.stopped_by !== null) {
    lines.push(
      `Stopped by the limit on ${report.stopped_by}. The vectors so far are stored. To continue: ${report.next}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
