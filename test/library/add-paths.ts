/** A folder for a library and its documents, for one test. */
import { openLibrary, type Library } from '../../src/library/library.ts';
import { ingest, type IngestOutcome } from '../../src/library/ingest.ts';
import { findDocuments } from '../../src/library/find-documents.ts';
import { documentReader } from '../../src/commands/reading-documents.ts';

/** As `library add` does, into an open library. */
export function addPaths(
  library: Library,
  paths: readonly string[],
  { source = null, signal = new AbortController().signal }: { source?: string | null; signal?: AbortSignal } = {},
): Promise<IngestOutcome> {
  const { documents } = findDocuments(paths);
  const reader = documentReader({ signal, onFraction: () => undefined });
  return ingest(library, { documents, source, reader, signal, onProgress: () => undefined });
}

/** Opens it, does the work, closes it. */
export async function inLibrary<T>(path: string, work: (library: Library) => T | Promise<T>): Promise<T> {
  const library = openLibrary(path, { writable: true });
  try {
    return await work(library);
  } finally {
    library.close();
  }
}
