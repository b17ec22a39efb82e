/** Makes the JSON report of a library search. Its text is rendered from the same object. */
import { dirname, join } from 'node:path';
import type { Entry } from '../library/entry.ts';
import { documentPaths } from '../library/filter-entries.ts';
import type { Library } from '../library/library.ts';
import type { EntryHit, EntrySearchResult } from '../search/library/search-entries.ts';
import { snippetOf } from './snippet.ts';
import type { EntryPlace, EntryResult, EntrySearchReport } from './entry-search-schema.ts';

export interface EntrySearchReportInput {
  query: string;
  result: EntrySearchResult;
  explain: boolean;
}

export function reportEntrySearch(
  library: Library,
  { query, result: { hits, channels, notices }, explain }: EntrySearchReportInput,
): EntrySearchReport {
  const entries = hits.flatMap(({ entry, copies }) => [entry, ...copies]);
  const ids = entries.map(({ documentId }) => documentId).filter((id) => id !== null);
  const paths = documentPaths(library.database, ids);
  return {
    schema: 'lemmahead/search-library@1',
    query,
    library: library.path,
    results: hits.map((hit) => resultOf(hit, paths, query, explain)),
    channels,
    notices,
  };
}

function resultOf(
  { entry, copies, score, similarity, channels, contributions }: EntryHit,
  paths: ReadonlyMap<number, string>,
  query: string,
  explain: boolean,
): EntryResult {
  const { kind, called, number, title, headings, body, proof } = entry;
  const { id, key, source, ...place } = placeOf(entry, paths);
  const result: EntryResult = {
    ...{ id, key, kind, called, number, title, source, headings },
    snippet: snippetOf(body, query),
    ...{ body, proof },
    ...place,
    also_in: copies.map((each) => placeOf(each, paths)),
    score: Number(score.toPrecision(6)),
    similarity: Number(similarity.toPrecision(6)),
    channels,
  };
  if (explain) result.contributions = contributions;
  return result;
}

/** `paths`: document id → path of its first file. */
function placeOf({ id, key, source, place, documentId }: Entry, paths: ReadonlyMap<number, string>): EntryPlace {
  const first = documentId === null ? undefined : paths.get(documentId);
  return {
    ...{ id, key, source },
    path: first === undefined || place === null ? null : join(dirname(first), place.file),
    line: place?.line ?? null,
    page: place?.page ?? null,
  };
}
