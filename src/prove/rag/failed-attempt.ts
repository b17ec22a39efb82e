/** Describes a failed attempt for a repair prompt, and selects the best attempt to repair. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { MessageClass } from '../../lean/message/message-class.ts';
import type { FailedBefore, PromptFailure } from '../../prompt/prompts.ts';
import { errorsAndHoles } from '../../verify/hole/error-messages.ts';
import { fillingOf } from '../../verify/hole/splice.ts';
import { isBeyondBounds } from '../../verify/verdict.ts';
import type { Place } from '../premise.ts';
import type { Attempt } from '../strategy.ts';

/** Maximum number of errors and of goals shown for one attempt. */
const MAX_ERRORS = 3;
const MAX_GOALS = 3;

/** Lean's errors of an attempt in text order; empty if Lean reported none. */
export function errorsOf({ verdict }: Attempt): Diagnostic[] {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return [];
  return errorsAndHoles(verdict.diagnostics).sort((a, b) => a.line - b.line || a.column - b.column);
}

export function describeFailure(attempt: Attempt, place: Place): PromptFailure {
  const { candidate } = attempt.proposal;
  const errors = errorsOf(attempt).slice(0, MAX_ERRORS);
  const goals = [...new Set(errors.flatMap(({ captured }) => captured.goals ?? []))].slice(0, MAX_GOALS);
  const [of, excerpt] = whatWentWrong(attempt, errors, place);
  return { candidate, of, excerpt, goals };
}

/** The attempt with its first error, for a list. */
export function failedBefore(attempt: Attempt): FailedBefore {
  const [first] = errorsOf(attempt);
  const { candidate } = attempt.proposal;
  return { candidate, error: first?.text ?? withoutError(attempt)[1] };
}

function whatWentWrong(attempt: Attempt, errors: readonly Diagnostic[], place: Place): [MessageClass, string] {
  const [first] = errors;
  if (first === undefined) return withoutError(attempt);
  const lines = failingLines(attempt.proposal.candidate, place);
  return [first.class, errors.map((error) => describeError(error, lines)).join('\n\n')];
}

/** Why an attempt failed about which Lean said nothing. */
function withoutError({ verdict }: Attempt): [MessageClass, string] {
  if (verdict.kind === 'unchecked') {
    const isTime = verdict.why === 'timedOut' || verdict.why === 'outOfMemory';
    return [isTime ? 'timeout:heartbeats' : 'other', `Lean gave no answer: ${verdict.detail}`];
  }
  if (verdict.kind === 'accepted') return ['other', 'It was accepted.'];
  switch (verdict.by) {
    case 'gate':
      return ['other', `Refused before Lean saw it: ${verdict.reason}.`];
    case 'audit':
      return ['other', `It compiles, and the audit refuses it: ${verdict.findings.map((f) => f.detail).join('; ')}.`];
    case 'lean':
      return ['other', 'Lean refused it without a word.'];
  }
}

/** `Error (unknown_identifier) at line 2, rw [foo]:`, followed by Lean's message. */
function describeError({ class: of, line, text }: Diagnostic, lineAt: (line: number) => string): string {
  const what = of === 'other' ? 'Error' : `Error (${of})`;
  return `${what}${lineAt(line)}:\n${text.trim()}`;
}

/** Maps a line of the filled file to ` at line 2, …`; '' if the line is outside the candidate. */
function failingLines(candidate: Attempt['proposal']['candidate'], { text, hole }: Place): (line: number) => string {
  const lines = fillingOf(text, hole, candidate).text.split('\n');
  const isBlock = lines.length > 1 && /^\(?by\s*$/.test(lines[0] ?? '');
  return (line) => {
    const at = line - hole.line;
    const source = lines[at]?.trim() ?? '';
    return source === '' || (isBlock && at === 0) ? '' : ` at line ${at + (isBlock ? 0 : 1)}, \`${source}\``;
  };
}

/**
 * The attempt closest to a proof, in this order: only goals left, errors inside, syntax errors, refused by the audit, no
 * answer of Lean, refused by the gate. Ties are broken by fewer errors, then a later first error, then the earlier
 * attempt.
 */
export function bestOf(attempts: readonly Attempt[]): Attempt | null {
  const ranked = attempts.map((attempt) => ({ attempt, rank: rankOf(attempt) }));
  ranked.sort((a, b) => compare(a.rank, b.rank));
  return ranked[0]?.attempt ?? null;
}

function rankOf(attempt: Attempt): number[] {
  const { verdict } = attempt;
  const errors = errorsOf(attempt);
  const [first] = errors;
  if (first !== undefined) {
    const isOnlyLeft = errors.every(({ class: of }) => of === 'unsolved_goals');
    const isUnread = first.class.startsWith('syntax_error');
    return [isOnlyLeft ? 0 : isUnread ? 2 : 1, errors.length, -first.line];
  }
  if (verdict.kind === 'unchecked') return [4];
  return [verdict.kind === 'rejected' && verdict.by === 'gate' ? 5 : 3];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, k) => value !== (b[k] ?? 0));
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * Whether the failure is caused by the environment (machine, file, imports) and not by the candidate, so no other
 * candidate could succeed.
 */
export function isEnvironment({ proposal, verdict }: Attempt): boolean {
  if (verdict.kind === 'unchecked') {
    return !isBeyondBounds(verdict.why) && !(verdict.why === 'importsMissing' && proposal.imports.length > 0);
  }
  return verdict.kind === 'rejected' && verdict.by === 'lean' && verdict.diagnostics[0]?.class === 'import_error';
}
