/** Converts rows of the table `entries` to entries. */
import type { Entry, EntryKind } from './entry.ts';

/** Must be followed by a `WHERE` on `e` and an order. */
export const SELECT_ENTRY = 'SELECT e.*, s.name AS source FROM entries e JOIN sources s ON s.id = e.source_id';

export interface EntryRow {
  id: number;
  source: string;
  document_id: number | null;
  position: number;
  key: string;
  kind: string;
  called: string;
  number: string | null;
  title: string;
  headings: string;
  body: string;
  proof: string | null;
  file: string | null;
  line: number | null;
  page: number | null;
  content_hash: string;
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
