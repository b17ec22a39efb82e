/** The result of one run of one problem by one system, stored as one line of JSON. */
import type { StatementSource } from '../../prove/informal/statement.ts';

/**
 * `solved`: every hole is filled and the full file is accepted. `unsolved`: the system tried all its candidates and none
 * was accepted. The other states are no answer. `stopped`: the budget of the run was exhausted. `model_failed`: the model
 * failed before the system finished. `unchecked`: Lean or the judge could not decide (imports are missing, or the
 * original file does not compile).
 */
export const STATES = ['solved', 'unsolved', 'stopped', 'model_failed', 'unchecked'] as const;
export type ResultState = (typeof STATES)[number];

/** States that say something about the system. `stopped` is one of them: the budget is part of what is measured. */
const COUNTED: ReadonlySet<ResultState> = new Set(['solved', 'unsolved', 'stopped']);

export interface PassageFacts {
  /** Number of distinct queries. */
  searches: number;
  /** Number of passages that they returned in total. */
  brought: number;
  /** Ids of entries that were excluded because they are the problem itself. */
  hidden: number[];
  /** Library search channels that were used. */
  channels: string[];
}

export const NO_PASSAGES: PassageFacts = { searches: 0, brought: 0, hidden: [], channels: [] };

export interface RunResult {
  /** System identifier. */
  system: string;
  /** Problem name. */
  problem: string;
  /** 0-based number of the independent run. */
  run: number;
  state: ResultState;
  /** Why there is no answer, or another note; null if absent. */
  why: string | null;
  /** What to do if something is missing on the machine; null if nothing is. */
  next: string | null;
  attempts: number;
  /** Attempts on which Lean or the judge gave no answer. */
  unchecked_attempts: number;
  /** Attempts that compiled but were rejected by the audit. */
  refused_attempts: number;
  retrievals: number;
  input_tokens: number;
  output_tokens: number;
  /** Tokens charged to the budget. Requests without reported usage are charged at their upper bound. */
  counted_tokens: number;
  /** US dollars; null if the price of the model is unknown. */
  cost: number | null;
  /** Wall time from first reading the file to the final verdict, including the time of earlier sessions on record. */
  seconds: number;
  /** The text that filled each hole; empty if the problem is not solved. */
  candidates: string[];
  /** Full names of the retrieved declarations that the candidates use. */
  lemmas: string[];
  /** Sent prompts in order: name and version of the template, SHA-256 of the full prompt, number of samples. */
  prompts: { template: string; hash: string; samples: number }[];
  /** Source of the informal statement; null if none was used. */
  statement_from: StatementSource | null;
  /** Searches in the library. */
  passages: PassageFacts;
  /** Model versions that answered, as named by the provider. */
  snapshots: string[];
}

export function isCounted({ state }: Pick<RunResult, 'state'>): boolean {
  return COUNTED.has(state);
}

export type ResultId = Pick<RunResult, 'system' | 'problem' | 'run'>;

/** Key of a result, unique within a benchmark. */
export function resultKey({ system, problem, run }: ResultId): string {
  return JSON.stringify([system, problem, run]);
}
