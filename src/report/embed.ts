/** What came of embedding, or what it would cost, for people. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { paint, type TextStyle } from './style.ts';

/** The JSON of `library embed` and `index embed`. */
export interface EmbedReport extends Record<string, unknown> {
  /** `entries` or `declarations`. */
  what: string;
  embedder: { name: string; snapshot: string | null; dimension: number | null };
  /** Where the texts went. */
  endpoint: string;
  /** Where the vectors are. */
  store: string;
  dry_run: boolean;
  /** Without a vector before. */
  missing: number;
  /** Bounds that the truth does not pass, for all that was missing. Dollars; null: the price is not known. */
  most_tokens: number;
  most_cost: number | null;
  embedded: number;
  /** The model had no vector for these. */
  without: number;
  /** The limit that ended it, or null. */
  stopped_by: string | null;
  next: string | null;
}

export function renderEmbed(report: EmbedReport, style: TextStyle): string {
  const color = paint(style);
  const { what, embedder, missing, embedded, without, store, endpoint } = report;
  const dollars = report.most_cost === null ? 'at an unknown price' : `at most $${report.most_cost.toFixed(4)}`;
  const most = `at most ${formatNumber(report.most_tokens)} tokens, ${dollars}`;
  if (report.dry_run) {
    return `${formatNumber(missing)} ${what} have no vector yet. ${embedder.name} would be asked at ${endpoint}: ${most}.\n`;
  }
  if (missing === 0) return `All ${what} have a vector of ${color.bold(embedder.name)} in ${store}.\n`;
  const lines = [
    `${formatNumber(embedded)} of ${formatNumber(missing)} ${what} embedded by ${color.bold(embedder.name)}  ${color.dim(store)}`,
  ];
  if (without > 0) lines.push(`${formatNumber(without)} have no vector: the model gave none for them.`);
  if (report.stopped_by !== null) {
    lines.push(`The limit of ${report.stopped_by} ended it. What is embedded is kept; to go on: ${report.next}`);
  }
  return `${lines.join('\n')}\n`;
}
