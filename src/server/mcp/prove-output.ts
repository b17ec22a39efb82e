/** What `prove` found, as an agent is told of it: what fills each hole, the diff, and what it is worth. Pure. */
import { pluralize } from '../../base/pluralize.ts';
import { onOneLine } from '../../base/one-line.ts';
import type { HoleReport, ProveReport } from '../../report/prove-report.ts';
import { ellipsis } from '../../report/wrap.ts';
import { firstOf, noteLines, type Said, shortNotes, shortText, unlessEmpty, type Warned } from './tool-result.ts';

const MOST_HOLES = 40;
const MOST_CANDIDATE = 1500;
const MOST_NOTE = 300;
const MOST_DIFF = 12_000;
const MOST_NAMES = 10;

/** `isPosted`: it was a text, so that its path means nothing to whoever sent it. */
export function sayProve(report: Warned<ProveReport>, isPosted: boolean): Said {
  const { holes, objection, model_failure: failure, diff } = report;
  const told = holes.filter(({ state }) => state !== 'unasked').slice(0, MOST_HOLES);
  const notes = shortNotes(objectionNotes(objection), failureNotes(failure), cutNotes(diff), report.warnings);
  const compact = {
    filled: report.filled,
    open: report.open,
    audited: report.audited,
    holes: told.map(compactHole),
    // What was refused as a whole is nothing to apply.
    diff: diff === '' || objection !== null ? undefined : shortText(isPosted ? withoutPath(diff) : diff, MOST_DIFF),
    added_imports: unlessEmpty(report.added_imports),
    stopped_by: report.stopped_by ?? undefined,
    run: report.run ?? undefined,
    attempts: report.attempts,
    tokens: report.tokens || undefined,
    cost: report.cost || undefined,
    next: failure?.next ?? nextStep(report),
    notes: unlessEmpty(notes),
  };
  const lines = [summary(report), ...compact.holes.flatMap(holeLines)];
  if (compact.next !== undefined) lines.push(`next: ${compact.next}`);
  lines.push(...noteLines(notes));
  if (compact.diff !== undefined) lines.push(compact.diff);
  return { compact, lines };
}

function objectionNotes(objection: ProveReport['objection']): string[] {
  if (objection === null) return [];
  const what =
    objection.kind === 'refused' ? 'The audit refused the file as a whole' : 'The whole could not be audited';
  return [`${what}, so nothing counts as proved: ${objection.why}`];
}

function failureNotes(failure: ProveReport['model_failure']): string[] {
  return failure === null ? [] : [`The model was not asked any more: ${failure.message} ${failure.reason ?? ''}`];
}

function cutNotes(diff: string): string[] {
  return diff.length > MOST_DIFF ? ['The diff is cut; detail: full gives all of it.'] : [];
}

function withoutPath(diff: string): string {
  return diff.replace(/^(---|\+\+\+) .*$/gmu, (_, sign: string) => `${sign} ${sign === '---' ? 'a' : 'b'}/text`);
}

function nextStep({ stopped_by, filled, open, objection }: ProveReport): string | undefined {
  if (objection !== null) return undefined;
  if (stopped_by !== null)
    return `Ask again with a larger max_${stopped_by}: what was tried is kept and not tried again.`;
  if (filled > 0) return 'Nothing was written: apply the diff, then check.';
  return open > 0 ? 'Split the goal by have steps with sorry, or add an import or a lemma, and ask again.' : undefined;
}

type CompactHole = ReturnType<typeof compactHole>;

function compactHole(hole: HoleReport) {
  const { keyword, declaration, candidate } = hole;
  const of = [keyword, declaration].filter((word) => word !== null).join(' ');
  return {
    hole: hole.hole,
    line: hole.line,
    of: of === '' ? undefined : of,
    state: hole.state,
    candidate: candidate === null || hole.dropped ? undefined : shortText(candidate, MOST_CANDIDATE),
    imports: unlessEmpty(hole.imports),
    axioms: unlessEmpty(hole.axioms),
    conditional: unlessEmpty(firstOf(hole.conditional, MOST_NAMES)),
    attempts: hole.attempts || undefined,
    note: hole.note === null ? undefined : ellipsis(onOneLine(hole.note), MOST_NOTE),
  };
}

function holeLines(hole: CompactHole): string[] {
  const { attempts = 0, candidate, note, imports, conditional } = hole;
  const tries = hole.state === 'open' ? ` after ${pluralize(attempts, 'attempt')}` : '';
  const words = [
    `#${hole.hole} at line ${hole.line}  ${hole.of ?? 'outside a declaration'}: ${STATES[hole.state]}${tries}`,
    hole.state === 'filled' || candidate === undefined ? '' : `with the imports, ${onOneLine(candidate)} would fill it`,
    imports === undefined ? '' : `imports ${imports.join(', ')}`,
    conditional === undefined ? '' : `not proved before ${conditional.join(', ')} is`,
    note ?? '',
  ];
  const line = words.filter((part) => part !== '').join('; ');
  return hole.state === 'filled' ? [`${line} by ${onOneLine(candidate ?? '')}`] : [line];
}

const STATES: Record<HoleReport['state'], string> = {
  filled: 'filled',
  open: 'open',
  skipped: 'left alone, it is no proof',
  unasked: 'not asked for',
};

function summary({ holes, filled, audited, level, stopped_by, run, ...report }: ProveReport): string {
  if (holes.length === 0) return 'There is no sorry.';
  const asked = holes.filter(({ state }) => state !== 'unasked').length;
  const parts = [
    `${filled} of ${pluralize(asked, 'hole')} filled`,
    audited ? `judged by ${level ?? 'audit'}` : '',
    stopped_by === null ? '' : `stopped: max_${stopped_by} is used up`,
    pluralize(report.attempts, 'attempt'),
    report.cost ? `$${report.cost.toFixed(4)}` : report.tokens > 0 ? `${report.tokens} tokens` : '',
    run === null ? '' : `run ${run}`,
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}
