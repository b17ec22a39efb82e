/** Converts entries to rows of the table `entries` and back. The only place that spells the columns. */
import type { PieceFacts } from '../sources/document.ts';
import { contentHash } from './content-hash.ts';
import type { Entry, EntryKind, NewEntry } from './entry.ts';

/** Must be followed by a `WHERE` on `e` and an order. */
export const SELECT_ENTRY = 'SELECT e.*, s.name AS source FROM entries e JOIN sources s ON s.id = e.source_id';

/** The columns that change with an entry's content and position. `payload`: undefined for none. */
export function entryColumns(entry: NewEntry, position: number, payload?: unknown) {
  const { kind, called, number, title, headings, body, proof, place } = entry;
  return {
    position,
    kind: kind as string,
    called,
    number,
    title,
    headings: JSON.stringify(headings),
    body,
    proof,
    file: place?.file ?? null,
    line: place?.line ?? null,
    page: place?.page ?? null,
    content_hash: contentHash(entry),
    payload: payload === undefined ? null : JSON.stringify(payload),
  };
}

export type EntryColumns = ReturnType<typeof entryColumns>;

export interface EntryRow extends EntryColumns {
  id: number;
  source: string;
  document_id: number | null;
  derivation_id: number | null;
  key: string;
}

/** What the document says about an entry beside its text; null if it says nothing, or the entry is of no document. */
export function factsOf({
  document_id: document,
  payload,
}: Pick<EntryRow, 'document_id' | 'payload'>): PieceFacts | null {
  return document === null || payload === null ? null : (JSON.parse(payload) as PieceFacts);
}

export function entryOf(row: EntryRow): Entry {
  return {
    id: row.id,
    source: row.source,
    documentId: row.document_id,
    key: row.key,
    kind: row.kind as EntryKind,
    called: row.called,
    number: row.number,
    title: row.title,
    headings: JSON.parse(row.headings) as string[],
    body: row.body,
    proof: row.proof,
    place: row.file === null ? null : { file: row.file, line: row.line, page: row.page },
    contentHash: row.content_hash,
  };
}
