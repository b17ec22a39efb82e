/**
 * In place of Lean in a dry run: sketches compile and their steps are proved by the first block of a model, so that the
 * questions of a plausible run are counted. Nothing is checked, and no verdict is shown.
 */
import type { Judge } from '../../verify/audit/judge.ts';
import type { CheckMode, Hint } from '../../verify/trial/check-mode.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import { GOAL_PROBE } from '../../verify/hole/goal.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import { ASSUMED_STEP, isAssumedBlock } from './stub-model.ts';

const NOT_CHECKED: Hint = { kind: 'unchecked', why: 'notAsked', detail: 'no check was requested' };

export const ASSUMED_CHECK: CheckMode = {
  name: 'cold',
  check: (text, hole, candidates) => Promise.resolve(candidates.map((candidate) => hintOf(text, hole, candidate))),
  close: () => Promise.resolve(),
};

/** The first proof that a model writes is assumed to be right. */
export const ASSUMED_JUDGE: Pick<Judge, 'candidate' | 'file'> = {
  candidate: () =>
    Promise.resolve({
      verdict: { kind: 'accepted', level: 'compile', axioms: [], conditional: [], sandbox: 'none' },
      filling: null,
    }),
  file: () => Promise.resolve({ verdict: { ...NOT_CHECKED, why: 'notAsked' }, declarations: [] }),
};

function hintOf(text: string, { start }: Hole, candidate: Candidate): Hint {
  if (isAssumedBlock(candidate.text)) return { kind: 'compiles' };
  if (candidate.text !== GOAL_PROBE.text || !text.includes(ASSUMED_STEP)) return NOT_CHECKED;
  // Each step of a sketch has a goal of its own.
  const goal = `⊢ ${ASSUMED_STEP}${start}`;
  const message = { severity: 'error', line: 1, column: 0, kind: null, class: 'unsolved_goals' } as const;
  return { kind: 'fails', diagnostics: [{ ...message, text: `unsolved goals\n${goal}`, captured: { goals: [goal] } }] };
}
