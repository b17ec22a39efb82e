/** What an attempt did, from what Lean says of the text with it and of the text with a `sorry`. Pure. */
import { tokenise } from '../../lean/lexer.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { suggestionsIn } from '../../lean/message/try-this.ts';
import type { NoAnswer } from '../trial/warm-lean.ts';
import { completesProof, errorsOfAttempt, mayHideErrors, sorryIsSeen } from './attempt-errors.ts';
import type { AttemptText, OpenedPlace } from './attempts.ts';
import type { Goals } from './server-answers.ts';

/** `goals`: after the attempt; null if it fails, or is a term that leaves none. `noAnswer`: why Lean did not answer; null if it did. */
export interface AttemptResult {
  attempt: string;
  goals: Goals;
  errors: Diagnostic[];
  /** What Lean proposes instead, as by `simp?`. */
  suggestions: string[];
  /** Whether it contains a `sorry`, also by a macro if Lean shows that. */
  hasSorry: boolean;
  /** Why it fails without an error of Lean; null otherwise. */
  refusal: string | null;
  /** What makes the result uncertain; null if nothing does. */
  doubt: string | null;
  noAnswer: NoAnswer | null;
}

/** What Lean says of a text: its messages, and the goals at the place, or after the attempt there. */
export interface Shown {
  diagnostics: readonly Diagnostic[];
  goals: Goals;
}

/** The result of an attempt that Lean did not elaborate. */
export function notElaborated(attempt: string): AttemptResult {
  return {
    attempt,
    goals: null,
    errors: [],
    suggestions: [],
    hasSorry: containsSorry(attempt),
    refusal: null,
    doubt: null,
    noAnswer: null,
  };
}

/** `known`: of the text with the `sorry`. */
export function resultOf(
  opened: OpenedPlace,
  attempted: AttemptText,
  known: Shown,
  shown: Shown,
): Partial<AttemptResult> {
  const { position } = opened.hole;
  const { diagnostics } = shown;
  // In a term, Lean shows what the tactic around it leaves.
  const isLeft = position === 'tactic' || (shown.goals?.length ?? 0) > (known.goals?.length ?? 0);
  const left = isLeft ? shown.goals : null;
  const errors = errorsOfAttempt(diagnostics, known.diagnostics, attempted, { hole: opened.hole, goals: left });
  const isComplete = left !== null && completesProof(diagnostics, attempted, opened.hole);
  const goals = errors.length > 0 ? null : isComplete ? [] : left;
  // Without goals after a tactic, it is unknown what it did.
  const isUnreadable = position === 'tactic' && errors.length === 0 && goals === null;
  return {
    goals,
    errors,
    suggestions: diagnostics
      .filter((each) => each.class === 'try_this')
      .flatMap(({ text }) => suggestionsIn(text).map((each) => each.text)),
    ...(sorryIsSeen(diagnostics, known.diagnostics, opened) && { hasSorry: true }),
    refusal: isUnreadable ? 'Lean shows no goals after it: it cannot be read as tactics.' : null,
    doubt: errors.length > 0 ? null : doubtOf(opened, known.goals, diagnostics),
  };
}

/** `before`: the goals at the place. */
function doubtOf({ hole }: OpenedPlace, before: Goals, diagnostics: readonly Diagnostic[]): string | null {
  if (hole.position === 'tactic' && (before ?? []).length === 0) return 'Lean shows no goal at the place.';
  if (mayHideErrors(diagnostics, hole))
    return 'The declaration has an error elsewhere, which may hide errors of the attempt.';
  return null;
}

const SORRIES = ['sorry', 'admit', 'sorryAx', '_root_.sorryAx'];

function containsSorry(attempt: string): boolean {
  const tokens = tokenise(attempt, []);
  for (let at = 0; at < tokens.count; at++) if (SORRIES.includes(tokens.word(at))) return true;
  return false;
}
