/** Converts a document's pieces to entries and references, before anything is written. */
import { posix } from 'node:path';
import type { Document, Piece, PieceFacts, Reference } from '../sources/document.ts';
import type { NewEntry } from './entry.ts';

export interface DocumentEntry {
  entry: NewEntry;
  /** Undefined if the document says nothing apart from the text. */
  payload: PieceFacts | undefined;
  /** As written in the document. */
  labels: readonly string[];
  references: readonly ResolvableReference[];
}

/** A reference with the target to look up. */
export interface ResolvableReference extends Reference {
  /** Name of the only document of the source that can be the target; null: any. */
  targetDocument: string | null;
  targetLabel: string;
}

/** `name`: the document's name in its source; the keys of its entries begin with it. */
export function documentEntries(document: Document, name: string): DocumentEntry[] {
  const own = new Set([...document.pieces.flatMap(({ labels }) => labels), ...(document.lostLabels ?? [])]);
  // The longest prefix wins: `spaces-` is also the start of labels with the prefix `spaces-morphisms-`.
  const externals = document.externals.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const resolvable = (reference: Reference): ResolvableReference => {
    const { label } = reference;
    if (own.has(label)) return { ...reference, targetDocument: name, targetLabel: label };
    const external = externals.find(({ prefix }) => label.startsWith(prefix));
    if (external === undefined) return { ...reference, targetDocument: null, targetLabel: label };
    const targetDocument = posix.join(posix.dirname(name), external.document);
    return { ...reference, targetDocument, targetLabel: label.slice(external.prefix.length) };
  };
  return document.pieces.map((piece) => ({
    entry: entryOfPiece(piece, name),
    payload: piece.facts,
    labels: piece.labels,
    references: piece.references.map(resolvable),
  }));
}

function entryOfPiece(
  { labels: _labels, references: _references, facts: _facts, ...piece }: Piece,
  name: string,
): NewEntry {
  return { ...piece, key: entryKey(name, piece.key) };
}

/** `document`: its name in its source. */
export function entryKey(document: string, piece: string): string {
  return `${document}#${piece}`;
}
