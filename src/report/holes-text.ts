/** The holes of a file as text for a terminal. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { HoleReport, HolesReport } from './check-schema.ts';
import { paint, type TextStyle } from './style.ts';

export function renderHoles(report: HolesReport, style: TextStyle): string {
  const { holes, file } = report;
  if (holes.length === 0) return `${file} has no sorry.\n`;
  const color = paint(style);
  const blocks = holes.map((hole) => holeLines(hole, file, style).join('\n'));
  const others = holes.filter((hole) => !hole.is_proof).length;
  const end = [
    `${pluralize(holes.length, 'hole')}${others === 0 ? '' : `, ${others} of them not ${others === 1 ? 'a proof' : 'proofs'}: prove does not fill ${others === 1 ? 'it' : 'them'}`}.`,
    ...(report.no_goals === null ? [] : [`${color.yellow('note')} no goals: ${report.no_goals}`]),
  ];
  return `${[...blocks, end.join('\n')].join('\n\n')}\n`;
}

function holeLines(hole: HoleReport, file: string, style: TextStyle): string[] {
  const color = paint(style);
  const owner = [hole.keyword, hole.declaration].filter((word) => word !== null).join(' ') || 'outside a declaration';
  const kind = hole.is_proof ? '' : `  ${color.yellow('not a proof')}`;
  return [
    `${color.dim(`${file}:${hole.line}:${hole.column + 1}:`)} ${color.bold(owner)}  ${color.dim(`${hole.word} as a ${hole.position}`)}${kind}`,
    ...(hole.goal === null ? [] : hole.goal.split('\n').map((line) => `    ${line}`)),
  ];
}
