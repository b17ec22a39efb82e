/** Describes a failed attempt for a repair prompt, and selects the best attempt to repair. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { MessageClass } from '../../lean/message/message-class.ts';
import type { FailedBefore, PromptFailure } from '../../prompt/prompts.ts';
import { candidateLines, type Candidate } from '../../verify/hole/candidate.ts';
import { errorsAndHoles } from '../../verify/hole/error-messages.ts';
import { goalIn } from '../../verify/hole/goal.ts';
import { fillingOf } from '../../verify/hole/splice.ts';
import { isBeyondBounds } from '../../verify/verdict.ts';
import type { Place } from '../premise.ts';
import type { Attempt, Proposal } from '../strategy.ts';

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
function failingLines(candidate: Candidate, place: Place): (line: number) => string {
  const lineIn = linesOf(candidate, place);
  return (line) => {
    const found = lineIn(line);
    return found === null ? '' : ` at line ${found.number}, \`${found.source}\``;
  };
}

/** Maps a line of the filled file to a line of the candidate and its number from 1; null if it is outside. */
function linesOf(
  candidate: Candidate,
  { text, hole }: Place,
): (line: number) => { number: number; source: string } | null {
  const lines = fillingOf(text, hole, candidate).text.split('\n');
  const isBlock = lines.length > 1 && /^\(?by\s*$/.test(lines[0] ?? '');
  return (line) => {
    const at = line - hole.line;
    const source = lines[at]?.trim() ?? '';
    return source === '' || (isBlock && at === 0) ? null : { number: at + (isBlock ? 0 : 1), source };
  };
}

/** Errors about names, which show no goal. */
const NAMELESS: ReadonlySet<MessageClass> = new Set(['unknown_identifier', 'unknown_namespace', 'invalid_field']);

/** What may stand before the first tactic of a line. */
const BEFORE_TACTIC = /^(?:[·.] |\| .*=> |(?:case|next) .*=> )*/;

/**
 * The attempt up to the line with its first error, if that is an unknown name: Lean then shows the goal there. Null if
 * the goal is the hole's, or a part of the line would be needed.
 */
export function goalProbe({ proposal, verdict }: Attempt, place: Place): Proposal | null {
  const { candidate, imports } = proposal;
  const [first] = errorsOf({ proposal, verdict });
  if (candidate.kind !== 'tactic' || first === undefined || !NAMELESS.has(first.class)) return null;
  const number = linesOf(candidate, place)(first.line)?.number ?? 1;
  const lines = candidateLines(candidate);
  const line = lines[number - 1];
  if (number === 1 || line === undefined || lines.slice(0, number).some(({ indent }) => indent === null)) return null;
  const before = lines.slice(0, number - 1).map(({ indent, text }) => ' '.repeat(indent ?? 0) + text);
  const last = `${' '.repeat(line.indent ?? 0)}${BEFORE_TACTIC.exec(line.text)?.[0] ?? ''}skip`;
  return { candidate: { kind: 'tactic', text: [...before, last].join('\n') }, lemmas: [], imports, isProbe: true };
}

/** The goal that a probe has shown. */
export function goalShown(probed: Attempt | undefined): string | null {
  return probed === undefined ? null : goalIn(errorsOf(probed));
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
