/** Text report of an index's contents. */
import { pluralize } from '../base/pluralize.ts';
import { formatNumber } from '../base/format-number.ts';
import { NO_VECTORS } from '../index/row-vectors.ts';
import type { IndexStats } from '../index/stats.ts';
import { countLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

export function renderIndexStats(stats: IndexStats, style: TextStyle): string {
  const color = paint(style);
  const lines = [
    `${color.bold(stats.path)}  ${(stats.bytes / 1e6).toFixed(1)} MB, built ${stats.builtAt}`,
    `  schema ${stats.schemaVersion}, reader ${stats.readerVersion}, toolchain ${stats.toolchain}`,
    `  digest ${stats.digest}`,
    `  ${vectorText(stats.vectors)}`,
    '',
    ...stats.packages.map(
      (pkg) =>
        `  ${pkg.name}: ${pluralize(pkg.declarations, 'declaration')}, ${pluralize(pkg.files, 'file')}, at ${pkg.rev}, ${pkg.root}`,
    ),
    '',
    ...countLines('kind', stats.kinds),
    '',
    ...countLines('origin', stats.origins),
    '',
    `  ${formatNumber(stats.approximate)} with an inferred name or statement, of which ${formatNumber(stats.unreadable)} generated statements cannot be read and ${formatNumber(stats.unknownNames)} name what does not exist`,
    `  ${pluralize(stats.tokens, 'inverted list')}, ${pluralize(stats.mentions, 'mention')}, ${pluralize(stats.notations, 'notation')}, ${pluralize(stats.problems.length, 'problem')}`,
  ];
  return `${lines.join('\n')}\n`;
}

function vectorText(vectors: string): string {
  return vectors === NO_VECTORS
    ? 'no row vectors: text queries are ranked by words only'
    : `row vectors computed with weights ${vectors}`;
}
