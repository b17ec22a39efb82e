/** What a reader of a format finds in a document, one after the other; `assemble.ts` makes the pieces. Types only. */
import type { PieceKind, PiecePlace, Reference } from './document.ts';

/** Text with what was found in it. */
export interface Said {
  body: string;
  labels: string[];
  references: Reference[];
  place: PiecePlace;
}

/** A part, chapter or section begins; `level` is smaller the further out, gaps do not matter. */
export interface HeadingBlock {
  type: 'heading';
  level: number;
  title: string;
}

/** One paragraph. */
export interface TextBlock extends Said {
  type: 'text';
}

/** Something with a name of its own: a theorem, a definition, an exercise. */
export interface StatementBlock extends Said {
  type: 'statement';
  kind: Exclude<PieceKind, 'passage'>;
  called: string;
  number: string | null;
  title: string;
  /** A claim inside of a proof, or of another statement. */
  isInner?: boolean;
}

/** A proof, solution or answer, still without the statement that it belongs to. */
export interface ProofBlock extends Said {
  type: 'proof';
  /** `solution`: looks for a problem before it looks for a theorem. */
  role: 'proof' | 'solution';
  /** What it says of itself in its head: `Second proof of Lemma 3`. May be empty. */
  title: string;
  /** What it stands in, and hence belongs to; else null. */
  within: StatementBlock | null;
  /** Of a claim inside of a proof, or of another statement. */
  isInner?: boolean;
  /** Labels that its head names. */
  of: string[];
  /** How many blocks stood before its begin: claims inside a proof are blocks before it, and not what it proves. */
  after: number;
}

/** A line between two things that do not belong together. */
export interface RuleBlock {
  type: 'rule';
}

export type Block = RuleBlock | HeadingBlock | TextBlock | StatementBlock | ProofBlock;
