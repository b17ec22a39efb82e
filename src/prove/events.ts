/**
 * Event types of a run: the lines of `run.jsonl` and of `--json-stream`, also used for display. Field names are those of
 * the JSON.
 */
import type { BudgetStop, Limits } from '../llm/budget.ts';
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { StatementSource } from './informal/informal-statement.ts';
import type { PassageReason } from './passage.ts';
import type { RetrievalQuery } from './premise.ts';
import type { InformalStep } from './strategy.ts';
import type { VerdictSource } from './attempt/trial.ts';

/** First event of a run. It is written before Lean is found and the judge is checked, which may take long. */
export interface RecordedRequest {
  event: 'run_asked';
  id: string;
  version: string;
  /** Absolute path. */
  file: string;
  /** SHA-256 of its text, which is stored in the run folder. */
  file_hash: string;
  /** The options of the run, needed to resume it. */
  asked: Record<string, unknown>;
  /** The run whose answers are replayed. */
  replay_of: string | null;
}

/** All requirements are met. First event of runs written before `run_asked` was introduced. */
export interface RunStarted extends Omit<RecordedRequest, 'event'> {
  event: 'run_started';
  strategies: string[];
  model: string | null;
  endpoint: string | null;
  toolchain: string;
  sandbox: string;
  index_digest: string | null;
  limits: Limits;
  machine: { platform: string; cpus: number; memory_bytes: number; node: string };
}

/** A further session of the same run. */
export interface RunResumed {
  event: 'run_resumed';
  version: string;
  toolchain: string;
  index_digest: string | null;
  limits: Limits;
}

export interface HoleStarted {
  event: 'hole_started';
  /** 1-based, among all holes of the file. */
  hole: number;
  of: number;
  line: number;
  column: number;
  declaration: string | null;
  goal: string;
}

export interface Retrieval {
  event: 'retrieval';
  hole: number;
  query: string;
  as: RetrievalQuery['as'];
  reason: RetrievalQuery['reason'];
  limit: number;
  names: string[];
  from: 'search' | 'record' | 'cache';
  /** Lookup key, and the file of the premises. */
  key: string;
  premises: string;
}

/** Passages were retrieved from the library. */
export interface PassagesRetrieved {
  event: 'passages';
  hole: number;
  query: string;
  reason: PassageReason;
  limit: number;
  /** Ids of library entries, best first, and their similarities to the query. */
  ids: number[];
  similarities: number[];
  /** Ids of passages left out because they state the problem itself. */
  hidden: number[];
  /** Channels of the library search that were used. */
  channels: string[];
  from: 'search' | 'record';
  /** Lookup key, and the file of the passages: `passages/<hash>.json`. */
  key: string;
  passages: string;
}

/** An informal step. */
export interface StepTaken {
  event: 'step';
  hole: number;
  strategy: string;
  step: InformalStep;
  /** Round of `ipa`; 0 for the first proof. */
  round: number;
  /** Source of the text. */
  from: StatementSource;
  text: string;
}

/** A request will be sent; its maximum cost is reserved. */
export interface Prompted {
  event: 'prompt';
  hole: number;
  /** Hash of the prompt, key of it and its answers: `prompts/<hash>.json`. */
  prompt: string;
  sample: number;
  template: string;
  /** Number of the try, from 1. */
  try: number;
  /** Maximum of all tries so far that may have cost something. */
  worst_tokens: number;
  worst_cost: number | null;
}

export interface Answered {
  event: 'answer';
  hole: number;
  prompt: string;
  sample: number;
  /** SHA-256 of its text: `answers/<hash>.txt`. */
  answer: string;
  finish: 'end' | 'length' | 'refused';
  input_tokens: number;
  output_tokens: number;
  /** The reported usage was implausible: the counts are bounds. */
  bound?: true;
  /** Tokens charged to the budget, including earlier requests of unknown cost. */
  counted_tokens: number;
  counted_cost: number | null;
  snapshot: string;
  retries: number;
  unaccounted: number;
  seconds: number;
  from: 'model' | 'record';
}

export interface AskFailed {
  event: 'ask_failed';
  hole: number;
  prompt: string;
  sample: number;
  why: string;
  detail: string;
  counted_tokens: number;
  counted_cost: number | null;
}

export interface ImportTried {
  event: 'import_tried';
  hole: number;
  modules: string[];
  /** Null if the file compiles with them, otherwise the reason why not. */
  fails: string | null;
}

export interface Attempted {
  event: 'attempt';
  hole: number;
  /** 1-based number in the run; null if an earlier session made the attempt. */
  number: number | null;
  strategy: string;
  candidate: Candidate;
  look?: true;
  lemmas: string[];
  imports: string[];
  verdict: Verdict;
  from: VerdictSource;
  /** Lookup key of a rejection. */
  key: string;
}

export interface Remarked {
  event: 'remark';
  hole: number;
  kind: 'note' | 'no_candidate';
  text: string;
}

export interface BudgetStopped {
  event: 'budget_stop';
  hole: number;
  limit: BudgetStop['limit'] | 'time';
  /** The limit belongs to a parent of this run's budget. */
  parents: boolean;
}

export interface HoleEnded {
  event: 'hole_ended';
  hole: number;
  state: string;
  strategy: string | null;
  candidate: Candidate | null;
  note: string | null;
  attempts: number;
}

/** Holes whose fillings were rejected together with those of the other holes. */
export interface Dropped {
  event: 'dropped';
  holes: number[];
  why: string;
}

/** The file will be replaced by a text with this SHA-256. */
export interface Writing {
  event: 'writing';
  path: string;
  hash: string;
}

export interface RunEnded {
  event: 'run_ended';
  exit: string;
  filled: number;
  open: number;
  attempts: number;
  tokens: number;
  cost: number | null;
  stopped_by: string | null;
}

export type ProveEvent =
  | RecordedRequest
  | RunStarted
  | RunResumed
  | HoleStarted
  | Retrieval
  | PassagesRetrieved
  | StepTaken
  | Prompted
  | Answered
  | AskFailed
  | ImportTried
  | Attempted
  | Remarked
  | BudgetStopped
  | HoleEnded
  | Dropped
  | Writing
  | RunEnded;

export type OnEvent = (event: ProveEvent) => void;
