/** Formats the result of `prove` for an agent: the filling of each hole, the diff, and the verdict. Pure. */
import { ellipsis } from '../../base/columns.ts';
import { pluralize } from '../../base/pluralize.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import type { HoleResult, ProveReport } from '../../report/prove-schema.ts';
import { firstOf, noteLines, shortNotes, shortText, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

const MAX_HOLES = 40;
const MAX_CANDIDATE_LENGTH = 1500;
const MAX_NOTE_LENGTH = 300;
const MAX_DIFF_LENGTH = 12_000;
const MAX_NAMES = 10;

/** `isPosted`: the request contained a text, so its path means nothing to the client. */
export function formatProve(report: Warned<ProveReport>, isPosted: boolean): ToolOutput {
  const { holes, objection, model_failure: failure, diff } = report;
  const requested = holes.filter(({ state }) => state !== 'unasked').slice(0, MAX_HOLES);
  const notes = shortNotes(objectionNotes(objection), failureNotes(failure), diffNotes(diff), report.warnings);
  const compact = {
    filled: report.filled,
    open: report.open,
    audited: report.audited,
    holes: requested.map(compactHole),
    // A file that was refused as a whole must not be applied.
    diff:
      diff === '' || objection !== null ? undefined : shortText(isPosted ? withoutPath(diff) : diff, MAX_DIFF_LENGTH),
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
  const outcome =
    objection.kind === 'refused' ? 'The audit refused the complete file' : 'The complete file could not be audited';
  return [`${outcome}, so nothing counts as proved: ${objection.why}`];
}

function failureNotes(failure: ProveReport['model_failure']): string[] {
  return failure === null ? [] : [`The model was not called any more: ${failure.message} ${failure.reason ?? ''}`];
}

function diffNotes(diff: string): string[] {
  return diff.length > MAX_DIFF_LENGTH ? ['The diff is truncated; full: true gives all of it.'] : [];
}

function withoutPath(diff: string): string {
  return diff.replace(/^(---|\+\+\+) .*$/gmu, (_, sign: string) => `${sign} ${sign === '---' ? 'a' : 'b'}/text`);
}

function nextStep({ stopped_by, filled, open, objection }: ProveReport): string | undefined {
  if (objection !== null) return undefined;
  if (stopped_by !== null)
    return `Call prove again with a larger max_${stopped_by}: recorded attempts are not repeated.`;
  if (filled > 0) return 'Nothing was written: apply the diff, then call check.';
  return open > 0
    ? 'Split the goal with have steps and sorry, or add an import or a lemma, and call prove again.'
    : undefined;
}

type CompactHole = ReturnType<typeof compactHole>;

function compactHole(hole: HoleResult) {
  const { keyword, declaration, candidate } = hole;
  const of = [keyword, declaration].filter((word) => word !== null).join(' ');
  return {
    hole: hole.hole,
    line: hole.line,
    of: of === '' ? undefined : of,
    state: hole.state,
    candidate: candidate === null || hole.dropped ? undefined : shortText(candidate, MAX_CANDIDATE_LENGTH),
    imports: unlessEmpty(hole.imports),
    axioms: unlessEmpty(hole.axioms),
    conditional: unlessEmpty(firstOf(hole.conditional, MAX_NAMES)),
    attempts: hole.attempts || undefined,
    note: hole.note === null ? undefined : ellipsis(collapseWhitespace(hole.note), MAX_NOTE_LENGTH),
  };
}

function holeLines(hole: CompactHole): string[] {
  const { attempts = 0, candidate, note, imports, conditional } = hole;
  const tries = hole.state === 'open' ? ` after ${pluralize(attempts, 'attempt')}` : '';
  const words = [
    `#${hole.hole} at line ${hole.line}  ${hole.of ?? 'outside a declaration'}: ${STATES[hole.state]}${tries}`,
    hole.state === 'filled' || candidate === undefined
      ? ''
      : `with the imports, ${collapseWhitespace(candidate)} would fill it`,
    imports === undefined ? '' : `imports ${imports.join(', ')}`,
    conditional === undefined ? '' : `depends on the unproved ${conditional.join(', ')}`,
    note ?? '',
  ];
  const line = words.filter((part) => part !== '').join('; ');
  return hole.state === 'filled' ? [`${line} by ${collapseWhitespace(candidate ?? '')}`] : [line];
}

const STATES: Record<HoleResult['state'], string> = {
  filled: 'filled',
  open: 'open',
  skipped: 'skipped, it is not in a proof',
  unasked: 'not requested',
};

function summary({ holes, filled, audited, level, stopped_by, run, ...report }: ProveReport): string {
  if (holes.length === 0) return 'No sorry.';
  const requested = holes.filter(({ state }) => state !== 'unasked').length;
  const parts = [
    `${filled} of ${pluralize(requested, 'hole')} filled`,
    audited ? `judged by ${level ?? 'audit'}` : '',
    stopped_by === null ? '' : `stopped: max_${stopped_by} is used up`,
    pluralize(report.attempts, 'attempt'),
    report.cost ? `$${report.cost.toFixed(4)}` : report.tokens > 0 ? `${report.tokens} tokens` : '',
    run === null ? '' : `run ${run}`,
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}
