/** Entries and edges: the knowledge that is not declarations, whatever builder brought it. Types only. */
import { PIECE_KINDS, type PiecePlace } from '../sources/document.ts';

export const ENTRY_KINDS = [...PIECE_KINDS, 'concept', 'template'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What a builder gives. */
export interface NewEntry {
  /** Unique in its source, and the same again when the source is built again. */
  key: string;
  kind: EntryKind;
  /** As its source calls it: `Lemma`, `Exercise`; may be empty. */
  called: string;
  number: string | null;
  title: string;
  headings: string[];
  body: string;
  /** Proof or solution. */
  proof: string | null;
  /** Null where it stands in no document. */
  place: PiecePlace | null;
}

export interface Entry extends NewEntry {
  /** Never given to another entry. */
  id: number;
  /** Name of its source. */
  source: string;
  /** Null where it stands in no document. */
  documentId: number | null;
  /** SHA-256 of what it says, kind, title, headings, body and proof: what is embedded and cached by. */
  contentHash: string;
}

export const EDGE_KINDS = ['refers', 'follows'] as const;

/** `from` refers to `to`: by a `\ref`. `from` follows `to`: stands next behind it in its document. Builders to come bring kinds of their own. */
export type EdgeKind = (typeof EDGE_KINDS)[number];

export interface Edge {
  from: number;
  to: number;
  kind: EdgeKind;
}
