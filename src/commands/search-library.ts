/** `lemmahead search --in-library` and `--everywhere`: entries of the library, alone or beside declarations. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { reportEntrySearch, type EntrySearchReport } from '../report/entry-search-report.ts';
import { renderEntrySearch } from '../report/entry-search-text.ts';
import { searchEntries } from '../search/library/search-entries.ts';
import type { Command, CommandContext, CommandOutcome } from './command.ts';
import { withVectorSearch } from './embedder.ts';
import { readMissingWords } from './missing-words.ts';
import type { SearchCommandOptions } from './search-options.ts';

/** Exit `done` with hits, `no` without. `declarations`: what searches those, where they are wanted too. */
export async function searchLibraryToo(
  options: SearchCommandOptions,
  context: CommandContext,
  declarations: Command<SearchCommandOptions> | null,
): Promise<CommandOutcome> {
  const entries = await searchEntriesFor(options, context);
  const render = (style: Parameters<CommandOutcome['render']>[0]): string =>
    renderEntrySearch(entries, style, context.cwd);
  if (declarations === null) return { exit: entries.results.length > 0 ? 'done' : 'no', data: entries, render };
  const others = await orFailure(() => declarations(options, context));
  const isFound = entries.results.length > 0 || (others.outcome !== null && others.outcome.exit === 'done');
  return {
    exit: isFound ? 'done' : 'no',
    data: {
      schema: 'lemmahead/search-everywhere@1',
      query: options.query,
      declarations: others.outcome?.data ?? null,
      declarations_failed: others.failure?.detail ?? null,
      library: entries,
    },
    render: (style) => {
      const above = others.outcome?.render(style) ?? `${others.failure?.detail.message ?? ''}\n`;
      return `Declarations\n\n${above}\nLibrary\n\n${render(style)}`;
    },
  };
}

/** Without an index, or with a query that it cannot read, the library is searched all the same. */
async function orFailure(
  work: () => Promise<CommandOutcome>,
): Promise<{ outcome: CommandOutcome | null; failure: Failure | null }> {
  try {
    return { outcome: await work(), failure: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit === 'interrupted') throw error;
    return { outcome: null, failure: error };
  }
}

async function searchEntriesFor(options: SearchCommandOptions, context: CommandContext): Promise<EntrySearchReport> {
  const path = libraryPathFor(context.settings);
  const { unread, failure } = await readMissingWords(path);
  const { query, k: limit, kind, source, heading, explain } = options;
  return withLibrary(path, {}, (library) => {
    requireSources(library.database, source);
    return withVectorSearch(library, context, async (vectors) => {
      const filter = { sources: source, kinds: kind, headings: heading };
      const result = await searchEntries(library, query ?? '', { limit, filter, vectors });
      if (failure !== null) result.notices.push(unreadWords(unread, failure));
      return reportEntrySearch(library, { query: query ?? '', result, explain });
    });
  });
}

function unreadWords(count: number, { detail }: Failure): string {
  return `The words of ${count} entries could not be read now, so they are not found: ${detail.message}`;
}
