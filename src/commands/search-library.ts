/** `lemmahead search --in-library` and `--everywhere`: searches library entries, alone or with declarations and concepts. */
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import type { ConceptsSearchReport } from '../report/concepts-schema.ts';
import { reportEntrySearch } from '../report/entry-search-report.ts';
import type { EntrySearchReport } from '../report/entry-search-schema.ts';
import { renderEntrySearch } from '../report/entry-search-text.ts';
import type { SearchReport } from '../report/search-schema.ts';
import type { TextStyle } from '../report/style.ts';
import type { QueryShape } from '../search/channels.ts';
import { searchEntries } from '../search/library/search-entries.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command, CommandOutcome } from './command.ts';
import { conceptsPathFor } from '../session/command-concepts.ts';
import { withVectorSearch } from '../session/embedder.ts';
import { refreshWordIndex } from '../session/refresh-word-index.ts';
import type { SearchCommandOptions } from '../options/search-options.ts';

/**
 * Exit `done` with hits, `no` without. `declarations`: the search for declarations, or null; if one of the two searches
 * is unavailable, the other still gives results.
 */
export async function searchWithLibrary(
  options: SearchCommandOptions,
  context: CommandContext,
  declarations: Command<SearchCommandOptions, SearchReport> | null,
): Promise<CommandOutcome> {
  if (declarations === null) return searchLibraryAlone(options, context);
  // A damaged library or an unknown source is still an error.
  const library = await orFailure(() => searchLibraryAlone(options, context), isLibraryMissing);
  const others = await orFailure(() => declarations(options, context), isIndexOrQueryFailure);
  if (library.failure !== null && others.failure !== null) throw others.failure;
  const concepts = await conceptsFor(options, context, others.outcome?.data.shape ?? null);
  const isFound = [library, others, concepts].some((part) => part?.outcome?.exit === 'done');
  const failure = library.failure ?? others.failure;
  return {
    // Without hits, a half that was not searched must not be reported as `no`.
    exit: isFound ? 'done' : (failure?.detail.exit ?? 'no'),
    data: {
      schema: 'lemmahead/search-everywhere@1',
      query: options.query,
      declarations: others.outcome?.data ?? null,
      declarations_failed: others.failure?.detail ?? null,
      library: library.outcome?.data ?? null,
      library_failed: library.failure?.detail ?? null,
      concepts: concepts?.outcome?.data ?? null,
      concepts_failed: concepts?.failure?.detail ?? null,
    },
    render: (style) =>
      [
        `Declarations\n\n${partText(others, style)}`,
        ...(concepts === null ? [] : [`Concepts\n\n${partText(concepts, style)}`]),
        `Library\n\n${partText(library, style)}`,
      ].join('\n'),
  };
}

/**
 * The definitions that the query means, if it is in words and there is a concept base; null otherwise. Filters apply to
 * declarations, so with one of them concepts are not searched.
 */
async function conceptsFor(
  { query, k, inTopic, explain, filters }: SearchCommandOptions,
  context: CommandContext,
  shape: QueryShape | null,
): Promise<Part<ConceptsSearchReport> | null> {
  const { module, namespace, package: packages, attribute, instancesOf, kind } = filters;
  const isFiltered =
    instancesOf !== null || [module, namespace, packages, attribute, kind].some(({ length }) => length > 0);
  if (query === null || isFiltered || (shape !== 'text' && shape !== 'name')) return null;
  if (!fileExists(conceptsPathFor(context.settings))) return null;
  const { conceptsSearch } = await import('./concepts-search.ts');
  const refreshed = { ...context, settings: { ...context.settings, searchRefresh: false } };
  const part = await orFailure(
    () => conceptsSearch({ term: query, k, field: inTopic, explain, in: null }, refreshed),
    ({ detail }) => detail.exit === 'missing' || detail.code.startsWith('term-'),
  );
  return part.failure?.detail.exit === 'usage' ? null : part;
}

async function searchLibraryAlone(
  options: SearchCommandOptions,
  context: CommandContext,
): Promise<CommandOutcome<EntrySearchReport>> {
  const entries = await searchEntriesFor(options, context);
  return {
    exit: entries.results.length > 0 ? 'done' : 'no',
    data: entries,
    render: (style) => renderEntrySearch(entries, style, context.cwd),
  };
}

type Part<Data> = { outcome: CommandOutcome<Data>; failure: null } | { outcome: null; failure: Failure };

const isLibraryMissing = ({ detail }: Failure): boolean => detail.code === 'library-missing';
/** The library accepts any text, even one that is not a valid query for the index. */
const isIndexOrQueryFailure = ({ detail }: Failure): boolean =>
  detail.exit === 'usage' ? /^(?:pattern|goal|query)-/u.test(detail.code) : detail.exit !== 'interrupted';

async function orFailure<Data>(
  work: () => Promise<CommandOutcome<Data>>,
  isTolerated: (failure: Failure) => boolean,
): Promise<Part<Data>> {
  try {
    return { outcome: await work(), failure: null };
  } catch (error) {
    if (!(error instanceof Failure) || !isTolerated(error)) throw error;
    return { outcome: null, failure: error };
  }
}

function partText({ outcome, failure }: Part<unknown>, style: TextStyle): string {
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
  const { query, k: limit, explain } = options;
  const { kind, source, heading } = options.filters;
  return withLibrary(path, {}, (library) => {
    requireSources(library.database, source);
    return withVectorSearch(library, context, async (vectors) => {
      const filter = { sources: source, kinds: kind, headings: heading };
      const result = await searchEntries(library, query ?? '', { limit, filter, vectors });
      if (failure !== null) result.notices.push(unindexedNotice(unread, failure));
      return reportEntrySearch(library, { query: query ?? '', result, explain });
    });
  });
}

function unindexedNotice(count: number, { detail }: Failure): string {
  return `${count} entries could not be indexed, so the search does not find them: ${detail.message}`;
}
