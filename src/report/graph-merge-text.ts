/** The decisions of `graph merge` as a table for a terminal. Pure. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { EntityReport, GraphMergeReport } from './knowledge-schema.ts';
import { modelUseLines, plannedLine } from './graph-model-text.ts';
import { noticeLines } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

const NAME_WIDTH = 44;

export function renderGraphMerge(report: GraphMergeReport, limit: number, style: TextStyle): string {
  const color = paint(style);
  const { counts, decisions, compared, dry_run: isDry, confirmed, denied, run, merged } = report;
  const lines = decisions.slice(0, limit).map(({ entity, decision, into, why, candidates }) => {
    const best = candidates[0];
    const target = into ?? (decision === 'new' ? null : (best ?? null));
    const score = best === undefined ? '' : (candidates.find(({ id }) => id === into?.id) ?? best).score.toFixed(2);
    return [
      decision.padEnd(9),
      nameOf(entity).padEnd(NAME_WIDTH),
      (target === null ? '' : nameOf(target)).padEnd(NAME_WIDTH),
      score.padStart(4),
      color.dim(why),
    ].join('  ');
  });
  const summary = [
    ...(compared > 0
      ? [
          `${entitiesText(compared)} compared: ${counts.merge} merged, ${counts.undecided} undecided, ${counts.new} new${isDry ? ' (nothing stored)' : ''}`,
        ]
      : []),
    ...(confirmed > 0 ? [`${pluralize(confirmed, 'pair')} confirmed`] : []),
    ...(denied > 0 ? [`${pluralize(denied, 'pair')} denied`] : []),
    `${entitiesText(merged)} of the library ${merged === 1 ? 'is' : 'are'} merged into an older one`,
    ...(report.models === null ? [] : modelUseLines(report.models)),
    ...(report.planned === null ? [] : [plannedLine(report.planned)]),
    ...(run === null ? [] : [color.dim(withLibraryFlag(`to undo: lemmahead graph undo ${run}`, style))]),
  ];
  const more = decisions.length - limit;
  return `${[
    ...noticeLines(report.notices, style),
    ...lines,
    ...(more > 0 ? [`… ${more} more: --limit ${decisions.length}`] : []),
    ...summary,
  ].join('\n')}\n`;
}

const entitiesText = (count: number): string => (count === 1 ? '1 entity' : `${formatNumber(count)} entities`);

function nameOf({ id, source, title, begins }: EntityReport): string {
  return ellipsis(collapseWhitespace(`${id} ${source} ${title === '' ? begins : title}`), NAME_WIDTH);
}
