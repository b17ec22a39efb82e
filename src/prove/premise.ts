/** Declarations that a proof may use, and how a strategy asks for them. Types only. */
import type { Hole } from '../verify/hole/holes.ts';

/** A declaration that the proof at a hole may cite. */
export interface Premise {
  /** Full name. */
  name: string;
  /** What means it at the hole. */
  writeAs: string;
  kind: string;
  /**
   * Its statement on one line, binders and type, with the variables of its section that it speaks of but without their
   * instances. Empty where the index has none.
   */
  signature: string;
  doc: string;
  module: string;
  /** Path of its file below its root. */
  filePath: string;
  /** The file's imports reach it, or it stands above the hole; else `module` has to be imported first. */
  isAtHand: boolean;
}

/** Why something is looked for: at the start, or the class of the error that asked for it. */
export type RetrievalReason =
  | 'start'
  | 'unknown_identifier'
  | 'type_mismatch'
  | 'no_instance'
  | 'rewrite'
  | 'goal_left';

export interface RetrievalQuery {
  text: string;
  /** `goal`: hypotheses and `⊢`. `text`: words and identifiers. `name`: one name, perhaps mistyped. */
  as: 'goal' | 'text' | 'name';
  reason: RetrievalReason;
  limit: number;
}

/** The place that premises are wanted for. */
export interface Place {
  /** The file as it is for this hole. */
  text: string;
  hole: Hole;
}

/** What may help, best first; nothing that the hole must not use: neither its own declaration nor what stands below. */
export type Retrieve = (place: Place, query: RetrievalQuery) => Promise<Premise[]>;
