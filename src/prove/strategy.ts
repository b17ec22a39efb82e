/** How candidates are come by: the interface that the loop asks, whatever answers it. */
import type { Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Verdict } from '../verify/verdict.ts';

/** A candidate with where it came from. */
export interface Proposal {
  candidate: Candidate;
  /** Full name of the retrieved declaration that it uses; null without one. */
  lemma: string | null;
}

/** What a strategy is told of the hole it works on. */
export interface Problem {
  /** The file as it is now, holes filled so far included. */
  text: string;
  hole: Hole;
  /**
   * The goal: hypotheses, then `⊢` and what is to be shown. Asks Lean at the first call; where Lean does not say, it is
   * the statement that the declaration makes.
   */
  goal(): Promise<string>;
}

export interface Strategy {
  name: string;
  /** Gives candidates in the order in which to try them, and is told the verdict on each before the next is asked for. */
  propose(problem: Problem): AsyncGenerator<Proposal, void, Verdict>;
}
