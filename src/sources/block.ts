/** The blocks that the reader of a format finds in a document, in order. `assemble.ts` makes pieces from them. */
import type { BlueprintMarks, PieceFacts, PieceKind, PiecePlace, Reference } from './document.ts';

/** Text with its labels and references. */
export interface TextContent {
  body: string;
  labels: string[];
  references: Reference[];
  place: PiecePlace;
  /** Absent without any. */
  marks?: BlueprintMarks;
}

/** The start of a part, chapter or section. Outer levels are smaller; gaps do not matter. */
export interface HeadingBlock {
  type: 'heading';
  level: number;
  title: string;
}

/** One paragraph. */
export interface TextBlock extends TextContent {
  type: 'text';
}

/** A theorem, definition, exercise or similar. */
export interface StatementBlock extends TextContent {
  type: 'statement';
  kind: Exclude<PieceKind, 'passage'>;
  called: string;
  number: string | null;
  title: string;
  /** Apart from the proofs. Absent without any. */
  facts?: PieceFacts;
  /** Whether it is a claim inside a proof or another statement. */
  isInner?: boolean;
}

/** A proof, solution or answer, not yet attached to its statement. */
export interface ProofBlock extends TextContent {
  type: 'proof';
  /** A `solution` is attached to a problem before a theorem. */
  role: 'proof' | 'solution';
  /** From its head: `Second proof of Lemma 3`. May be empty. */
  title: string;
  /** The statement that contains it and that it belongs to, or null. */
  within: StatementBlock | null;
  /** Whether it is the proof of a claim inside a proof or another statement. */
  isInner?: boolean;
  /** Labels in its head. */
  of: string[];
  /** Number of blocks before its start. Claims inside the proof precede it as blocks, but it does not prove them. */
  after: number;
}

/** A separator line. */
export interface RuleBlock {
  type: 'rule';
}

export type Block = RuleBlock | HeadingBlock | TextBlock | StatementBlock | ProofBlock;
