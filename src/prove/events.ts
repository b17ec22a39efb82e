/**
 * What happens in a run, one event at a time: lines of `run.jsonl`, lines of `--json-stream`, and what a person is shown.
 * Types only; field names are those of the JSON.
 */
import type { BudgetStop, Limits } from '../llm/budget.ts';
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { StatementSource } from './informal/statement.ts';
import type { PassageReason } from './passage.ts';
import type { RetrievalQuery } from './premise.ts';
import type { InformalStep } from './strategy.ts';
import type { VerdictSource } from './attempt/trial.ts';

/** The first of a run, on the disk before anything else is done: Lean may be long to find, and the judge to be tried. */
export interface RecordedRequest {
  event: 'run_asked';
  id: string;
  version: string;
  /** Absolute path. */
  file: string;
  /** SHA-256 of its text, which is kept in the run. */
  file_hash: string;
  /** What the run was asked for, so that it can be gone on with. */
  asked: Record<string, unknown>;
  /** The run whose answers the model gives again. */
  replay_of: string | null;
}

/** All that it needs is there. A run from before there was `run_asked` begins with it. */
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

/** Another sitting of the same run. */
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
  /** Under which it is found again, and where the premises lie. */
  key: string;
  premises: string;
}

/** The library was asked for passages. */
export interface PassagesRetrieved {
  event: 'passages';
  hole: number;
  query: string;
  reason: PassageReason;
  limit: number;
  /** Ids of the library's entries, best first, with how similar each is to the query. */
  ids: number[];
  similarities: number[];
  /** What was left out because it is the problem itself. */
  hidden: number[];
  /** Channels of the library's search that served. */
  channels: string[];
  from: 'search' | 'record';
  /** Under which they are found again, and where they lie: `passages/<hash>.json`. */
  key: string;
  passages: string;
}

/** A step on the way to a proof in words. */
export interface StepTaken {
  event: 'step';
  hole: number;
  strategy: string;
  step: InformalStep;
  /** Of `ipa`; 0 for the first proof. */
  round: number;
  /** Who said it. */
  from: StatementSource;
  text: string;
}

/** A request is about to go out; what it may cost is held. */
export interface Prompted {
  event: 'prompt';
  hole: number;
  /** By which it and its answers are found: `prompts/<hash>.json`. */
  prompt: string;
  sample: number;
  template: string;
  /** 1 for the first time that it goes out. */
  try: number;
  /** Of all tries so far that may have cost something. */
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
  /** The report was nonsense: these are bounds. */
  bound?: true;
  /** What is counted, requests of unknown cost before it included. */
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
  /** Null: the file compiles with them; else why not. */
  fails: string | null;
}

export interface Attempted {
  event: 'attempt';
  hole: number;
  /** 1-based, in the whole run; null where an earlier sitting made it. */
  number: number | null;
  strategy: string;
  candidate: Candidate;
  look?: true;
  lemmas: string[];
  imports: string[];
  verdict: Verdict;
  from: VerdictSource;
  /** Under which a rejection is found again. */
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
  /** The limit is one of what this run is a part of. */
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

/** The holes whose fillings do not stand together with those of the others. */
export interface Dropped {
  event: 'dropped';
  holes: number[];
  why: string;
}

/** The file is about to be replaced by a text of this SHA-256. */
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
