/** Options of `search` and `show` from `cli/`: defaults filled in, paths not resolved. */
import type { QueryShape } from '../search/channels.ts';

export interface SearchCommandOptions {
  /** Null: all instances of the class in `instancesOf`. */
  query: string | null;
  /** What to search: declarations, entries of the library, or both. */
  where: 'index' | 'library' | 'everywhere';
  /** Maximum number of hits, of each kind if both are searched. */
  k: number;
  /** Overrides the detected type of the query. */
  as: QueryShape | null;
  kind: string[];
  /** Filters for entries. */
  source: string[];
  heading: string[];
  module: string[];
  namespace: string[];
  package: string[];
  attr: string[];
  instancesOf: string | null;
  noGenerated: boolean;
  noDeprecated: boolean;
  /** `FILE` or `FILE:LINE`, 1-based: show how to write each name at this place. */
  in: string | null;
  explain: boolean;
  /** Do not update the index with the project's changed files first. */
  noRefresh: boolean;
  /** Group variants (primed, left and right, additive twins) under one hit. Null: depends on the type of the query. */
  fold: boolean | null;
  /** The intended subject. */
  inTopic: string | null;
}

export interface ShowCommandOptions {
  name: string;
  noRefresh: boolean;
}
