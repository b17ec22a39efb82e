/** The library, open for strategies to ask. */
import { existsSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { libraryPathFor } from '../config/paths.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { countUnread, refreshWords } from '../library/word-rows.ts';
import type { Passage } from '../prove/passage.ts';
import type { LibraryToAsk } from '../prove/prover.ts';
import { entryReader } from '../search/library/entry-words.ts';
import { NO_FILTER, searchEntries, type EntryHit } from '../search/library/search-entries.ts';
import type { CommandContext } from './command.ts';

export interface OpenLibraryToAsk extends LibraryToAsk {
  path: string;
  entries: number;
  close(): void;
}

/** @throws {Failure} `library-missing`, `library-empty` */
export async function openLibraryToAsk({ settings }: CommandContext): Promise<OpenLibraryToAsk> {
  const path = libraryPathFor(settings);
  if (!existsSync(path)) throw unusable('library-missing', 'The strategy asks the library, and there is none.', path);
  const library = openWithWords(path);
  const hashes = Array.from(library.entries(), ({ contentHash }) => contentHash);
  if (hashes.length === 0) {
    library.close();
    throw unusable('library-empty', 'The strategy asks the library, and nothing is in it.', path);
  }
  return {
    path,
    entries: hashes.length,
    digest: sha256(hashes.join('\n')),
    search: async (text, limit) => {
      const { hits, channels } = await searchEntries(library, text, { limit, filter: NO_FILTER });
      return { passages: hits.map(passageOf), channels };
    },
    close: () => library.close(),
  };
}

/** With the words that this version reads: a library that another one wrote gets them first. */
function openWithWords(path: string): Library {
  const library = openLibrary(path);
  if (countUnread(library.database, entryReader()) === 0) return library;
  library.close();
  const written = openLibrary(path, { writable: true, create: false });
  try {
    refreshWords(written.database, entryReader());
  } finally {
    written.close();
  }
  return openLibrary(path);
}

function passageOf({ entry, similarity }: EntryHit): Passage {
  const { id, kind, source, called, number, title, headings, body, proof } = entry;
  return { id, kind, source, called, number, title, headings, body, proof, similarity };
}

function unusable(code: string, message: string, path: string): Failure {
  return new Failure({
    exit: 'missing',
    code,
    message,
    reason: path,
    next: 'lemmahead library add FILE…',
  });
}
