/** The JSON contract of a search of the library. Text is rendered from the same object. */
import { dirname, join } from 'node:path';
import { documentPaths } from '../library/filter-entries.ts';
import type { Library } from '../library/library.ts';
import type { EntryChannel, EntryHit, EntrySearchResult } from '../search/library/search-entries.ts';
import type { Contribution } from '../search/types.ts';
import { snippetOf } from './snippet.ts';

export interface EntryResult {
  id: number;
  /** Unique in its source. */
  key: string;
  kind: string;
  /** As its source calls it: `Lemma`. */
  called: string;
  number: string | null;
  title: string;
  source: string;
  headings: string[];
  /** What of its text answers, on one line. */
  snippet: string;
  body: string;
  /** Proof or solution. */
  proof: string | null;
  /** Absolute path of the file; null where it stands in none. */
  path: string | null;
  line: number | null;
  page: number | null;
  score: number;
  /** Cosine of the vectors, where they found it; else how much of the question its words answer, 0 to 1. */
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
  /** Those that were asked and answered. */
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
  const ids = hits.map(({ entry }) => entry.documentId).filter((id) => id !== null);
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
  { entry, score, similarity, channels, contributions }: EntryHit,
  paths: ReadonlyMap<number, string>,
  query: string,
  explain: boolean,
): EntryResult {
  const { id, key, kind, called, number, title, source, headings, body, proof, place, documentId } = entry;
  const first = documentId === null ? undefined : paths.get(documentId);
  const result: EntryResult = {
    ...{ id, key, kind, called, number, title, source, headings },
    snippet: snippetOf(body, query),
    ...{ body, proof },
    path: first === undefined || place === null ? null : join(dirname(first), place.file),
    line: place?.line ?? null,
    page: place?.page ?? null,
    score: Number(score.toPrecision(6)),
    similarity: Number(similarity.toPrecision(6)),
    channels,
  };
  if (explain) result.contributions = contributions;
  return result;
}
