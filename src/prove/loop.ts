/** Fills the holes of one file, one after another: asks the strategy, asks Lean, keeps what is accepted. */
import { Failure } from '../base/errors.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import { applyEdits, type Edit } from '../verify/hole/splice.ts';
import type { UncheckedReason, Verdict } from '../verify/verdict.ts';
import { goalAt } from './goal.ts';
import type { Objection } from './last-look.ts';
import type { Retrieve } from './premise.ts';
import type { Attempt, Problem, Proposal, Strategy, Tools } from './strategy.ts';
import type { Trial } from './trial.ts';

/** `skipped`: it is no proof that is missing there. */
export interface HoleOutcome {
  hole: Hole;
  state: 'filled' | 'open' | 'skipped';
  /** What filled it. */
  proposal: Proposal | null;
  /** What the judge said of it then. */
  accepted: Extract<Verdict, { kind: 'accepted' }> | null;
  attempts: number;
  /** Attempts on which Lean or the audit gave no answer. */
  unchecked: number;
  /** Attempts that compiled and that the audit refused. */
  refused: number;
  /** Why nothing more was tried, in Lean's or the judge's words; null where everything was. */
  note: string | null;
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
  /** What the last look at the whole file found against it; such a result is not to be written. */
  objection: Objection | null;
}

export interface ProveRequest {
  text: string;
  trial: Trial;
  strategy: Strategy;
  /** Null where there is no index, or none is wanted. */
  retrieve: Retrieve | null;
  maxAttempts: number;
  /** Aborted when the time is over; the trial runs under it too. */
  deadline: AbortSignal;
  onHole?: (hole: Hole, number: number, of: number) => void;
  onAttempt?: (hole: Hole, attempt: Attempt, number: number) => void;
}

export const NOTHING_DONE: ProveOutcome = {
  strategy: null,
  holes: [],
  edits: [],
  text: '',
  attempts: 0,
  stoppedBy: null,
  objection: null,
};

/**
 * Tries each hole that lacks a proof until a candidate is accepted, the others left open meanwhile. The file must
 * compile before, but for its holes: any error then comes from the candidate.
 */
export async function fillHoles(request: ProveRequest): Promise<ProveOutcome> {
  const holes = findHoles(request.text);
  const strategy = request.strategy.name;
  const outcome: ProveOutcome = { ...NOTHING_DONE, strategy, holes: [], edits: [], text: request.text };
  for (const [number, original] of holes.entries()) {
    const result = untried(original);
    outcome.holes.push(result);
    if (result.state === 'skipped' || outcome.stoppedBy !== null) continue;
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

function untried(hole: Hole): HoleOutcome {
  const state = hole.isProof ? 'open' : 'skipped';
  return { hole, state, proposal: null, accepted: null, attempts: 0, unchecked: 0, refused: 0, note: null };
}

async function fillHole(
  request: ProveRequest,
  hole: Hole,
  outcome: ProveOutcome,
  result: HoleOutcome,
): Promise<Edit | null> {
  const { trial, retrieve, deadline } = request;
  const problem: Problem = { text: outcome.text, hole, goal: () => goalAt(trial, outcome.text, hole) };
  const tools: Tools = { retrieve: retrieve && ((query) => retrieve(problem, query)), ask: null };
  const batches = request.strategy.propose(problem, tools);
  for (let next = await batches.next(); next.done !== true;) {
    if (deadline.aborted) outcome.stoppedBy = 'time';
    const batch = next.value.slice(0, request.maxAttempts - outcome.attempts);
    if (batch.length === 0 && next.value.length > 0) outcome.stoppedBy = 'attempts';
    if (outcome.stoppedBy !== null) return null;
    const { verdicts, filling } = await trial.check(
      outcome.text,
      hole,
      batch.map(({ candidate }) => candidate),
    );
    const attempts: Attempt[] = [];
    for (const [at, proposal] of batch.entries()) {
      const verdict = verdicts[at];
      if (verdict === null || verdict === undefined) continue;
      if (verdict.kind === 'unchecked' && verdict.why === 'cancelled') {
        outcome.stoppedBy = 'time';
        return null;
      }
      attempts.push({ proposal, verdict });
      count({ proposal, verdict }, outcome, result);
      request.onAttempt?.(result.hole, { proposal, verdict }, outcome.attempts);
      if (verdict.kind === 'unchecked' && MACHINE.has(verdict.why)) throw cannotAudit(verdict);
      if (verdict.kind === 'unchecked' && verdict.why === 'notAuditable') {
        result.note = verdict.detail;
        return null;
      }
      if (verdict.kind === 'accepted') {
        result.state = 'filled';
        result.proposal = proposal;
        result.accepted = verdict;
        return filling;
      }
    }
    next = await batches.next(attempts);
  }
  return null;
}

function count({ verdict }: Attempt, outcome: ProveOutcome, result: HoleOutcome): void {
  outcome.attempts++;
  result.attempts++;
  if (verdict.kind === 'unchecked') result.unchecked++;
  if (verdict.kind === 'rejected' && verdict.by === 'audit') result.refused++;
}

/** Reasons that no other candidate would change. */
const MACHINE: ReadonlySet<UncheckedReason> = new Set([
  'leanMissing',
  'levelOutOfReach',
  'sandboxTooWeak',
  'selfTestFailed',
]);

function cannotAudit({ why, detail, next }: Extract<Verdict, { kind: 'unchecked' }>): Failure {
  return new Failure({
    exit: 'missing',
    code: 'cannot-audit',
    message: 'Nothing can be audited here, so nothing counts as proved.',
    reason: detail,
    next: next ?? (why === 'selfTestFailed' ? 'lemmahead doctor --self-test' : 'lemmahead doctor'),
  });
}
