/** `lemmahead library list`: sources and their documents, or the entries that match a filter. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { listEntries, listSources, type ListedEntry, type ListedSource } from '../library/listing.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderEntries, renderSources } from '../report/library-list.ts';
import type { LibraryListOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';

interface Listing {
  sources: ListedSource[];
  /** Null if only sources are listed. */
  page: { entries: ListedEntry[]; total: number } | null;
}

/** Exit `no` if nothing matches a filter. Without a filter, an empty or missing library is an empty list. */
export const libraryList: Command<LibraryListOptions> = async (options, { settings }) => {
  const path = libraryPathFor(settings);
  const { sources, page } = await listLibrary(path, options);
  const { entries = null, total = null } = page ?? {};
  return {
    exit: total === 0 && isFiltered(options) ? 'no' : 'done',
    data: { schema: 'lemmahead/library-list@1', path, ...snakeKeys({ sources, entries }), total },
    render: (style) =>
      page === null ? renderSources(sources, path, style) : renderEntries(page.entries, page.total, style),
  };
};

async function listLibrary(path: string, options: LibraryListOptions): Promise<Listing> {
  const { source, document, kind, heading, limit } = options;
  const listsEntries = options.entries || document.length + kind.length + heading.length > 0;
  try {
    return await withLibrary(path, {}, ({ database }) => {
      requireSources(database, source);
      const filter = { sources: source, kinds: kind, headings: heading };
      return {
        sources: listSources(database, source),
        page: listsEntries ? listEntries(database, filter, document, limit) : null,
      };
    });
  } catch (error) {
    const isMissing = error instanceof Failure && error.detail.code === 'library-missing';
    if (!isMissing || isFiltered(options)) throw error;
    return { sources: [], page: listsEntries ? { entries: [], total: 0 } : null };
  }
}

function isFiltered({ source, document, kind, heading }: LibraryListOptions): boolean {
  return source.length + document.length + kind.length + heading.length > 0;
}
