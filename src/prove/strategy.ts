/** How candidates are come by: the interface that the loop asks, whatever answers it. A strategy is one file. */
import type { ChatAnswer, ChatRequest } from '../llm/chat.ts';
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { InformalStatement } from './informal/statement.ts';
import type { RetrievePassages } from './passage.ts';
import type { Place, Premise, RetrievalQuery } from './premise.ts';

/** A candidate with where it came from. */
export interface Proposal {
  candidate: Candidate;
  /** Full names of the retrieved declarations that it puts to use. */
  lemmas: string[];
  /** Modules that its header needs beyond those of the file. */
  imports: string[];
  /**
   * Only looked at: neither judged nor accepted. What compiles is then `rejected` by Lean with its remarks as the
   * diagnostics, `exact?` with its 'Try this', say.
   */
  isProbe?: true;
}

/** A proposal that was tried, with the verdict on it. */
export interface Attempt {
  proposal: Proposal;
  verdict: Verdict;
}

/** What a strategy is told of the hole it works on. */
export interface Problem extends Place {
  /**
   * The goal: hypotheses, then `⊢` and what is to be shown. Asks Lean at the first call; where Lean does not say, it is
   * the statement that the declaration makes.
   */
  goal(): Promise<string>;
  /** Absent or null: nothing but the file. */
  inWords?: InWords | null;
}

/** What is known of a problem in words besides what its file says. */
export interface InWords {
  /** By the user or by the dataset; null: neither. */
  statement: InformalStatement | null;
  /** By a human. Given to no strategy but the one that is guided by it. */
  proof: string | null;
}

/** What a strategy has to say of a hole besides its proposals, for the record and for a person to read. */
export type Remark =
  /** One sentence with its full stop: why nothing more is tried, or what was in the way. */
  | { kind: 'note'; text: string }
  /** An answer of the model that held nothing to try, counted apart from wrong candidates. */
  | { kind: 'no_candidate'; why: string }
  /** What a step on the way to a proof in words came to. `from`: who said it. */
  | { kind: 'step'; step: InformalStep; round: number; from: InformalStatement['from']; text: string };

/** `keywords`: as the library is asked for them. */
export type InformalStep = 'statement' | 'keywords' | 'proof';

/** What a strategy may use. All of it is on record, within the budget, and served from the record where a run goes on. */
export interface Tools {
  /** Null: no index, or none is wanted. */
  retrieve: ((query: RetrievalQuery) => Promise<Premise[]>) | null;
  /** Null or absent: no library, or none is wanted. */
  passages?: RetrievePassages | null;
  /** Null: no model. `template` names the prompt's template and version. */
  ask: ((request: ChatRequest, template: string) => Promise<ChatAnswer>) | null;
  /**
   * `compute`, whose result depends on `about` alone and is plain JSON, worked out once and kept in the user's cache.
   * `what` names the computation and its version. Absent: nothing is kept.
   */
  once?: <T>(what: string, about: string, compute: () => T) => T;
  /** Absent: nobody listens. */
  tell?: (remark: Remark) => void;
}

export interface Strategy {
  name: string;
  /**
   * Gives candidates in batches, in the order in which to try them, and is told what became of each batch before the
   * next is asked for: one attempt a proposal, in its order. It is not asked again once one was accepted.
   */
  propose(problem: Problem, tools: Tools): AsyncGenerator<Proposal[], void, Attempt[]>;
}
