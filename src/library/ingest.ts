/** Adds documents to the library, one by one: finished documents stay, regardless of later failures. */
import { setImmediate } from 'node:timers/promises';
import { Failure, type FailureDetail } from '../base/errors.ts';
import type { Document, DocumentProblem } from '../sources/document.ts';
import type { AddedDocument } from './add-document.ts';
import type { FoundDocument } from './find-documents.ts';
import type { Library } from './library.ts';
import { findLocations, newLocation, type NewLocation } from './locate-document.ts';
import { isUnchanged } from './unchanged.ts';

export interface DocumentReader {
  /** Changes if it would read the same file differently: its version, then the user's options, each after `, `. */
  id: string;
  /** @throws {Failure} if the file cannot be read at all */
  read(path: string): Promise<Document>;
}

export interface IngestRequest {
  documents: readonly FoundDocument[];
  /** As named by the user; null: each document keeps its source, or goes to the one it was found with. */
  source: string | null;
  reader: DocumentReader;
  signal: AbortSignal;
  onProgress: (done: number, current: FoundDocument) => void;
  /** Called after each document, for data derived from entries: a stop then leaves at most one document without. */
  onWritten: () => Promise<void> | void;
}

/** The result of one document in one source. */
export interface IngestResult {
  /** Id of the document in the library. */
  id: number;
  path: string;
  source: string;
  name: string;
  title: string;
  change: AddedDocument['change'] | 'copy';
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  problems: DocumentProblem[];
  movedFrom: string | null;
  /** Paths of documents with the same content; for `change: 'copy'` the one in this source, which is not added again. */
  copies: string[];
  /** Path of another document of the source that already has this document's name. */
  namesake: string | null;
}

export interface IngestOutcome {
  documents: IngestResult[];
  failed: { path: string; detail: FailureDetail }[];
  /** Interrupted, or out of money or time: the other documents were not started. */
  stopped: Failure | null;
}

/**
 * Records a document that cannot be read and continues with the next. @throws {Failure} if the library is not writable
 */
export async function ingest(library: Library, request: IngestRequest): Promise<IngestOutcome> {
  const { documents, signal, onProgress } = request;
  const outcome: IngestOutcome = { documents: [], failed: [], stopped: null };
  for (const [done, found] of documents.entries()) {
    // A reader may work without a pause: this lets a Ctrl-C be handled and the progress line be drawn.
    await setImmediate();
    if (signal.aborted) return { ...outcome, stopped: interrupted() };
    onProgress(done, found);
    try {
      outcome.documents.push(...(await ingestOne(library, found, request)));
      await request.onWritten();
    } catch (error) {
      if (signal.aborted) return { ...outcome, stopped: interrupted() };
      if (!(error instanceof Unreadable)) throw error;
      const { detail } = error.failure;
      if (detail.exit === 'budget' || detail.exit === 'interrupted') return { ...outcome, stopped: error.failure };
      outcome.failed.push({ path: found.path, detail });
    }
  }
  return outcome;
}

/** The failure concerns the document, and not the library. */
class Unreadable extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function ingestOne(library: Library, found: FoundDocument, request: IngestRequest): Promise<IngestResult[]> {
  const { source, reader } = request;
  const { database } = library;
  const known = findLocations(database, found.path, source);
  if (known.length > 0 && known.every(({ id }) => isUnchanged(database, id, reader.id))) {
    return known.map((each) => unchanged(library, each.id, { ...found, ...each }));
  }
  const document = await readOne(found.path, reader);
  request.signal.throwIfAborted();
  const locations: NewLocation[] =
    known.length > 0
      ? known.map((each) => ({ ...each, movedFrom: null, copies: [], namesake: null }))
      : [newLocation(database, found, document, source ?? found.source)];
  return locations.map((location) => put(library, document, found.path, location, reader.id));
}

async function readOne(path: string, reader: DocumentReader): Promise<Document> {
  try {
    return await reader.read(path);
  } catch (error) {
    throw error instanceof Failure ? new Unreadable(error) : error;
  }
}

function put(library: Library, document: Document, path: string, location: NewLocation, readBy: string): IngestResult {
  const { source, name, movedFrom, namesake } = location;
  const copies = location.copies.map((each) => each.path);
  const base = { path, source, name, title: document.title, problems: document.problems, movedFrom, copies, namesake };
  const copy = location.copies.find((each) => each.source === source);
  if (copy !== undefined && movedFrom === null) {
    const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
    return { ...base, ...counts, id: copy.id, name: copy.name, change: 'copy', copies: [copy.path], namesake: null };
  }
  return { ...base, ...library.addDocument(document, { source, name, path, readBy }) };
}

function unchanged(library: Library, id: number, { path, source, name }: FoundDocument): IngestResult {
  const { title, problems, count } = library.database
    .prepare(
      `SELECT title, problems, (SELECT count(*) FROM entries WHERE document_id = documents.id) AS count
       FROM documents WHERE id = ?`,
    )
    .get(id) as { title: string; problems: string; count: number };
  return {
    id,
    path,
    source,
    name,
    title,
    change: 'unchanged',
    added: 0,
    changed: 0,
    unchanged: count,
    removed: 0,
    problems: JSON.parse(problems) as DocumentProblem[],
    movedFrom: null,
    copies: [],
    namesake: null,
  };
}

function interrupted(): Failure {
  return new Failure('interrupted', 'interrupted', {
    message: 'Interrupted.',
    next: 'Repeat the command: finished documents are not read again.',
  });
}
