/** Tables of a report as text cells, and their forms in the terminal and in Markdown. Pure. */
import { collapseWhitespace } from '../../base/one-line.ts';
import { printable } from '../../ui/printable.ts';

export interface Table {
  title: string;
  /** Explanation for the reader, or ''. */
  note: string;
  head: string[];
  /** The first cell is the row label; the others are figures. */
  rows: string[][];
}

export function alignedRows({ head, rows }: Pick<Table, 'head' | 'rows'>): string[] {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}

export function markdownTable({ head, rows }: Pick<Table, 'head' | 'rows'>): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)];
}

/** Each table below its title. */
export function markdownTables(tables: readonly Table[]): string[] {
  return tables.flatMap((each) => ['', `## ${escapeMarkdown(each.title)}`, '', ...markdownTable(each), '', each.note]);
}

/** Names and messages are untrusted text. */
export function escapeMarkdown(text: string): string {
  return collapseWhitespace(printable(text, false).replace(/[\\`*_[\]<>|&]/g, (sign) => `\\${sign}`));
}

/** A share, such as 0.5, as `50.0 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** US dollars. */
export function formatCost(cost: number | null): string {
  if (cost === null) return 'unknown';
  return cost > 0 && cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2);
}
