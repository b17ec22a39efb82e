/** `lemmahead library import`: adds the documents of an export, as if they had been read here. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { AddedDocument } from '../library/add-document.ts';
import { withLibrary } from '../library/library.ts';
import { findLocations } from '../library/locate-document.ts';
import { refreshWords } from '../library/word-rows.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderLibraryImport } from '../report/library-import.ts';
import { entryReader } from '../search/library/entry-words.ts';
import type { TextStyle } from '../report/style.ts';
import type { Command } from './command.ts';
import { parseExport } from './parse-export.ts';

/** An existing document is updated to match the export; its entries keep their ids. */
export const libraryImport: Command<{ file: string }> = ({ file }, { settings, cwd, signal, startProgress }) => {
  const exported = parseExport(textOf(resolve(cwd, file)), file);
  const path = libraryPathFor(settings);
  const progress = startProgress('Importing');
  return withLibrary(path, { writable: true }, async (library) => {
    const words = entryReader();
    const documents: (AddedDocument & { source: string; name: string; title: string })[] = [];
    for (const { document, ...location } of exported) {
      progress.update(documents.length, exported.length, `${location.source} / ${location.name}`);
      // Lets the process handle Ctrl-C and draw the progress line.
      await setImmediate();
      signal.throwIfAborted();
      // A document with the same path may have another name in this library.
      const [existing] = findLocations(library.database, location.path, location.source);
      const name = existing?.name ?? location.name;
      const added = library.addDocument(document, { ...location, name });
      refreshWords(library.database, words);
      documents.push({ source: location.source, name, title: document.title, ...added });
    }
    return {
      exit: 'done' as const,
      data: { schema: 'lemmahead/library-import@1', path, ...snakeKeys({ documents }) },
      render: (style: TextStyle) => renderLibraryImport(documents, path, style),
    };
  }).finally(() => progress.stop());
};

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(
      {
        exit: 'missing',
        code: 'import-missing',
        message: `${path} cannot be read.`,
        reason: (error as Error).message,
        next: 'Give a file written by lemmahead library export --out FILE.',
      },
      error,
    );
  }
}
