/** A document as it was read: its self-contained pieces in order, and the problems found. Types only. */

import type { FormatName } from './formats.ts';

export const PIECE_KINDS = ['definition', 'theorem', 'problem', 'example', 'remark', 'passage'] as const;

/** `theorem`: any claim, also lemmas and conjectures. `problem`: also exercises. `passage`: text of a section. */
export type PieceKind = (typeof PIECE_KINDS)[number];

/** Position of a piece. Lines and pages count from 1. */
export interface PiecePlace {
  /** Path relative to the folder of the document's first file, with `/`. */
  file: string;
  line: number | null;
  page: number | null;
}

export interface Reference {
  /** `cites`: a citation of literature by its key. */
  kind: 'refers' | 'cites';
  label: string;
}

/** What leanblueprint's commands say about a statement, or about its proofs. */
export interface BlueprintMarks {
  /** `\uses`: labels of what it needs. */
  uses: string[];
  /** `\lean`: names of its declarations. */
  lean: string[];
  /** `\leanok`: it is formalized. */
  isFormalized: boolean;
  /** `\mathlibok`: it is in Mathlib. */
  isInMathlib: boolean;
  /** `\notready`: it cannot be formalized yet. */
  isNotReady: boolean;
}

/** A self-contained piece of a document: a theorem with its proof, a problem with its solution, some text. */
export interface Piece {
  /**
   * Unique in its document, and stable when the document is read again, even if the piece moved: its first label,
   * otherwise a hash of its content.
   */
  key: string;
  kind: PieceKind;
  /** The document's name for its kind: `Lemma`, `Exercise`; empty for text. */
  called: string;
  /** Its number if the text of the document contains it, otherwise null. Lemmahead never counts itself. */
  number: string | null;
  /** Its own title: `Bolzano–Weierstrass`; may be empty. */
  title: string;
  /** Headings of its parts, chapters and sections, outermost first. */
  headings: string[];
  /** Its text in LaTeX or Markdown, with the document's own macros expanded. */
  body: string;
  /** Its proofs, solutions or answers, joined by an empty line; null if absent. */
  proof: string | null;
  labels: string[];
  references: Reference[];
  place: PiecePlace;
  /** Absent if the document says nothing of that kind. */
  facts?: PieceFacts;
}

/** Part 0 is the statement, part n the nth proof or solution. */
export interface GivenAttribute {
  part: number;
  name: string;
  value: unknown;
}

/** What a document says about a piece apart from its text. The library stores it as the payload of the entry. */
export interface PieceFacts {
  /** Offsets in `proof` where its second and later proofs start, in rising order. */
  proofStarts?: number[];
  /**
   * Its classes in the document's own scheme, as `scheme:class`, most specific first: `msc:26A24`,
   * `proofwiki:Set Union`, `theoremqa:Calculus`.
   */
  subjects?: string[];
  /** Other names of what it is about. */
  synonyms?: string[];
  /** Terms that it defines, apart from its title. */
  defines?: string[];
  /** Labels that it mentions without building on them, as under `Also see`. */
  mentions?: string[];
  /** Attributes of the entity that the document states as such; see `entity.ts`. */
  attributes?: GivenAttribute[];
  /** Set if a statement has leanblueprint's commands; `proof` is null without a proof. */
  blueprint?: { statement: BlueprintMarks; proof: BlueprintMarks | null };
}

/** A part of the document that was not understood. The rest was still read. */
export interface DocumentProblem {
  /** kebab-case, such as `input-missing`. */
  code: string;
  /** One sentence with its full stop. */
  message: string;
  place: PiecePlace | null;
}

/** `\externaldocument[algebra-]{algebra}`: another document whose labels are used with a prefix. */
export interface ExternalDocument {
  /** May be empty. */
  prefix: string;
  /** Path of its first file without extension, relative to the folder of this document's first file, with `/`. */
  document: string;
}

export interface Document {
  /** Its own title, otherwise its file name. */
  title: string;
  format: FormatName;
  /** All files that were read for it, starting with the first; paths as in `PiecePlace`, SHA-256 in hex. */
  files: { path: string; sha256: string }[];
  /** Files that were missing or unreadable. When they become available, the document must be read again. */
  lacks?: string[];
  /** Labels of removed pieces: a reference to one of them means this document. Only in exports. */
  lostLabels?: string[];
  pieces: Piece[];
  externals: ExternalDocument[];
  problems: DocumentProblem[];
}
