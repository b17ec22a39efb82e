/** Outcome of a run on a file, per hole. */
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import type { Edit } from '../verify/hole/splice.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Finding, UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { Limits } from '../llm/budget.ts';
import type { NearestAttempt } from './events.ts';
import type { Proposal } from './strategy.ts';

/** `skipped`: the hole is not a missing proof. `unasked`: the hole was not requested. */
export type HoleState = 'filled' | 'open' | 'skipped' | 'unasked';

export interface HoleOutcome {
  hole: Hole;
  /** 1-based, among all holes of the file. */
  number: number;
  state: HoleState;
  goal: string | null;
  /** The filling, or the one that would work with `imports`. */
  proposal: Proposal | null;
  /** Name of the strategy that found it. */
  strategy: string | null;
  /** The judge's verdict on it. */
  accepted: Extract<Verdict, { kind: 'accepted' }> | null;
  /** Additional modules that the file must import for it. If the hole is open, they would allow filling it. */
  imports: string[];
  attempts: number;
  /** Attempts without an answer of Lean or the audit. */
  unchecked: number;
  /** Attempts that compiled but were refused by the audit. */
  refused: number;
  /** Model answers without a candidate. */
  noCandidate: number;
  /** The rejected attempt that came closest, of the last strategy that made any; null if the hole is filled. */
  nearest: NearestAttempt | null;
  /** Why nothing more was tried, as reported by Lean or the judge; null if everything was tried. */
  note: string | null;
  /** Accepted alone, but rejected together with the fillings of the other holes. */
  isDropped: boolean;
}

/** Nothing was tried yet. `number`: as in the outcome. */
export function untried(hole: Hole, number: number): HoleOutcome {
  return {
    hole,
    number,
    state: hole.isProof ? 'open' : 'skipped',
    goal: null,
    proposal: null,
    strategy: null,
    accepted: null,
    imports: [],
    attempts: 0,
    unchecked: 0,
    refused: 0,
    noCandidate: 0,
    nearest: null,
    note: null,
    isDropped: false,
  };
}

/** Filled, and the proof does not depend on an open hole. */
export function isProved({ state, accepted }: HoleOutcome): boolean {
  return state === 'filled' && accepted?.conditional.length === 0;
}

/** No attempt on the hole got an answer. */
export function isUnanswered({ attempts, unchecked }: HoleOutcome): boolean {
  return attempts > 0 && unchecked === attempts;
}

/** Why the full file must not be written, or could not be checked. */
export type Objection =
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'unchecked'; why: UncheckedReason; detail: string; next?: string };

/** A fatal error after which the model was not called again. */
export interface ModelFailure {
  code: string;
  message: string;
  reason: string | null;
  next: string | null;
}

/** The worker of a queue that ran something. */
export interface RunningWorker {
  id: string;
  host: string;
  /** In which its Lean ran. */
  sandbox: SandboxLevel;
}

export interface ProveOutcome {
  /** Null for this process. */
  worker: RunningWorker | null;
  /** Id of a second worker that accepted the full file, too; null if none was requested. */
  confirmedBy: string | null;
  /** Names, in the order of use; empty if there was nothing to try. */
  strategies: string[];
  holes: HoleOutcome[];
  /** Edits of the original text: one per filled hole, and one for added imports. */
  edits: Edit[];
  text: string;
  addedImports: string[];
  attempts: number;
  /** `cost` is null if the price is unknown. */
  spent: { tokens: number; cost: number | null };
  /** The limit that ended the attempts early; null for none. */
  stoppedBy: keyof Limits | 'time' | null;
  /** The limit belongs to a parent of the run's budget. */
  isParentsLimit: boolean;
  modelFailure: ModelFailure | null;
  /** Some fillings were dropped because the audit refused them together with the others. */
  isRefusedTogether: boolean;
  /** Objection of the final audit of the full file; such a result must not be written. */
  objection: Objection | null;
}

export const NOTHING_DONE: ProveOutcome = {
  worker: null,
  confirmedBy: null,
  strategies: [],
  holes: [],
  edits: [],
  text: '',
  addedImports: [],
  attempts: 0,
  spent: { tokens: 0, cost: null },
  stoppedBy: null,
  isParentsLimit: false,
  modelFailure: null,
  isRefusedTogether: false,
  objection: null,
};
