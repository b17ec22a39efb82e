/** Text report of an index build, and its progress. */
import { pluralize } from '../base/pluralize.ts';
import { formatNumber } from '../base/format-number.ts';
import type { BuildProgress } from '../index/build-progress.ts';
import type { BuildOutcome } from '../index/build.ts';
import { paint, type TextStyle } from './style.ts';

const PHASES = { read: 'reading', expand: 'expanding attributes', analyse: 'analysing', write: 'writing' } as const;
const MAX_PROBLEMS = 20;

export function progressText({ phase, filesDone, filesTotal, declarations }: BuildProgress): string {
  return `${PHASES[phase]}: ${formatNumber(filesDone)} of ${formatNumber(filesTotal)} files, ${formatNumber(declarations)} declarations`;
}

export function renderIndexBuild(
  report: BuildOutcome & { seconds: number },
  isStrict: boolean,
  style: TextStyle,
): string {
  const color = paint(style);
  const { problems } = report;
  const shown = isStrict ? problems : problems.slice(0, MAX_PROBLEMS);
  const lines = [
    `${color.bold(pluralize(report.declarations, 'declaration'))} (${formatNumber(report.generated)} generated) of ${pluralize(report.files, 'file')} ${extentText(report)} in ${report.seconds.toFixed(1)} s`,
    ...report.packages.map(({ name, rev, root }) => `  ${name} ${color.dim(`at ${rev}, ${root}`)}`),
    `  toolchain ${report.toolchain}, digest ${report.digest}`,
    `  ${report.path}`,
    ...(problems.length === 0 ? [] : ['', `${pluralize(problems.length, 'problem')}:`]),
    ...shown.map(({ path, line, message }) => `  ${path}:${line}: ${message}`),
    ...(isStrict && problems.some(({ isUnread }) => isUnread)
      ? ['', 'Some parts were not read, so --strict exits with 1.']
      : []),
    ...(shown.length < problems.length ? [color.dim('  … `lemmahead index stats --json` lists all')] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function extentText({ extent, filesRead }: BuildOutcome): string {
  if (extent === 'none') return 'found unchanged';
  return extent === 'full' ? 'read' : `updated (${formatNumber(filesRead)} read)`;
}
