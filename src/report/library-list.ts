/** Text lists of sources with their documents, and of entries. Pure. */
import { columns, ellipsis } from '../base/columns.ts';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { ListedDocument, ListedEntry, ListedSource } from '../library/listing.ts';
import { entryLine, pluralizeEntries } from './entry-label.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

export function renderSources(sources: readonly ListedSource[], path: string, style: TextStyle): string {
  const color = paint(style);
  if (sources.length === 0)
    return `The library at ${path} is empty. Add documents: ${withLibraryFlag('lemmahead library add FILE…', style)}\n`;
  const parts = sources.map(({ name, entries, documents }) =>
    [
      `${color.bold(name)}  ${color.dim(`${pluralize(documents.length, 'document')}, ${pluralizeEntries(entries)}`)}`,
      ...documentLines(documents, style),
    ].join('\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

const MAX_NAME_WIDTH = 32;

function documentLines(documents: readonly ListedDocument[], style: TextStyle): string[] {
  const color = paint(style);
  const width = Math.min(MAX_NAME_WIDTH, Math.max(0, ...documents.map(({ name }) => columns(name))));
  const digits = Math.max(0, ...documents.map(({ entries }) => formatNumber(entries).length));
  return documents.map(({ name, title, format, entries, problems }) => {
    const faulty = problems.length === 0 ? '' : `  ${color.yellow(pluralize(problems.length, 'problem'))}`;
    const counted = formatNumber(entries).padStart(digits);
    return `  ${name.padEnd(width)}  ${counted}  ${color.dim(format.padEnd(8))}  ${title === name ? '' : ellipsis(title, 60)}${faulty}`;
  });
}

/** Groups entries by their document and headings. */
export function renderEntries(entries: readonly ListedEntry[], total: number, style: TextStyle): string {
  const color = paint(style);
  if (total === 0) return 'No entry matches.\n';
  const lines: string[] = [];
  let under = '';
  for (const entry of entries) {
    const document = entry.key.slice(0, entry.key.indexOf('#'));
    const place = [`${entry.source} / ${document}`, ...entry.headings].join(' › ');
    if (place !== under) lines.push(...(under === '' ? [] : ['']), color.bold(place));
    under = place;
    lines.push(entryLine(entry, style.width));
  }
  if (entries.length < total) {
    lines.push('', color.dim(`${formatNumber(entries.length)} of ${pluralizeEntries(total)}; --limit shows more`));
  }
  return `${lines.join('\n')}\n`;
}
