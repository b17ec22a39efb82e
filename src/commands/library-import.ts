/** `lemmahead library import`: documents out of an export, as if they had been read here. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { AddedDocument } from '../library/add-document.ts';
import { withLibrary } from '../library/library.ts';
import { placesOf } from '../library/locate-document.ts';
import { refreshWords } from '../library/word-rows.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderLibraryImport } from '../report/library-import.ts';
import { entryReader } from '../search/library/entry-words.ts';
import type { TextStyle } from '../report/style.ts';
import type { Command } from './command.ts';
import { parseExport } from './parse-export.ts';

/** A document that is here already is brought into line with the export; its entries keep their ids here. */
export const libraryImport: Command<{ file: string }> = ({ file }, { settings, cwd, signal, startProgress }) => {
  const exported = parseExport(textOf(resolve(cwd, file)), file);
  const path = libraryPathFor(settings);
  const progress = startProgress('Importing');
  return withLibrary(path, { writable: true }, async (library) => {
    const words = entryReader();
    const documents: (AddedDocument & { source: string; name: string; title: string })[] = [];
    for (const { document, ...shelf } of exported) {
      progress.update(documents.length, exported.length, `${shelf.source} / ${shelf.name}`);
      // Here a Ctrl-C is heard and the line of progress drawn.
      await setImmediate();
      signal.throwIfAborted();
      // By its path a document may have another name here.
      const [known] = placesOf(library.database, shelf.path, shelf.source);
      const name = known?.name ?? shelf.name;
      const added = library.addDocument(document, { ...shelf, name });
      refreshWords(library.database, words);
      documents.push({ source: shelf.source, name, title: document.title, ...added });
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
        next: 'Give a file that lemmahead library export --out FILE wrote.',
      },
      error,
    );
  }
}
