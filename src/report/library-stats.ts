/** Text report of the library's contents. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { LibraryStats } from '../library/stats.ts';
import { pluralizeEntries } from './entry-label.ts';
import { joinBlocks, upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LABELS = 10;
const MAX_PROBLEMS = 20;

export function renderLibraryStats(stats: LibraryStats, style: TextStyle): string {
  const color = paint(style);
  const { references, embedders, derivations, unresolvedLabels } = stats;
  const parts = [
    [`${color.bold(stats.path)}  ${(stats.bytes / 1e6).toFixed(1)} MB, ${pluralizeEntries(stats.entries)}`],
    stats.sources.map(
      ({ name, documents, entries, kinds, problems: faults }) =>
        `  ${color.bold(name)}: ${pluralize(documents, 'document')}, ${pluralizeEntries(entries)} (${kindText(kinds)})${faults === 0 ? '' : `, ${pluralize(faults, 'problem')}`}`,
    ),
    [
      `  references: ${formatNumber(references.resolved)} to entries, ${formatNumber(references.unresolved)} unresolved; ${formatNumber(references.cites)} to literature`,
      ...unresolvedLabels
        .slice(0, MAX_LABELS)
        .map(({ source, label, times }) => `    ${formatNumber(times).padStart(4)} × ${label}  ${color.dim(source)}`),
    ],
    embedders.length === 0
      ? ['  embedded: nothing; searches use words only']
      : embedders.map(
          ({ space, name, dimension, entries }) =>
            `  embedded by ${name}: ${formatNumber(entries)} of ${pluralizeEntries(stats.entries)}, ${dimension} dimensions${space === 'default' ? '' : `, space ${space}`}`,
        ),
    derivations.map(
      ({ maker, version, units, stale }) =>
        `  made by ${maker} ${version}: ${pluralize(units, 'unit')}${stale === 0 ? '' : `, ${formatNumber(stale)} stale`}`,
    ),
    problemLines(stats, style),
  ];
  return `${joinBlocks(parts)}\n`;
}

/** A problem that several documents share is listed once. */
function problemLines({ problems }: LibraryStats, style: TextStyle): string[] {
  const color = paint(style);
  const where = new Map<string, string[]>();
  for (const { source, document, message } of problems) {
    where.set(message, [...(where.get(message) ?? []), `${source} / ${document}`]);
  }
  if (where.size === 0) return [];
  const lines = Array.from(where, ([message, documents]) => {
    const more = documents.length === 1 ? '' : ` and ${pluralize(documents.length - 1, 'other')}`;
    return `    ${color.dim(`${documents[0]}${more}`)}  ${message}`;
  });
  const shown = upTo(MAX_PROBLEMS, lines, () => color.dim('    … --json lists all'));
  return [`  ${pluralize(problems.length, 'problem')}:`, ...shown];
}

function kindText(kinds: Record<string, number>): string {
  return Object.entries(kinds)
    .map(([kind, count]) => `${formatNumber(count)} ${kind}`)
    .join(', ');
}
