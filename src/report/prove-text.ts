/** Text report of `prove`: one line for each hole, the diff, and how the result was verified. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { HoleResult, ProveReport } from './prove-schema.ts';
import { LEVEL_LABELS } from './level-labels.ts';
import { formatSpending } from './format-spending.ts';
import { nearestLines } from './nearest-attempt.ts';
import { paint, type TextStyle } from './style.ts';

/** `isDiffOnly`: print only the diff, as input for `patch -p1`. */
export function renderProve(report: ProveReport, style: TextStyle, isDiffOnly = false): string {
  if (isDiffOnly) return report.objection === null ? paintDiff(report.diff, style) : '';
  if (report.holes.length === 0) return `${report.file} has no sorry.\n`;
  const holes = report.holes
    .filter((hole) => hole.state !== 'unasked')
    .map((hole) => holeLine(report.file, hole, style));
  // The diff of a refused result must not be applied.
  const diff = report.diff === '' || report.objection !== null ? [] : [paintDiff(report.diff, style)];
  return [...holes, '', ...diff, ...summary(report, style), ''].join('\n');
}

function holeLine(file: string, hole: HoleResult, style: TextStyle): string {
  const color = paint(style);
  const place = color.cyan(`${file}:${hole.line}:${hole.column + 1}`);
  const owner = [hole.keyword, hole.declaration].filter((word) => word !== null).join(' ') || 'outside a declaration';
  const line = `${place}  ${owner}: ${state(hole, style)}`;
  return [line, ...(hole.nearest === null ? [] : nearestLines(hole.nearest, style))].join('\n');
}

function state(hole: HoleResult, style: TextStyle): string {
  const color = paint(style);
  const tries = pluralize(hole.attempts, 'attempt');
  switch (hole.state) {
    case 'filled': {
      const filled = hole.conditional.length === 0 ? color.green('filled') : color.yellow('filled');
      const by = `${filled} by ${color.bold(candidateLine(hole))} (${tries})`;
      return [by, ...dependencies(hole)].join('; ');
    }
    case 'open': {
      const counts = [
        hole.unchecked === 0 ? '' : `, ${hole.unchecked} of them could not be checked`,
        hole.refused === 0 ? '' : `, ${hole.refused} of them refused by the audit`,
        hole.no_candidate === 0
          ? ''
          : `, ${pluralize(hole.no_candidate, 'answer')} of the model contained no candidate`,
      ].join('');
      const would = hole.candidate === null || hole.dropped ? '' : `; ${color.bold(candidateLine(hole))}`;
      const note = hole.note === null ? '' : `: ${hole.note}`;
      return `${color.yellow('open')} (${tries}${counts})${note}${would}`;
    }
    case 'skipped':
      return `${color.dim('skipped')}: it is not a proof`;
    case 'unasked':
      return color.dim('not selected');
  }
}

const candidateLine = ({ candidate }: HoleResult): string => (candidate ?? '').trim().replaceAll(/\n\s*/g, '; ');

