/** What is read of a document: its pieces in order, each whole in itself, and what was wrong with it. Types only. */

export const PIECE_KINDS = ['definition', 'theorem', 'problem', 'example', 'remark', 'passage'] as const;

/** `theorem`: whatever is claimed, lemmas and conjectures too. `problem`: also exercises. `passage`: text of a section. */
export type PieceKind = (typeof PIECE_KINDS)[number];

/** Where a piece stands. Lines and pages count from 1. */
export interface PiecePlace {
  /** Below the folder of the document's first file, with `/`. */
  file: string;
  line: number | null;
  page: number | null;
}

export interface Reference {
  /** `cites`: literature, by its key. */
  kind: 'refers' | 'cites';
  label: string;
}

/** A self-contained piece of a document: a theorem with its proof, a problem with its solution, some text. */
export interface Piece {
  /**
   * Unique in its document, and the same again when the document is read again, wherever the piece then stands: its
   * first label, else what it is made of.
   */
  key: string;
  kind: PieceKind;
  /** As the document calls it: `Lemma`, `Exercise`; empty for text. */
  called: string;
  /** Its number, where the document's text tells it; else null. Never counted by us. */
  number: string | null;
  /** Its own title: `Bolzano–Weierstrass`; may be empty. */
  title: string;
  /** Of the parts, chapters and sections that it stands in, outermost first. */
  headings: string[];
  /** What it says, in LaTeX or Markdown, with the document's own macros expanded. */
  body: string;
  /** Its proof, solution or answer, several joined by an empty line; null: none. */
  proof: string | null;
  labels: string[];
  references: Reference[];
  place: PiecePlace;
}

/** Something that was not understood; the rest was read all the same. */
export interface DocumentProblem {
  /** kebab-case, such as `input-missing`. */
  code: string;
  /** One sentence with its full stop. */
  message: string;
  place: PiecePlace | null;
}

/** `\externaldocument[algebra-]{algebra}`: labels of another document, named with a prefix. */
export interface ExternalDocument {
  /** May be empty. */
  prefix: string;
  /** Path of its first file without the extension, below the folder of this document's first file, with `/`. */
  document: string;
}

export interface Document {
  /** As it names itself; else its file's name. */
  title: string;
  format: 'latex' | 'markdown' | 'text' | 'pdf';
  /** Every file that was read for it, the first first; paths as in `PiecePlace`, hashes SHA-256 in hex. */
  files: { path: string; sha256: string }[];
  /** Files that were looked for, and were not there or could not be read: once they are there, it reads otherwise. */
  lacks?: string[];
  pieces: Piece[];
  externals: ExternalDocument[];
  problems: DocumentProblem[];
}
