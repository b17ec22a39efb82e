/** What became of a file that was tried, hole by hole. */
import type { Edit } from '../verify/hole/splice.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Finding, UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { Limits } from '../llm/budget.ts';
import type { Proposal } from './strategy.ts';

/** `skipped`: it is no proof that is missing there. `unasked`: another hole was asked for. */
export type HoleState = 'filled' | 'open' | 'skipped' | 'unasked';

export interface HoleOutcome {
  hole: Hole;
  /** 1-based, among all holes of the file. */
  number: number;
  state: HoleState;
  goal: string | null;
  /** What fills it, or would under `imports`. */
  proposal: Proposal | null;
  /** Name of the strategy that it came from. */
  strategy: string | null;
  /** What the judge said of it then. */
  accepted: Extract<Verdict, { kind: 'accepted' }> | null;
  /** Modules that the file has to import for it, beyond its own. Open: it would be filled with them. */
  imports: string[];
  attempts: number;
  /** Attempts on which Lean or the audit gave no answer. */
  unchecked: number;
  /** Attempts that compiled and that the audit refused. */
  refused: number;
  /** Answers of a model that held nothing to try. */
  noCandidate: number;
  /** Why nothing more was tried, in Lean's or the judge's words; null where everything was. */
  note: string | null;
  /** It was accepted by itself, and does not stand together with what fills the other holes. */
  isDropped: boolean;
}

/** Filled, and nothing that the proof rests on is open itself. */
export function isProved({ state, accepted }: HoleOutcome): boolean {
  return state === 'filled' && accepted?.conditional.length === 0;
}

/** Nothing that was tried there got an answer. */
export function isUnanswered({ attempts, unchecked }: HoleOutcome): boolean {
  return attempts > 0 && unchecked === attempts;
}

/** Why the file as a whole is not to be written, or cannot be told. */
export type Objection =
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'unchecked'; why: UncheckedReason; detail: string; next?: string };

/** The model gave up for good: it was not asked again. */
export interface ModelFailure {
  code: string;
  message: string;
  reason: string | null;
  next: string | null;
}

export interface ProveOutcome {
  /** Names, in the order of their turns; empty where there was nothing to ask them. */
  strategies: string[];
  holes: HoleOutcome[];
  /** Against the original text: one a filled hole, and one for imports that were added. */
  edits: Edit[];
  text: string;
  addedImports: string[];
  attempts: number;
  /** `cost` is null where the price is not known. */
  spent: { tokens: number; cost: number | null };
  /** Which limit left holes without their full turn; null for none. */
  stoppedBy: keyof Limits | 'time' | null;
  /** The limit was not the run's own, but one of what it is a part of. */
  isParentsLimit: boolean;
  modelFailure: ModelFailure | null;
  /** Some of what fills holes was dropped because the audit refused it together with the rest. */
  isRefusedTogether: boolean;
  /** What the last look at the whole file found against it; such a result is not to be written. */
  objection: Objection | null;
}

export const NOTHING_DONE: ProveOutcome = {
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