/** What a filled hole depends on. */
function dependencies({ lemmas, imports, axioms, conditional }: HoleResult): string[] {
  const words = lemmas.length === 0 ? [] : [`with ${lemmas.join(', ')}`];
  if (imports.length > 0) words.push(`imports ${imports.join(', ')}`);
  if (axioms.length > 0) words.push(`axioms: ${axioms.join(', ')}`);
  if (conditional.length > 0) words.push(`not proved until ${conditional.join(', ')} is`);
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

const STOPPED_BY: Record<NonNullable<ProveReport['stopped_by']>, string> = {
  time: '--max-time is used up',
  attempts: '--max-attempts is used up',
  cost: '--max-cost does not allow the next request to the model, which may use model.max_output_tokens',
  tokens: '--max-tokens does not allow the next request to the model, which may use model.max_output_tokens',
};

function summary(report: ProveReport, style: TextStyle): string[] {
  const { filled, open, skipped, attempts } = report;
  const selected = report.holes.filter((hole) => hole.state !== 'unasked').length;
  const spent = formatSpending(report);
  const rest = [
    open > 0 ? `${open} open` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    pluralize(attempts, 'attempt'),
    spent,
  ].filter((words) => words);
  const lines = [[`${filled} of ${pluralize(selected, 'hole')} filled`, ...rest].join(', ') + '.'];
  if (report.stopped_by !== null) lines.push(paint(style).yellow(`Stopped: ${STOPPED_BY[report.stopped_by]}.`));
  if (report.model_failure !== null) lines.push(...failureLines(report.model_failure, style));
  if (filled > 0 || report.objection !== null) lines.push(...verificationLines(report, style));
  if (report.replay_of !== null) lines.push(replayText(report, style));
  if (report.run !== null && isResumable(report))
    lines.push(`To resume: lemmahead runs resume ${report.run}${higherLimit(report.stopped_by)}`);
  if (report.run !== null) lines.push(paint(style).dim(`Recorded as ${report.run}: lemmahead runs show ${report.run}`));
  return lines;
}

/** Fixing these needs another model name or prompt, and so another run. Replays use no model. */
const OTHER_RUN = new Set(['model-unknown', 'model-bad-request', 'model-prompt-too-long', 'model-not-recorded']);

function isResumable({ stopped_by, model_failure, replay_of }: ProveReport): boolean {
  if (replay_of !== null || (stopped_by === null && model_failure === null)) return false;
  return model_failure === null || !OTHER_RUN.has(model_failure.code);
}

/** Limits apply to the whole run, so resuming needs a higher one; `--max-time` applies to each session. */
export function higherLimit(stoppedBy: ProveReport['stopped_by']): string {
  return stoppedBy === null ? '' : ` --max-${stoppedBy} ${stoppedBy === 'time' ? 'SECONDS' : 'MORE'}`;
}

function replayText({ replay_of, differs }: ProveReport, style: TextStyle): string {
  if (differs.length === 0) return `The result is the same as in run ${replay_of ?? ''}.`;
  const holes = `${differs.length === 1 ? 'hole' : 'holes'} ${differs.join(', ')}`;
  return paint(style).yellow(`The result differs from run ${replay_of ?? ''} at ${holes}.`);
}

/** How the result was verified, and where it was written. */
function verificationLines(report: ProveReport, style: TextStyle): string[] {
  if (report.objection !== null) return objectionLines(report.objection, style);
  if (report.by_record === true) return ['The verdicts are those on record; Lean checked nothing again.'];
  const lines = [
    `Verified by ${paint(style).bold(LEVEL_LABELS[report.level ?? 'audit'])}: the full file was compared with the original.`,
  ];
  if (report.confirmed_by !== null)
    lines.push(`Worker ${report.worker} proved it, and worker ${report.confirmed_by} accepted the full file.`);
  if (report.conditional > 0) lines.push(`${report.conditional} filled but not yet proved: they depend on open holes.`);
  const where = report.written_to?.endsWith(report.file) === true ? report.file : report.written_to;
  lines.push(
    where === null ? 'Nothing was written; --in-place writes the proofs to the file.' : `Written to ${where}.`,
  );
  return lines;
}

export function failureLines(
  { message, reason, next }: NonNullable<ProveReport['model_failure']>,
  style: TextStyle,
): string[] {
  const color = paint(style);
  const lines = [color.yellow(`No more requests were sent to the model: ${message}`)];
  if (reason !== null) lines.push(`  why: ${reason}`);
  if (next !== null) lines.push(`  next: ${next}`);
  return lines;
}

function objectionLines({ kind, why }: NonNullable<ProveReport['objection']>, style: TextStyle): string[] {
  const color = paint(style);
  const what =
    kind === 'refused' ? 'The audit refused the file as a whole' : 'The file as a whole could not be audited';
  return [`${color.red(`${what}:`)} ${why.replace(/\.$/u, '')}.`, 'Nothing was written, and nothing counts as proved.'];
}
