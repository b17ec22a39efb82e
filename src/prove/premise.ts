/** Types for retrieving premises (declarations that a proof may use) in a strategy. */
import type { Hole } from '../verify/hole/holes.ts';

/** A declaration that the proof at a hole may cite. */
export interface Premise {
  /** Full name. */
  name: string;
  /** Name that resolves to it at the hole. */
  writeAs: string;
  kind: string;
  /**
   * Its statement on one line: binders and type, with the section variables that it mentions but without their instances.
   * Empty if the index has none.
   */
  signature: string;
  doc: string;
  module: string;
  /** Path of its file relative to its source root. */
  filePath: string;
  /** It is imported or is above the hole; otherwise `module` must be imported first. */
  isAtHand: boolean;
  /** Set if the query asks for proofs. */
  proof?: ExemplarProof;
  /** The text of the declaration in its file. Set if the query asks for sources, and the file can be read. */
  source?: string;
}

/** The proof of a theorem similar to a goal. */
export interface ExemplarProof {
  /** As written, without comments. */
  text: string;
  /** The proof with names of the goal, one tactic per line, the likeliest first. */
  candidates: string[];
  /** Full names of the lemmas that they use. */
  lemmas: string[];
}

/** Reason of a retrieval: the start, the class of the error that caused it, or a call of an agent. */
export type RetrievalReason =
  | 'start'
  | 'unknown_identifier'
  | 'type_mismatch'
  | 'no_instance'
  | 'rewrite'
  | 'goal_left'
  | 'called';

export interface RetrievalQuery {
  text: string;
  /**
   * `goal`: hypotheses and `⊢`. `text`: words and identifiers. `name`: one name, possibly misspelled. `proof`: a goal, for
   * the proofs of similar theorems. `source`: a name, for the sources of declarations.
   */
  as: 'goal' | 'text' | 'name' | 'proof' | 'source';
  reason: RetrievalReason;
  limit: number;
}

/** The place for which premises are retrieved. */
export interface Place {
  /** Text of the file for this hole. */
  text: string;
  hole: Hole;
}

/** Retrieves premises, best first, but never the hole's own declaration or anything below it. */
export type Retrieve = (place: Place, query: RetrievalQuery) => Promise<Premise[]>;
