/** `lemmahead search --in-library` and `--everywhere`: entries of the library, alone or beside declarations. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import { reportEntrySearch, type EntrySearchReport } from '../report/entry-search-report.ts';
import { renderEntrySearch } from '../report/entry-search-text.ts';
import type { TextStyle } from '../report/style.ts';
import { searchEntries } from '../search/library/search-entries.ts';
import type { Command, CommandContext, CommandOutcome } from './command.ts';
import { withVectorSearch } from './embedder.ts';
import { refreshWordIndex } from './refresh-word-index.ts';
import type { SearchCommandOptions } from './search-options.ts';

/**
 * Exit `done` with hits, `no` without. `declarations`: what searches those, where they are wanted too; then the one
 * serves where the other cannot.
 */
export async function searchWithLibrary(
  options: SearchCommandOptions,
  context: CommandContext,
  declarations: Command<SearchCommandOptions> | null,
): Promise<CommandOutcome> {
  if (declarations === null) return searchLibraryAlone(options, context);
  // Where the library itself is at fault, or a source is none of its own, that is an error.
  const library = await orFailure(() => searchLibraryAlone(options, context), isNotThere);
  const others = await orFailure(() => declarations(options, context), isOfIndexOrQuery);
  if (library.failure !== null && others.failure !== null) throw others.failure;
  const isFound = library.outcome?.exit === 'done' || others.outcome?.exit === 'done';
  const failure = library.failure ?? others.failure;
  return {
    // Where nothing is found and half was not searched, that is no honest no.
    exit: isFound ? 'done' : (failure?.detail.exit ?? 'no'),
    data: {
      schema: 'lemmahead/search-everywhere@1',
      query: options.query,
      declarations: others.outcome?.data ?? null,
      declarations_failed: others.failure?.detail ?? null,
      library: library.outcome?.data ?? null,
      library_failed: library.failure?.detail ?? null,
    },
    render: (style) => `Declarations\n\n${partText(others, style)}\nLibrary\n\n${partText(library, style)}`,
  };
}

async function searchLibraryAlone(options: SearchCommandOptions, context: CommandContext): Promise<CommandOutcome> {
  const entries = await searchEntriesFor(options, context);
  return {
    exit: entries.results.length > 0 ? 'done' : 'no',
    data: entries,
    render: (style) => renderEntrySearch(entries, style, context.cwd),
  };
}

type Part = { outcome: CommandOutcome; failure: null } | { outcome: null; failure: Failure };

const isNotThere = ({ detail }: Failure): boolean => detail.code === 'library-missing';
/** The library takes any words; what the index cannot read as a query, it still can. */
const isOfIndexOrQuery = ({ detail }: Failure): boolean =>
  detail.exit === 'usage' ? /^(?:pattern|goal|query)-/u.test(detail.code) : detail.exit !== 'interrupted';

async function orFailure(work: () => Promise<CommandOutcome>, isServed: (failure: Failure) => boolean): Promise<Part> {
  try {
    return { outcome: await work(), failure: null };
  } catch (error) {
    if (!(error instanceof Failure) || !isServed(error)) throw error;
    return { outcome: null, failure: error };
  }
}

function partText({ outcome, failure }: Part, style: TextStyle): string {
  if (outcome !== null) return outcome.render(style);
  const { message, reason, next } = failure.detail;
  return (
    [message, reason, next]
      .filter((part) => part !== undefined)
      .join('\n')
      .replaceAll(/^/gmu, '  ')
      .slice(2) + '\n'
  );
}

async function searchEntriesFor(options: SearchCommandOptions, context: CommandContext): Promise<EntrySearchReport> {
  const path = libraryPathFor(context.settings);
  const { unread, failure } = await refreshWordIndex(path);
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
