/** Documents into the library, one after the other: what is finished stays, whatever happens to the next. */
import { setImmediate } from 'node:timers/promises';
import { Failure, type FailureDetail } from '../base/errors.ts';
import type { Document, DocumentProblem } from '../sources/document.ts';
import type { AddedDocument } from './add-document.ts';
import type { FoundDocument } from './find-documents.ts';
import type { Library } from './library.ts';
import { newPlace, placesOf, type NewPlace } from './locate-document.ts';
import { isAsItWas } from './unchanged.ts';

/** What makes a document of a file. */
export interface DocumentReader {
  /** Changes whenever it would read the same file otherwise: its version, then the user's wishes, each behind `, `. */
  id: string;
  /** @throws {Failure} if nothing of the file can be read */
  read(path: string): Promise<Document>;
}

export interface IngestRequest {
  documents: readonly FoundDocument[];
  /** As the user named it; null: each goes where it was, or to the source that it was found with. */
  source: string | null;
  reader: DocumentReader;
  signal: AbortSignal;
  onProgress: (done: number, current: FoundDocument) => void;
  /** For what is made from entries, behind each document: a stop then leaves no more than one without. */
  onWritten: () => void;
}

/** What became of one document in one source. */
export interface Ingested {
  /** Of the document that is there now. */
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
  /** Paths of documents that say the same; with `change: 'copy'` the one in this source, which was not added again. */
  copies: string[];
  /** Another document of the source has the name that this one would have had. */
  namesake: string | null;
}

export interface IngestOutcome {
  documents: Ingested[];
  failed: { path: string; detail: FailureDetail }[];
  /** Interrupted, or out of money or time: the rest was not begun. */
  stopped: Failure | null;
}

/**
 * A document that cannot be read is noted, and the next is read. @throws {Failure} if the library cannot be written.
 */
export async function ingest(library: Library, request: IngestRequest): Promise<IngestOutcome> {
  const { documents, signal, onProgress } = request;
  const outcome: IngestOutcome = { documents: [], failed: [], stopped: null };
  for (const [done, found] of documents.entries()) {
    // A reader may do all its work in one go: here a Ctrl-C is heard and the line of progress drawn.
    await setImmediate();
    if (signal.aborted) return { ...outcome, stopped: interrupted() };
    onProgress(done, found);
    try {
      outcome.documents.push(...(await ingestOne(library, found, request)));
      request.onWritten();
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

/** It is about the document, and not about the library. */
class Unreadable extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function ingestOne(library: Library, found: FoundDocument, request: IngestRequest): Promise<Ingested[]> {
  const { source, reader } = request;
  const { database } = library;
  const known = placesOf(database, found.path, source);
  if (known.length > 0 && known.every(({ id }) => isAsItWas(database, id, reader.id))) {
    return known.map((each) => unchanged(library, each.id, { ...found, ...each }));
  }
  const document = await readOne(found.path, reader);
  request.signal.throwIfAborted();
  const places: NewPlace[] =
    known.length > 0
      ? known.map((each) => ({ ...each, movedFrom: null, copies: [], namesake: null }))
      : [newPlace(database, found, document, source ?? found.source)];
  return places.map((place) => put(library, document, found.path, place, reader.id));
}

async function readOne(path: string, reader: DocumentReader): Promise<Document> {
  try {
    return await reader.read(path);
  } catch (error) {
    throw error instanceof Failure ? new Unreadable(error) : error;
  }
}

function put(library: Library, document: Document, path: string, place: NewPlace, readBy: string): Ingested {
  const { source, name, movedFrom, namesake } = place;
  const copies = place.copies.map((each) => each.path);
  const told = { path, source, name, title: document.title, problems: document.problems, movedFrom, copies, namesake };
  const copy = place.copies.find((each) => each.source === source);
  if (copy !== undefined && movedFrom === null) {
    const none = { added: 0, changed: 0, unchanged: 0, removed: 0 };
    return { ...told, ...none, id: copy.id, name: copy.name, change: 'copy', copies: [copy.path], namesake: null };
  }
  return { ...told, ...library.addDocument(document, { source, name, path, readBy }) };
}

function unchanged(library: Library, id: number, { path, source, name }: FoundDocument): Ingested {
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
  return new Failure({
    exit: 'interrupted',
    code: 'interrupted',
    message: 'Interrupted.',
    next: 'Type the same command again: what is finished is not read again.',
  });
}
