/** The `Strategy` interface: how proof candidates are generated. */
import type { ChatAnswer, ChatRequest } from '../llm/chat.ts';
import type { AskFor } from '../prompt/ask-for.ts';
import type { ProjectFacts } from '../prompt/prompts.ts';
import type { ShownTemplate, ShownTheorem } from '../prompt/solve-prompts.ts';
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { NearestAttempt } from './events.ts';
import type { InformalStatement } from './informal/informal-statement.ts';
import type { AgentCallId, CallResult } from './run/recorded-calls.ts';
import type { RetrievePassages } from './passage.ts';
import type { Place, Premise, RetrievalQuery } from './premise.ts';

/** A candidate with its origin. */
export interface Proposal {
  candidate: Candidate;
  /** Full names of the retrieved declarations that it uses. */
  lemmas: string[];
  /** Modules that it needs in addition to the imports of the file. */
  imports: string[];
  /**
   * A probe is never judged or accepted. If it compiles, it is `rejected` with Lean's messages as diagnostics, for example
   * the 'Try this' of `exact?`.
   */
  isProbe?: true;
}

/** A tried proposal with its verdict. */
export interface Attempt {
  proposal: Proposal;
  verdict: Verdict;
}

/** The hole that a strategy works on. */
export interface Problem extends Place {
  /**
   * The goal: hypotheses, then `⊢` and the target. Asks Lean at the first call; if Lean does not report it, returns the
   * statement of the declaration.
   */
  goal(): Promise<string>;
  /** What the file is compiled with. Absent or null if it is unknown. */
  project?: ProjectFacts | null;
  /** Absent or null if there is only the file. */
  informalInput?: InformalInput | null;
}

/** Informal input for a problem, in addition to its file. */
export interface InformalInput {
  /** From the user or the dataset; null if neither provides one. */
  statement: InformalStatement | null;
  /** Written by a human. Given only to the strategy `human-guided`. */
  proof: string | null;
}

/** Messages of a strategy about a hole, for the record and for display. */
export type Remark =
  /** One full sentence: why nothing more is tried, or what failed. */
  | { kind: 'note'; text: string }
  /** A model answer without a candidate, counted separately from wrong candidates. */
  | { kind: 'no_candidate'; why: string }
  /** Result of a step towards a proof. `from`: source of the text. */
  | { kind: 'step'; step: ProofStep; round: number; from: InformalStatement['from']; text: string };

/** `keywords`: as in the library query. `template`: the one that was chosen, and the names of the theorems. */
export type ProofStep = 'statement' | 'keywords' | 'template' | 'proof' | 'sketch';

/** What solutions of similar problems offer. */
export interface SolvedMaterial {
  table: readonly ShownTheorem[];
  template: ShownTemplate | null;
  /** Full names of the Lean declarations that state the theorems of the table. */
  declarations: readonly string[];
  /** Why vectors were not compared, although an embedder is configured. */
  notices: readonly string[];
}

/** Finds similar problems of a graph of templates for a statement in words. `ask` is used for up to three questions. */
export type FindSolved = (statement: string, ask: AskFor) => Promise<SolvedMaterial>;

/** A call that an agent made. `result` is what the model reads. */
export interface MadeCall extends AgentCallId, CallResult {}

/** The calls of this and earlier sessions. */
export interface CallLog {
  find: (call: AgentCallId) => CallResult | null;
  store: (call: MadeCall) => void;
}

/** The steps of a sketch: a proof in which each `sorry` is a goal of its own. */
export interface Steps {
  /** In the order of the text. */
  goals: readonly string[];
  /**
   * Tries each strategy at all open steps before the next strategy. Ends early if a step is impossible. The steps may use
   * one of `parts` equal parts of what is left for the hole.
   */
  prove: (strategies: readonly Strategy[], parts: number) => Promise<StepResult[]>;
}

export interface StepResult {
  goal: string;
  /** Null if the step is open. */
  proof: Proposal | null;
  /** The rejected attempt that came closest; null if it is proved. */
  nearest: NearestAttempt | null;
  /** Why it is open, if Lean or the judge says so. */
  note: string | null;
}

/** Tools of a strategy. They respect the budget, record their results, and reuse recorded results when a run is resumed. */
export interface Tools {
  /** Null if the index is unavailable or disabled. */
  retrieve: ((query: RetrievalQuery) => Promise<Premise[]>) | null;
  /** Null or absent if the library is unavailable or disabled. */
  passages?: RetrievePassages | null;
  /** Null or absent if no graph of templates is open. */
  findSolved?: FindSolved | null;
  /** Whether a proof may add imports to the file. Absent for no. */
  mayAddImports?: boolean;
  /** Null without a model. `template`: the prompt's template and version. */
  ask: ((request: ChatRequest, template: string) => Promise<ChatAnswer>) | null;
  /**
   * Memoizes `compute` in the user's cache. Its result must be plain JSON and depend only on `about`. `what` names the
   * computation and its version. Absent if there is no cache.
   */
  memoize?: <T>(what: string, about: string, compute: () => T) => T;
  /** Absent if calls are not recorded. */
  calls?: CallLog;
  /** Opens the steps of a sketch that compiles. `number`: of the sketch at this hole. Absent in a dry run. */
  openSteps?: (sketch: Proposal, number: number) => Promise<Steps>;
  /** Absent if messages are ignored. */
  report?: (remark: Remark) => void;
}

export interface Strategy {
  name: string;
  /**
   * Yields batches of candidates in the order to try them. Receives the attempts on each batch, one per proposal in the
   * same order, before the next batch is requested. Ends once a candidate is accepted.
   */
  propose(problem: Problem, tools: Tools): AsyncGenerator<Proposal[], void, Attempt[]>;
}
