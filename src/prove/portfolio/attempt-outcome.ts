/** The outcome of an attempt for its goal, derived from Lean's messages by line. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { errorsAndHoles } from '../../verify/hole/error-messages.ts';
import { fillingOf } from '../../verify/hole/splice.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { Place } from '../premise.ts';
import type { Lines, Rendered } from './proof-tree.ts';
import type { Bundle } from './step-bundles.ts';

/**
 * `closed`: the goal is solved. `left`: the remaining goals, as printed. `instance`: an instance was not found. `unknown`:
 * Lean does not know this name.
 */
export type Outcome =
  | { kind: 'closed' }
  | { kind: 'left'; goals: string[] }
  | { kind: 'unknown'; name: string }
  | { kind: 'failed'; why: 'time' | 'instance' | null };

const FAILED: Outcome = { kind: 'failed', why: null };

export function outcomeOf(verdict: Verdict, { text, frame }: Rendered, place: Place): Outcome {
  if (verdict.kind === 'unchecked') return verdict.why === 'timedOut' ? { kind: 'failed', why: 'time' } : FAILED;
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return FAILED;
  const errors = errorsAndHoles(verdict.diagnostics);
  if (frame === null) return errors.length === 0 ? FAILED : outcomeOfErrors(errors);
  return outcomeOfErrors(errors.filter(isBetween(frame, firstLine(place, text))));
}

/** The outcome of each member of a bundle; null if Lean did not come to the end of it. */
export function outcomesOf(
  verdict: Verdict,
  { text, start }: Rendered,
  place: Place,
  { members, end }: Bundle,
): Outcome[] | null {
  if (verdict.kind !== 'rejected' || verdict.by !== 'lean') return null;
  const errors = errorsAndHoles(verdict.diagnostics);
  const from = firstLine(place, text) + start;
  if (!errors.some(isBetween(end, from))) return null;
  return members.map(({ lines }) => outcomeOfErrors(errors.filter(isBetween(lines, from))));
}

/** `errors`: those that concern the goal. */
function outcomeOfErrors(errors: readonly Diagnostic[]): Outcome {
  if (errors.length === 0) return { kind: 'closed' };
  if (errors.some(({ class: what }) => what.startsWith('timeout:'))) return { kind: 'failed', why: 'time' };
  if (errors.some(({ class: what }) => what === 'failed_to_synthesize')) return { kind: 'failed', why: 'instance' };
  const unknown = errors.find(({ class: what }) => what === 'unknown_identifier')?.captured.name;
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  if (errors.some(({ class: what }) => what !== 'unsolved_goals')) return FAILED;
  const goals = errors.flatMap(({ captured }) => captured.goals ?? []);
  return goals.length === 0 ? FAILED : { kind: 'left', goals };
}

function isBetween({ first, last }: Lines, from: number) {
  return ({ line }: Diagnostic): boolean => from + first <= line && line <= from + last;
}

/** The file line of a candidate's first line: `by` may be on a separate line before it. */
function firstLine({ text, hole }: Place, candidate: string): number {
  const filling = fillingOf(text, hole, { kind: 'tactic', text: candidate }).text;
  return hole.line + count(filling) - count(candidate);
}

function count(text: string): number {
  return text.split('\n').length;
}
