/** `lemmahead library add`: reads documents into the library and reports the result for each. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import { collectGarbageAbove } from '../index/collect-garbage.ts';
import { findDocuments, type FoundDocument } from '../library/find-documents.ts';
import { ingest, type IngestOutcome } from '../library/ingest.ts';
import { filesOf } from '../library/listing.ts';
import { withLibrary } from '../library/library.ts';
import { refreshWords } from '../library/word-rows.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { addProgressText, renderLibraryAdd, type Spent } from '../report/library-add.ts';
import { entryReader } from '../search/library/entry-words.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { LibraryAddOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';
import { openDocumentReader } from '../session/document-reader.ts';

/**
 * In bytes. After a paragraph, the LaTeX parser leaves hundreds of megabytes of garbage. V8 keeps this memory while the
 * machine has enough.
 */
const MAX_RESIDENT = 300e6;

/** Exit `no` if some documents could not be read; the others are added. */
export const libraryAdd: Command<LibraryAddOptions> = async (options, context) => {
  const started = performance.now();
  const path = libraryPathFor(context.settings);
  const { documents, leftOut } = findDocuments(
    options.paths.map((each) => resolve(context.cwd, each)),
    options.format,
  );
  const { outcome, read, spent } = await add(path, documents, options, context);
  const [failure] = outcome.failed;
  if (failure !== undefined && documents.length === 1) throw Failure.of(failure.detail);
  const { documents: done, failed, stopped } = outcome;
  const report = {
    path,
    documents: done,
    failed: failed.map(({ path: file, detail }) => ({ path: file, ...detail })),
    leftOut: leftOut.filter((each) => !read.has(each.path)),
    notBegun: documents.length - new Set([...done, ...failed].map((each) => each.path)).size,
    stopped: stopped === null ? null : stopped.detail.message,
    spent,
    seconds: (performance.now() - started) / 1000,
  };
  return {
    exit: stopped?.detail.exit ?? (failed.length > 0 ? 'no' : 'done'),
    data: { schema: 'lemmahead/library-add@1', ...snakeKeys(report) },
    render: (style) => renderLibraryAdd(report, style, context.cwd),
  };
};

/** A new library without a document is removed again. `read`: all files of the documents. `spent`: tokens and cost of the model, if one was used. */
async function add(
  path: string,
  documents: readonly FoundDocument[],
  options: LibraryAddOptions,
  context: CommandContext,
): Promise<{ outcome: IngestOutcome; read: Set<string>; spent: Spent }> {
  const progress = context.startProgress('Reading');
  let [done, shown] = [0, ''];
  const paths = documents.map((each) => each.path);
  const { reader, spent } = await openDocumentReader(options, paths, context, (fraction, more) =>
    progress.update(done + fraction, documents.length, more === null ? shown : `${shown}, ${more}`),
  );
  const onProgress = (count: number, current: FoundDocument): void => {
    [done, shown] = [count, addProgressText(count, documents.length, current)];
    progress.update(done, documents.length, shown);
  };
  const { source } = options;
  const { signal } = context;
  const isNew = !fileExists(path);
  return withLibrary(path, { writable: true }, async (library) => {
    try {
      const words = entryReader();
      const onWritten = async (): Promise<void> => {
        await refreshWords(library.database, words);
        collectGarbageAbove(MAX_RESIDENT);
      };
      const outcome = await ingest(library, { documents, source, reader, signal, onProgress, onWritten });
      const read = filesOf(
        library.database,
        outcome.documents.map(({ id }) => id),
      );
      return { outcome, read: new Set(read), spent: spent() };
    } finally {
      progress.stop();
      // While the lock is held: no other process has begun to write.
      if (isNew && library.isEmpty) rmSync(path);
    }
  });
}
