/** `lemmahead library import`: adds the documents of an export, as if they were read here. */
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { libraryPathFor } from '../config/paths.ts';
import type { AddedDocument } from '../library/add-document.ts';
import { deriveAll } from '../library/derive.ts';
import { entryKey } from '../library/document-entries.ts';
import { EmbeddedStore } from '../library/embedded-store.ts';
import { withLibrary, type Library } from '../library/library.ts';
import { findLocations } from '../library/locate-document.ts';
import { refreshWords } from '../library/word-rows.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderLibraryImport } from '../report/library-import.ts';
import { entryReader } from '../search/library/entry-words.ts';
import type { TextStyle } from '../report/style.ts';
import { readImportFile } from '../session/import-file.ts';
import { checkEmbedder } from '../vectors/same-embedder.ts';
import type { Command } from './command.ts';
import { EXPORT_NEEDED, parseExport, type ParsedExport } from './parse-export.ts';

/** An existing document is updated to match the export; its entries keep their ids. */
export const libraryImport: Command<{ file: string }> = ({ file }, { settings, cwd, signal, startProgress }) => {
  const exported = parseExport(readImportFile(resolve(cwd, file), EXPORT_NEEDED), file);
  const { documents: found, entries, units, spaces } = exported;
  const path = libraryPathFor(settings);
  const progress = startProgress('Importing');
  return withLibrary(path, { writable: true }, async (library) => {
    const words = entryReader();
    const stores = await openSpaces(library, spaces);
    /** The names that documents have in this library: one with the same path may have another name. */
    const names = new Map<string, string>();
    const documents: (AddedDocument & { source: string; name: string; title: string })[] = [];
    for (const { document, ...location } of found) {
      progress.update(documents.length, found.length, `${location.source} / ${location.name}`);
      // Lets the process handle Ctrl-C and draw the progress line.
      await setImmediate();
      signal.throwIfAborted();
      const [existing] = findLocations(library.database, location.path, location.source);
      const name = existing?.name ?? location.name;
      names.set(`${location.source}\n${location.name}`, name);
      const added = library.addDocument(document, { ...location, name });
      await refreshWords(library.database, words);
      documents.push({ source: location.source, name, title: document.title, ...added });
    }
    deriveAll(library.database, units, (number) => {
      const { source, document, key } = entries.get(number)!;
      return { source, key: document === null ? key : entryKey(names.get(`${source}\n${document}`)!, key) };
    });
    await refreshWords(library.database, words);
    for (const [i, { embedder, vectors }] of spaces.entries()) stores[i]!.restore(embedder, vectors);
    const counts = { derivations: units.length, vectors: spaces.reduce((sum, { vectors }) => sum + vectors.length, 0) };
    return {
      exit: 'done' as const,
      data: { schema: 'lemmahead/library-import@1' as const, path, ...snakeKeys({ documents }), ...counts },
      render: (style: TextStyle) => renderLibraryImport(documents, counts, path, style),
    };
  }).finally(() => progress.stop());
};

/** @throws {Failure} `embedder-differs`, before anything is imported */
async function openSpaces(library: Library, spaces: ParsedExport['spaces']): Promise<EmbeddedStore[]> {
  const stores = spaces.map(({ space }) => new EmbeddedStore(library.database, library.path, space));
  for (const [i, { embedder }] of spaces.entries())
    checkEmbedder(await stores[i]!.embedder(), embedder, IMPORT_WITHOUT);
  return stores;
}

const IMPORT_WITHOUT = 'Import an export without --vectors, or import into another library with --library.';
