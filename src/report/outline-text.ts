/** The reports of `outline` and `references` as text for a terminal. Pure. */
import { ellipsis } from '../base/columns.ts';
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import { noticeLines } from './layout.ts';
import type { OutlineReport, ReferencesReport } from './outline-schema.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_TEXT = 120;

export function renderOutline({ file, imports, declarations }: OutlineReport, style: TextStyle): string {
  const color = paint(style);
  const lines = declarations.map(({ line, signature, sorry }) => {
    const holes = sorry === 0 ? '' : `  ${color.yellow(pluralize(sorry, 'sorry'))}`;
    return `${color.dim(`${file}:${line}:`)} ${ellipsis(signature, MAX_TEXT)}${holes}`;
  });
  const head = imports.length === 0 ? [] : [color.dim(`imports ${imports.join(', ')}`)];
  return `${[...head, ...lines, `${pluralize(declarations.length, 'declaration')}.`].join('\n')}\n`;
}

export function renderReferences(report: ReferencesReport, style: TextStyle): string {
  const { name, references, declarations, more, notices } = report;
  const color = paint(style);
  const lines = references.map(({ file, line, column, text }) => {
    const place = column === null ? `${file}:${line}:` : `${file}:${line}:${column + 1}:`;
    return `${color.dim(place)} ${ellipsis(text, MAX_TEXT)}`;
  });
  const head =
    declarations === 0
      ? `The sources show no use of ${color.bold(name)}.`
      : `${color.bold(name)} is used by ${pluralize(declarations, 'declaration')}.`;
  const rest = more > 0 ? [color.dim(`and ${formatNumber(more)} more declarations: --limit ${declarations}`)] : [];
  return `${[...noticeLines(notices, style), head, ...lines, ...rest].join('\n')}\n`;
}
