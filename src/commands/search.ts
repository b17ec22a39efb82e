/** `lemmahead search`: resolves flags, searches, reports. */
import { Failure } from '../base/errors.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { KINDS } from '../lean/declaration.ts';
import { ENTRY_KINDS } from '../library/entry.ts';
import { makeLocate, reportSearch } from '../report/search-report.ts';
import type { SearchReport } from '../report/search-schema.ts';
import { renderSearch } from '../report/search-text.ts';
import type { WritingIfAny } from '../search/name-at-place.ts';
import { searchLibrary, type SearchResult } from '../search/search.ts';
import type { VectorSearch } from '../search/library/vector-channel.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from './command.ts';
import { withDeclarationVectors } from '../session/open-declaration-vectors.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { makeLink } from '../session/source-links.ts';
import { readPlaceInFile } from '../session/place-in-file.ts';
import { refreshProject } from '../session/refresh.ts';
import type { SearchCommandOptions } from '../options/search-options.ts';

/** Exit `done` with hits, `no` without. */
export const search: Command<SearchCommandOptions> = async (options, context) => {
  if (options.query === null && (options.filters.instancesOf === null || options.where !== 'index'))
    throw withoutQuery(options.where);
  requireLibrary(options);
  requireKinds(options);
  if (options.where === 'index') return searchDeclarations(options, context);
  const { searchWithLibrary } = await import('./search-library.ts');
  return searchWithLibrary(options, context, options.where === 'everywhere' ? searchDeclarations : null);
};

const searchDeclarations: Command<SearchCommandOptions, SearchReport> = async (options, context) => {
  await refreshProject(context);
  return withCommandIndex(context, async (index) => {
    const write = options.in === null ? null : await makeWriterFor(index, options.in, context);
    const result = await withDeclarationVectors(context, (vectors) => answer(index, options, vectors));
    const { query, explain, offset } = options;
    const sources = { index, locate: makeLocate(index), link: makeLink(index, context.settings) };
    const report = reportSearch({
      query: query ?? '',
      result,
      offset,
      sources,
      write,
      explain,
      constantsOf: options.constants ? (await import('../search/statement-constants.ts')).statementConstants : null,
    });
    return {
      exit: report.results.length > 0 ? 'done' : 'no',
      data: report,
      render: (style) => renderSearch(report, style, { cwd: context.cwd, docs: options.docs }),
    };
  });
};

/** Lists instances if there is only `--instances-of` and no query. */
async function answer(
  index: LibraryIndex,
  options: SearchCommandOptions,
  vectors: VectorSearch | null,
): Promise<SearchResult> {
  const { query, as, k: limit, offset, explain, fold, inTopic, filters } = options;
  const { instancesOf } = filters;
  if (query === null && instancesOf !== null)
    return (await import('../search/instances.ts')).listInstances(index, instancesOf, { limit, offset, filters });
  return searchLibrary(index, query ?? '', {
    as,
    limit,
    offset,
    explain,
    fold,
    filters,
    vectors,
    ...(inTopic === null ? {} : { topic: inTopic }),
  });
}

/** Rejects kinds that do not occur in what is searched, instead of finding nothing. */
function requireKinds({ filters: { kind }, where }: SearchCommandOptions): void {
  const known: readonly string[] =
    where === 'index' ? KINDS : where === 'library' ? ENTRY_KINDS : [...KINDS, ...ENTRY_KINDS];
  const stray = kind.find((each) => !known.includes(each));
  if (stray === undefined) return;
  throw new Failure('usage', 'usage', {
    message: `There is no kind '${stray}' ${where === 'index' ? 'of declarations' : 'in the library'}.`,
    reason: `Possible values: ${known.join(', ')}.`,
    next: 'lemmahead search --help',
  });
}

/** Rejects library filters if the library is not searched, instead of ignoring them. */
function requireLibrary({ where, filters: { source, heading } }: SearchCommandOptions): void {
  if (where !== 'index' || (source.length === 0 && heading.length === 0)) return;
  throw new Failure('usage', 'usage', {
    message: `${source.length > 0 ? '--source' : '--heading'} applies to the library, which is not searched.`,
    next: 'Add --in-library, or --everywhere to search declarations too.',
  });
}

function withoutQuery(where: SearchCommandOptions['where']): Failure {
  return new Failure('usage', 'usage', {
    message: 'Missing query.',
    reason:
      where === 'index'
        ? 'Only --instances-of works without a query.'
        : 'A library search needs a query; only --instances-of on declarations works without one.',
    next: 'lemmahead search --help',
  });
}

/** `FILE` or `FILE:LINE`. */
async function makeWriterFor(
  index: LibraryIndex,
  written: string,
  context: CommandContext,
): Promise<(row: DeclarationRow) => WritingIfAny> {
  const { place, module } = await readPlaceInFile(index, written, context.cwd);
  const { makeWriter } = await import('../search/name-at-place.ts');
  const write = makeWriter(index, place, module);
  return (row) => (row.isPrivate && row.module !== module ? { ...write(row), writeAs: null } : write(row));
}
