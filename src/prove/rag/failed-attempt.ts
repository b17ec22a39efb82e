/** A failed attempt as the next prompt speaks of it, and which of several is the best to go on from. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { MessageClass } from '../../lean/message/message-class.ts';
import type { Failed } from '../../prompt/prompts.ts';
import { errorsAndHoles } from '../../verify/hole/errors.ts';
import { fillingOf } from '../../verify/hole/splice.ts';
import { isBeyondBounds } from '../../verify/verdict.ts';
import type { Place } from '../premise.ts';
import type { Attempt } from '../strategy.ts';

/** Errors that are told of one attempt, and goals. */
const MOST_ERRORS = 3;
const MOST_GOALS = 3;

/** What Lean holds against an attempt, in the order of the text; empty where it did not say. */
export function errorsOf({ verdict }: Attempt): Diagnostic[] {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return [];
  return errorsAndHoles(verdict.diagnostics).sort((a, b) => a.line - b.line || a.column - b.column);
}

export function describeFailure(attempt: Attempt, place: Place): Failed {
  const { candidate } = attempt.proposal;
  const errors = errorsOf(attempt).slice(0, MOST_ERRORS);
  const goals = [...new Set(errors.flatMap(({ captured }) => captured.goals ?? []))].slice(0, MOST_GOALS);
  const [of, excerpt] = whatWentWrong(attempt, errors, place);
  return { candidate, of, excerpt, goals };
}

function whatWentWrong(
  { proposal, verdict }: Attempt,
  errors: readonly Diagnostic[],
  place: Place,
): [MessageClass, string] {
  const [first] = errors;
  if (first !== undefined) {
    const lines = failingLines(proposal.candidate, place);
    return [first.class, errors.map((error) => describeError(error, lines)).join('\n\n')];
  }
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

/** `Error (unknown_identifier) at line 2, rw [foo]:` and Lean's words below. */
function describeError({ class: of, line, text }: Diagnostic, lineAt: (line: number) => string): string {
  const what = of === 'other' ? 'Error' : `Error (${of})`;
  return `${what}${lineAt(line)}:\n${text.trim()}`;
}

/** For a line of the file with the candidate in it: ` at line 2, …`; empty where it is not the candidate's. */
function failingLines(candidate: Attempt['proposal']['candidate'], { text, hole }: Place): (line: number) => string {
  const lines = fillingOf(text, hole, candidate).text.split('\n');
  const isBlock = lines.length > 1 && /^\(?by\s*$/.test(lines[0] ?? '');
  return (line) => {
    const at = line - hole.line;
    const words = lines[at]?.trim() ?? '';
    return words === '' || (isBlock && at === 0) ? '' : ` at line ${at + (isBlock ? 0 : 1)}, \`${words}\``;
  };
}

/**
 * The attempt that came furthest: one that only leaves goals before one with errors inside, that before what cannot be
 * read, then what the audit refuses, what Lean did not answer, and what the gate refuses. Among equals fewer errors,
 * then the later first error, then the earlier attempt.
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
 * Whether it is not the candidate that failed but what it is tried with: the machine, the file, its imports. Nothing
 * that a model could write changes that.
 */
export function isEnvironment({ proposal, verdict }: Attempt): boolean {
  if (verdict.kind === 'unchecked') {
    return !isBeyondBounds(verdict.why) && !(verdict.why === 'importsMissing' && proposal.imports.length > 0);
  }
  return verdict.kind === 'rejected' && verdict.by === 'lean' && verdict.diagnostics[0]?.class === 'import_error';
}
