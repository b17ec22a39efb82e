/** Determines the goal of a hole. */
import { GOAL_PROBE, goalIn, goalOfStatement } from '../../verify/hole/goal.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Trial } from './trial.ts';

/** Asks Lean; falls back to the declaration's statement if Lean does not report the goal. */
export async function goalAt(trial: Trial, text: string, hole: Hole): Promise<string> {
  const [tried] = await trial.check(text, hole, [{ candidate: GOAL_PROBE, isProbe: true }]);
  const verdict = tried?.verdict;
  const diagnostics = verdict?.kind === 'rejected' && verdict.by === 'lean' ? verdict.diagnostics : [];
  return goalIn(diagnostics) ?? goalOfStatement(hole.declaration?.statement ?? '');
}
