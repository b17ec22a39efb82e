/** Fills the holes of one file, one after another: asks the strategy, asks Lean, keeps what is accepted. */
import type { Checker } from '../verify/check.ts';
import { findHoles, type Hole } from '../verify/holes.ts';
import { applyEdits, type Edit } from '../verify/splice.ts';
import type { Verdict } from '../verify/verdict.ts';
import { goalAt } from './goal.ts';
import type { Problem, Proposal, Strategy } from './strategy.ts';

/** A candidate that was tried, with the verdict on it. */
export interface Attempt {
  proposal: Proposal;
  verdict: Verdict;
}

/** `skipped`: it is no proof that is missing there. */
export interface HoleOutcome {
  hole: Hole;
  state: 'filled' | 'open' | 'skipped';
  /** What filled it. */
  proposal: Proposal | null;
  attempts: number;
  /** Attempts on which Lean gave no answer. */
  unchecked: number;
}

export interface ProveOutcome {
  /** Name of the strategy; null where there was nothing to ask it. */
  strategy: string | null;
  holes: HoleOutcome[];
  /** Against the original text, one a filled hole. */
  edits: Edit[];
  text: string;
  attempts: number;
  /** Which limit ended the run before every hole had its turn; null for none. */
  stoppedBy: 'attempts' | 'time' | null;
}

export interface ProveRequest {
  text: string;
  checker: Checker;
  strategy: Strategy;
  maxAttempts: number;
  /** Aborted when the time is over; the checker runs under it too. */
  deadline: AbortSignal;
  onHole?: (hole: Hole, number: number, of: number) => void;
  onAttempt?: (hole: Hole, attempt: Attempt, number: number) => void;
}

/**
 * Tries each hole that lacks a proof until a candidate is accepted, the others left open meanwhile. The file must
 * compile before, but for its holes: any error then comes from the candidate.
 */
export async function fillHoles(request: ProveRequest): Promise<ProveOutcome> {
  const holes = findHoles(request.text);
  const strategy = request.strategy.name;
  const outcome: ProveOutcome = { strategy, holes: [], edits: [], text: request.text, attempts: 0, stoppedBy: null };
  for (const [number, original] of holes.entries()) {
    const state = original.isProof ? 'open' : 'skipped';
    const result: HoleOutcome = { hole: original, state, proposal: null, attempts: 0, unchecked: 0 };
    outcome.holes.push(result);
    if (state === 'skipped' || outcome.stoppedBy !== null) continue;
    request.onHole?.(original, number + 1, holes.length);
    // Filled holes are gone from the text, so this one is as many holes down as are left before it.
    const hole = findHoles(outcome.text)[outcome.holes.length - 1 - outcome.edits.length];
    if (hole === undefined) throw new Error(`hole ${number + 1} of the file is lost`);
    const filling = await fillHole(request, hole, outcome, result);
    if (filling === null) continue;
    outcome.edits.push({ start: original.start, end: original.end, text: filling.text });
    outcome.text = applyEdits(request.text, outcome.edits);
  }
  return outcome;
}

async function fillHole(
  request: ProveRequest,
  hole: Hole,
  outcome: ProveOutcome,
  result: HoleOutcome,
): Promise<Edit | null> {
  const { checker, deadline } = request;
  const problem: Problem = { text: outcome.text, hole, goal: () => goalAt(checker, outcome.text, hole) };
  const proposals = request.strategy.propose(problem);
  for (let next = await proposals.next(); next.done !== true;) {
    if (outcome.attempts >= request.maxAttempts) outcome.stoppedBy = 'attempts';
    if (deadline.aborted) outcome.stoppedBy = 'time';
    if (outcome.stoppedBy !== null) return null;
    const { verdict, filling } = await checker.check(outcome.text, hole, next.value.candidate);
    if (verdict.kind === 'unchecked' && verdict.why === 'cancelled') {
      outcome.stoppedBy = 'time';
      return null;
    }
    outcome.attempts++;
    result.attempts++;
    if (verdict.kind === 'unchecked') result.unchecked++;
    request.onAttempt?.(result.hole, { proposal: next.value, verdict }, outcome.attempts);
    if (verdict.kind === 'accepted') {
      result.state = 'filled';
      result.proposal = next.value;
      return filling;
    }
    next = await proposals.next(verdict);
  }
  return null;
}
