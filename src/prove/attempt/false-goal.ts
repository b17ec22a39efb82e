/** Detects goals that Lean shows to be false, for which no proof exists. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { errorsOf } from '../rag/failed-attempt.ts';
import type { Attempt } from '../strategy.ts';

/** Single-tactic candidates, and Lean's message for a false goal. */
const FALSE_GOAL_MESSAGES: readonly [tactic: RegExp, says: (diagnostic: Diagnostic) => boolean, by: string][] = [
  [
    /^decide$/,
    ({ text }) => /\bproved that the proposition\b[\s\S]*\bis false\b|^failed to reduce to 'true'\s+false$/.test(text),
    '`decide` proved it false',
  ],
  [
    /^(?:plausible|slim_check)$/,
    ({ text }) => /\bFound a counter-?example\b/i.test(text),
    'a counterexample was found',
  ],
  [
    /^(?:simp|norm_num)$/,
    ({ class: of, captured }) => of === 'unsolved_goals' && captured.goals?.length === 1 && isFalse(captured.goals[0]),
    'simplification reduced it to `False`',
  ],
];

function isFalse(goal: string | undefined): boolean {
  return /^⊢ False$/.test(goal?.replace(/^case .*\n/, '') ?? '');
}

/** Inhabited types: a variable of such a type cannot make the hypotheses contradictory. */
const INHABITED = /^(?:Nat|ℕ|Int|ℤ|Rat|ℚ|Real|ℝ|Complex|ℂ|Bool|Char|String|Prop|Unit|Float|(?:Type|Sort)(?: .*)?)$/;

/**
 * Returns a sentence on how Lean showed that the goal is false, or null. Considers only a single tactic on the original
 * goal, without hypotheses that could be contradictory: other tactics may turn a true goal into a false one, and omega's
 * counterexample only `may satisfy the constraints`.
 */
export function falseGoalReason(attempt: Attempt, goal: string): string | null {
  const { candidate } = attempt.proposal;
  const tactic = candidate.text.trim();
  const match = FALSE_GOAL_MESSAGES.find(([alone]) => candidate.kind === 'tactic' && alone.test(tactic));
  if (match === undefined || !hasOnlyDataHypotheses(goal)) return null;
  const errors = errorsOf(attempt);
  if (errors.length !== 1 || !errors.some(match[1])) return null;
  return `The goal is false, so nothing more was tried: ${match[2]}.`;
}

function hasOnlyDataHypotheses(goal: string): boolean {
  const lines = goal.slice(0, Math.max(0, goal.indexOf('⊢'))).split('\n');
  return lines.every((line) => {
    const hypothesis = /^[^:]*:(?!=)\s*(.*)$/.exec(line);
    return line.trim() === '' || (hypothesis !== null && INHABITED.test(hypothesis[1]!.trim()));
  });
}
