/** Adds documents to an open library as `library add` does. */
import type { Library } from '../../src/library/library.ts';
import { ingest, type DocumentReader, type IngestOutcome } from '../../src/library/ingest.ts';
import { findDocuments } from '../../src/library/find-documents.ts';
import { readDocument } from '../../src/sources/read-document.ts';

export function addPaths(
  library: Library,
  paths: readonly string[],
  { source = null, signal = new AbortController().signal }: { source?: string | null; signal?: AbortSignal } = {},
): Promise<IngestOutcome> {
  const { documents } = findDocuments(paths);
  const reader = plainReader(signal);
  return ingest(library, {
    documents,
    source,
    reader,
    signal,
    onProgress: () => undefined,
    onWritten: () => undefined,
  });
}

/** A reader that uses no model. */
export function plainReader(signal: AbortSignal): DocumentReader {
  return { id: 'test', read: (path) => readDocument(path, { signal }) };
}
