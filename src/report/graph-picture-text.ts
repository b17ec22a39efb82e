/** The reports of `graph picture` and `graph export` as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { GraphExportReport, GraphPictureReport } from './picture-schema.ts';
import { joinBlocks, noticeLines } from './layout.ts';
import type { TextStyle } from './style.ts';

export function renderGraphPicture(report: GraphPictureReport, style: TextStyle): string {
  const { communities, details_cut: cut, written_to: path, bytes, notices } = report;
  return `${joinBlocks([
    noticeLines(notices, style),
    [
      `${counts(report)} in ${communities === 1 ? '1 community' : `${formatNumber(communities)} communities`}, written to ${path} (${formatNumber(Math.ceil(bytes / 1000))} kB).`,
      ...leftOutLines(report),
      ...(cut ? ['The texts of the nodes are shortened.'] : []),
    ],
  ])}\n`;
}

/** Without `--out`, the export itself. */
export function renderGraphExport(report: GraphExportReport, style: TextStyle): string {
  if (report.text !== null) return report.text;
  const written = `${counts(report)} written to ${report.written_to.join(' and ')}.`;
  return `${joinBlocks([noticeLines(report.notices, style), [written, ...leftOutLines(report)]])}\n`;
}

function counts({ nodes, edges }: { nodes: number; edges: number }): string {
  return `${pluralize(nodes, 'node')} and ${pluralize(edges, 'edge')}`;
}

function leftOutLines({ left_out: leftOut }: { left_out: number }): string[] {
  return leftOut === 0 ? [] : [`${pluralize(leftOut, 'node')} left out by the limit: --most`];
}
