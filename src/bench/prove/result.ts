/** What came of one problem, asked of one system, once: as it is kept, one line of JSON each. */
import type { StatementSource } from '../../prove/informal/statement.ts';

/**
 * `solved`: every hole filled, the whole file accepted. `unsolved`: all that the system had was tried and none was
 * accepted. The others are no answer: `stopped` by the problem's budget, `model_failed` before the system was through,
 * `unchecked` because Lean or the judge could not say (the imports are not here, the file does not compile as it is).
 */
export const STATES = ['solved', 'unsolved', 'stopped', 'model_failed', 'unchecked'] as const;
export type ResultState = (typeof STATES)[number];

/** States that say something of the system. Being stopped does: the budget is a part of what is measured. */
const COUNTED: ReadonlySet<ResultState> = new Set(['solved', 'unsolved', 'stopped']);

export interface PassageFacts {
  /** Different queries. */
  searches: number;
  /** Passages that they brought, together. */
  brought: number;
  /** Ids of entries that were left out because they are the problem itself. */
  hidden: number[];
  /** Channels of the library's search that served. */
  channels: string[];
}

export const NO_PASSAGES: PassageFacts = { searches: 0, brought: 0, hidden: [], channels: [] };

export interface RunResult {
  /** Identifier of the system. */
  system: string;
  /** Name of the problem. */
  problem: string;
  /** 0-based: which of several independent runs. */
  run: number;
  state: ResultState;
  /** Why it is no answer, or what is noteworthy of it; null for nothing. */
  why: string | null;
  /** What to type where something is missing on the machine; null for nothing. */
  next: string | null;
  attempts: number;
  /** Attempts on which Lean or the judge gave no answer. */
  unchecked_attempts: number;
  /** Attempts that compiled and that the audit refused. */
  refused_attempts: number;
  retrievals: number;
  input_tokens: number;
  output_tokens: number;
  /** What counted against the budget: with the worst case of requests whose cost nobody reported. */
  counted_tokens: number;
  /** US dollars; null where the model has no known price. */
  cost: number | null;
  /** Wall time from the first look at the file to the last word on it, with what a record served counted as it was then. */
  seconds: number;
  /** What filled the holes, one each; empty if it is not solved. */
  candidates: string[];
  /** Full names of retrieved declarations that those use. */
  lemmas: string[];
  /** Each prompt that was asked, in order: name and version of its template, SHA-256 of the whole, how often. */
  prompts: { template: string; hash: string; samples: number }[];
  /** Who had said in words what is to be shown; null: nobody was asked. */
  statement_from: StatementSource | null;
  /** What the library was asked. */
  passages: PassageFacts;
  /** What answered, as the provider names it. */
  snapshots: string[];
}

export function isCounted({ state }: Pick<RunResult, 'state'>): boolean {
  return COUNTED.has(state);
}

/** What a result is of: there is one of each in a benchmark. */
export function resultKey({ system, problem, run }: Pick<RunResult, 'system' | 'problem' | 'run'>): string {
  return JSON.stringify([system, problem, run]);
}
