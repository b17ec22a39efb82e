/** Text report of the contents of a concept base. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import { listText } from './concepts-build.ts';
import type { ConceptsStatsReport } from './concepts-schema.ts';
import { countTable, joinBlocks, noticeLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

export function renderConceptsStats(stats: ConceptsStatsReport, style: TextStyle): string {
  const { definitions, annotated, named, concepts, core_concepts: core, polymorphic, links, phrases } = stats;
  const share = (part: number): string => (definitions === 0 ? '' : ` (${((100 * part) / definitions).toFixed(1)} %)`);
  const blocks = [
    noticeLines(stats.notices, style),
    [
      `${paint(style).bold(stats.path)}  ${(stats.bytes / 1e6).toFixed(1)} MB`,
      `  of the index with digest ${stats.index_digest}`,
    ],
    [
      `  ${pluralize(definitions, 'definition')}: ${formatNumber(annotated)} with a text${share(annotated)}, ${formatNumber(named)} with a concept${share(named)}`,
      `  ${pluralize(concepts, 'concept')}: ${formatNumber(core)} core, of which ${formatNumber(polymorphic)} have several probable meanings`,
      `  ${pluralize(links, 'link')} of concepts to definitions, ${pluralize(phrases, 'phrase')} in the translation table`,
    ],
    countTable('definitions by kind', stats.kinds, style),
    countTable('links by origin', stats.origins, style),
    countTable('concepts by number of definitions', stats.meanings, style),
    stats.lists.map(listText),
  ];
  return `${joinBlocks(blocks)}\n`;
}
