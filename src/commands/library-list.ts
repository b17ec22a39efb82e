/** `lemmahead library list`: sources and their documents, or the entries that match a filter. */
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { listEntries, listSources } from '../library/listing.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderEntries, renderSources } from '../report/library-list.ts';
import type { Command } from './command.ts';

export interface LibraryListOptions {
  /** List entries even without a filter. */
  entries: boolean;
  source: readonly string[];
  document: readonly string[];
  kind: readonly string[];
  heading: readonly string[];
  limit: number;
}

/** Exit `no` if nothing matches. */
export const libraryList: Command<LibraryListOptions> = (options, { settings }) =>
  withLibrary(libraryPathFor(settings), {}, ({ database, path }) => {
    const { source, document, kind, heading, limit } = options;
    requireSources(database, source);
    const sources = listSources(database, source);
    if (!options.entries && document.length + kind.length + heading.length === 0) {
      return {
        exit: 'done',
        data: { schema: 'lemmahead/library-list@1', path, ...snakeKeys({ sources }), entries: null, total: null },
        render: (style) => renderSources(sources, path, style),
      };
    }
    const filter = { sources: source, kinds: kind, headings: heading };
    const { entries, total } = listEntries(database, filter, document, limit);
    return {
      exit: total === 0 ? 'no' : 'done',
      data: { schema: 'lemmahead/library-list@1', path, ...snakeKeys({ sources, entries }), total },
      render: (style) => renderEntries(entries, total, style),
    };
  });
