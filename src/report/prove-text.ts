/** What `prove` found, for a terminal: each hole in a line, the diff, and how much the result is worth. Pure. */
import type { HoleReport, ProveReport } from './prove-report.ts';
import { LEVEL_WORDS } from './level-words.ts';
import { paint, type TextStyle } from './style.ts';

export function renderProve(report: ProveReport, style: TextStyle): string {
  if (report.holes.length === 0) return `${report.file} has no sorry.\n`;
  const holes = report.holes.map((hole) => holeLine(report.file, hole, style));
  // What was refused as a whole is nothing to apply.
  const diff = report.diff === '' || report.objection !== null ? [] : [paintDiff(report.diff, style)];
  return [...holes, '', ...diff, ...summary(report, style), ''].join('\n');
}

function holeLine(file: string, hole: HoleReport, style: TextStyle): string {
  const color = paint(style);
  const place = color.cyan(`${file}:${hole.line}:${hole.column + 1}`);
  const whose = [hole.keyword, hole.declaration].filter((word) => word !== null).join(' ') || 'outside a declaration';
  return `${place}  ${whose}: ${state(hole, style)}`;
}

function state(hole: HoleReport, style: TextStyle): string {
  const color = paint(style);
  const tries = `${hole.attempts} ${hole.attempts === 1 ? 'attempt' : 'attempts'}`;
  switch (hole.state) {
    case 'filled': {
      const filled = hole.conditional.length === 0 ? color.green('filled') : color.yellow('filled');
      const by = `${filled} by ${color.bold((hole.candidate ?? '').replaceAll('\n', '; '))} (${tries})`;
      return [by, ...foundations(hole)].join('; ');
    }
    case 'open': {
      const silent = hole.unchecked === 0 ? '' : `, ${hole.unchecked} of them could not be checked`;
      const refused = hole.refused === 0 ? '' : `, ${hole.refused} of them refused by the audit`;
      const note = hole.note === null ? '' : `: ${hole.note}`;
      return `${color.yellow('open')} (${tries}${silent}${refused})${note}`;
    }
    case 'skipped':
      return `${color.dim('left alone')}: it is no proof`;
  }
}

/** What a filled hole rests on, where it is anything. */
function foundations({ axioms, conditional }: HoleReport): string[] {
  const words = axioms.length === 0 ? [] : [`axioms: ${axioms.join(', ')}`];
  if (conditional.length > 0) words.push(`not proved before ${conditional.join(', ')} is`);
  return words;
}

function paintDiff(diff: string, style: TextStyle): string {
  const color = paint(style);
  return diff
    .split('\n')
    .map((line) => {
      if (/^(?:---|\+\+\+) /.test(line)) return color.bold(line);
      if (line.startsWith('@@')) return color.cyan(line);
      if (line.startsWith('+')) return color.green(line);
      return line.startsWith('-') ? color.red(line) : line;
    })
    .join('\n');
}

function summary(report: ProveReport, style: TextStyle): string[] {
  const { filled, open, skipped, attempts } = report;
  const rest = [open > 0 ? `${open} open` : '', skipped > 0 ? `${skipped} left alone` : ''].filter((words) => words);
  const lines = [
    [`${filled} of ${report.holes.length} holes filled`, ...rest, `${attempts} attempts`].join(', ') + '.',
  ];
  if (report.stopped_by !== null) {
    lines.push(
      paint(style).yellow(`Stopped: ${report.stopped_by === 'time' ? '--max-time' : '--max-attempts'} is used up.`),
    );
  }
  if (filled === 0) return lines;
  if (report.objection !== null) return [...lines, ...objectionLines(report.objection, style)];
  lines.push(
    `Judged by ${paint(style).bold(LEVEL_WORDS[report.level ?? 'audit'])}, the whole file against the original.`,
  );
  if (report.conditional > 0) lines.push(`${report.conditional} filled but not proved yet: what they rest on is open.`);
  lines.push(report.written ? `Written to ${report.file}.` : 'Nothing was written; --write puts it into the file.');
  return lines;
}

function objectionLines({ kind, why }: NonNullable<ProveReport['objection']>, style: TextStyle): string[] {
  const color = paint(style);
  const what =
    kind === 'refused' ? 'The audit refused the file as a whole' : 'The file as a whole could not be audited';
  return [`${color.red(`${what}:`)} ${why}.`, 'Nothing was written, and nothing counts as proved.'];
}
