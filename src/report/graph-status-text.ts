/** The report of `graph status` as text for a terminal. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { GraphStatusReport } from './graph-schema.ts';
import { joinBlocks, namesUpTo, upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';

/** `limit`: lines of each list. */
export function renderGraphStatus(report: GraphStatusReport, limit: number, style: TextStyle): string {
  const { counts, next, missing, false_claims: claims, unchecked, nodes } = report;
  const color = paint(style);
  const byLabel = new Map(nodes.map((node) => [node.label, node]));
  const list = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [
          color.underline(heading),
          ...upTo(limit, lines, (more) => color.dim(`  and ${more} more: --limit ${lines.length}`)),
        ];
  const unresolved = nodes.flatMap((node) =>
    node.unresolved.map((label) => `  ${node.label}  uses ${color.bold(label)}`),
  );
  const names = counts.declarations;
  return `${joinBlocks([
    [
      `${color.bold(report.title)}: ${pluralize(counts.statements, 'statement')}, ${pluralize(counts.uses, 'link')}, ${counts.found} of ${pluralize(names, 'named declaration')} found`,
      `  stated ${color.green(String(counts.stated))}   can be stated now ${counts.can_state}   proved ${color.green(String(counts.proved))}, with all that they need ${counts.fully_proved}   can be proved now ${counts.can_prove}`,
    ],
    list(
      'next',
      next.map((label) => {
        const { kind, title, statement, unlocks } = byLabel.get(label)!;
        const what = statement === 'stated' ? 'prove' : 'state';
        return `  ${what}  ${color.bold(label)}  ${kind}${title === '' ? '' : ` (${title})`}  ${color.dim(`needed by ${unlocks} unproved`)}`;
      }),
    ),
    list(
      'declarations that the index lacks',
      missing.map(
        ({ name, nearest }) =>
          `  ${color.red(name)}${nearest.length === 0 ? '' : color.dim(`  similar: ${nearest.join(', ')}`)}`,
      ),
    ),
    list(
      'claims that do not hold',
      claims.map(({ label, claim }) => `  ${color.bold(label)}  ${claim}`),
    ),
    list('labels that no statement has', unresolved),
    unchecked.length === 0
      ? []
      : [`Without \\lean, \\leanok cannot be checked and is believed: ${namesUpTo(limit, unchecked)}`],
  ])}\n`;
}
