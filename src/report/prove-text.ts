/** What `prove` found, for a terminal: each hole in a line, the diff, and how much the result is worth. Pure. */
import type { HoleReport, ProveReport } from './prove-report.ts';
import { paint, type TextStyle } from './style.ts';

export function renderProve(report: ProveReport, style: TextStyle): string {
  if (report.holes.length === 0) return `${report.file} has no sorry.\n`;
  const holes = report.holes.map((hole) => holeLine(report.file, hole, style));
  const diff = report.diff === '' ? [] : [paintDiff(report.diff, style)];
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
    case 'filled':
      return `${color.green('filled')} by ${color.bold((hole.candidate ?? '').replaceAll('\n', '; '))} (${tries})`;
    case 'open': {
      const silent = hole.unchecked === 0 ? '' : `, ${hole.unchecked} of them could not be checked`;
      return `${color.yellow('open')} (${tries}${silent})`;
    }
    case 'skipped':
      return `${color.dim('left alone')}: it is no proof`;
  }
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
  lines.push(`The result ${paint(style).bold('compiles, not audited')}.`);
  lines.push(report.written ? `Written to ${report.file}.` : 'Nothing was written; --write puts it into the file.');
  return lines;
}
