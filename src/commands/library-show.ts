/** `lemmahead library show`: one entry in full, with its references in both directions. */
import { libraryPathFor } from '../config/paths.ts';
import { entryCard, entryLines } from '../library/entry-card.ts';
import { findEntryIds, similarEntryIds } from '../library/find-entry.ts';
import { withLibrary } from '../library/library.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderEntryCard, renderUnknownEntry } from '../report/library-show.ts';
import type { Command } from './command.ts';

const MAX_CANDIDATES = 20;

/** Exit `no` if the name is unknown or ambiguous; the data then lists candidates. */
export const libraryShow: Command<{ name: string; source: string | null }> = ({ name, source }, { settings, cwd }) =>
  withLibrary(libraryPathFor(settings), {}, (library) => {
    const { database } = library;
    const ids = findEntryIds(database, name, source);
    const entry = ids.length === 1 ? library.entry(ids[0]!) : null;
    if (entry === null) {
      const some = ids.length > 0 ? ids : similarEntryIds(database, name, MAX_CANDIDATES);
      const candidates = entryLines(database, some.slice(0, MAX_CANDIDATES));
      return {
        exit: 'no',
        data: { schema: 'lemmahead/library-show@1', entry: null, ...snakeKeys({ candidates }) },
        render: (style) => renderUnknownEntry(name, candidates, ids.length, style),
      };
    }
    const card = entryCard(library, entry);
    return {
      exit: 'done',
      data: { schema: 'lemmahead/library-show@1', ...snakeKeys({ ...card, candidates: [] }) },
      render: (style) => renderEntryCard(card, style, cwd),
    };
  });
