/** Entries and edges: knowledge other than declarations, from any builder. Types only. */
import { PIECE_KINDS, type PiecePlace } from '../sources/document.ts';

export const ENTRY_KINDS = [...PIECE_KINDS, 'concept', 'template'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** An entry as a builder creates it. */
export interface NewEntry {
  /** Unique in its source, and the same if the source is built again. */
  key: string;
  kind: EntryKind;
  /** Its name for this kind in the source: `Lemma`, `Exercise`; may be empty. */
  called: string;
  number: string | null;
  title: string;
  headings: string[];
  body: string;
  /** Proof or solution. */
  proof: string | null;
  /** Null if it is not part of a document. */
  place: PiecePlace | null;
}

export interface Entry extends NewEntry {
  /** Never reused for another entry. */
  id: number;
  source: string;
  /** Null if it is not part of a document. */
  documentId: number | null;
  /** SHA-256 of kind, title, headings, body and proof: the key for embeddings and caches. */
  contentHash: string;
}

/** `from` refers to `to` by a `\ref` (`refers`), follows it in its document (`follows`), or as a builder says. */
export interface Edge {
  from: number;
  to: number;
  kind: string;
}
