/** Opens the library for passage search by the strategies. */
import { existsSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { libraryPathFor } from '../config/paths.ts';
import { idsByDeclaration } from '../library/filter-entries.ts';
import { openLibrary, type Library } from '../library/library.ts';
import type { Passage } from '../prove/passage.ts';
import type { LibrarySearch } from '../prove/prover.ts';
import { NO_FILTER, searchEntries, type EntryHit } from '../search/library/search-entries.ts';
import type { CommandContext } from './command-context.ts';
import { openEmbedder, openStore } from './embedder.ts';
import { refreshWordIndex } from './refresh-word-index.ts';

export interface OpenPassageSearch extends LibrarySearch {
  path: string;
  /** Ids of the entries, in their order. */
  ids: readonly number[];
  close(): Promise<void>;
}

/** Searches by words, and also by vectors if an embedder is configured. @throws {Failure} `library-missing`, `library-empty` */
export async function openPassageSearch(context: CommandContext): Promise<OpenPassageSearch> {
  const { settings } = context;
  const path = libraryPathFor(settings);
  if (!existsSync(path))
    throw unusable('library-missing', 'The strategy needs a library, but no library exists.', path);
  const { failure } = await refreshWordIndex(path);
  if (failure !== null) throw failure;
  const library = openLibrary(path);
  const entries = Array.from(library.entries(), ({ id, contentHash }) => ({ id, contentHash }));
  if (entries.length === 0) {
    library.close();
    throw unusable('library-empty', 'The strategy needs a library with entries, but the library is empty.', path);
  }
  const close = (): Promise<void> => Promise.resolve(library.close());
  try {
    const hashes = entries.map(({ contentHash }) => contentHash);
    return { path, ids: entries.map(({ id }) => id), ...(await openSearch(library, hashes, context)) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSearch(
  library: Library,
  hashes: readonly string[],
  context: CommandContext,
): Promise<Omit<OpenPassageSearch, 'path' | 'ids'>> {
  const { settings, signal, log } = context;
  const model = settings.embedder.name === null ? null : await openEmbedder(context);
  const vectors = model && { model, store: await openStore(library, context), signal };
  const shown = new Set<string>();
  return {
    digest: sha256([...hashes, settings.embedder.name ?? '', ...linksOf(library)].join('\n')),
    search: async (text, limit) => {
      const { hits, channels, notices } = await searchEntries(library, text, { limit, filter: NO_FILTER, vectors });
      for (const notice of notices) if (!shown.has(notice)) log.warn(notice);
      for (const notice of notices) shown.add(notice);
      return { passages: hits.map(passageOf), channels };
    },
    entriesAbout: (declarations) => idsByDeclaration(library.database, declarations),
    close: async () => {
      await model?.close();
      library.close();
    },
  };
}

/** The links to declarations: they decide which entries a benchmark hides. */
function linksOf({ database }: Library): string[] {
  return database.prepare('SELECT entry_id, name FROM declaration_links').raw().all().map(String);
}

function passageOf({ entry, similarity }: EntryHit): Passage {
  const { id, kind, source, called, number, title, headings, body, proof } = entry;
  return { id, kind, source, called, number, title, headings, body, proof, similarity };
}

function unusable(code: string, message: string, path: string): Failure {
  return new Failure('missing', code, { message, reason: path, next: 'lemmahead library add FILE…' });
}
