/** The JSON report of a library search. Its text is rendered from the same object. */
import { dirname, join } from 'node:path';
import type { Entry, EntryKind } from '../library/entry.ts';
import { documentPaths } from '../library/filter-entries.ts';
import type { Library } from '../library/library.ts';
import type { EntryChannel } from '../search/library/entry-channels.ts';
import type { EntryHit, EntrySearchResult } from '../search/library/search-entries.ts';
import type { Contribution } from '../search/types.ts';
import { snippetOf } from './snippet.ts';

/** The identity and position of an entry. */
export interface EntryPlace {
  id: number;
  /** Unique in its source. */
  key: string;
  source: string;
  /** Absolute path of the file; null if it is in none. */
  path: string | null;
  line: number | null;
  page: number | null;
}

export interface EntryResult extends EntryPlace {
  kind: EntryKind;
  /** Its name in the source: `Lemma`. */
  called: string;
  number: string | null;
  title: string;
  headings: string[];
  /** The most relevant part of its text, on one line. */
  snippet: string;
  body: string;
  /** Proof or solution. */
  proof: string | null;
  /** Other hits with the same text. */
  also_in: EntryPlace[];
  score: number;
  /** Cosine of the vectors if the vector channel found it; otherwise the share of the query that its words cover, 0 to 1. */
  similarity: number;
  channels: EntryChannel[];
  /** With `--explain`: addends of the score. */
  contributions?: Contribution[];
}

export interface EntrySearchReport extends Record<string, unknown> {
  schema: 'lemmahead/search-library@1';
  query: string;
  /** The library's file. */
  library: string;
  results: EntryResult[];
  /** The channels that returned an answer. */
  channels: EntryChannel[];
  notices: string[];
}

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
