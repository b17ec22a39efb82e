/** What `search` and `show` are asked, as `cli.ts` hands it over: defaults filled in, nothing resolved. */
import type { QueryShape } from '../search/types.ts';

export interface SearchCommandOptions {
  /** Null: all that the filter by class lets through. */
  query: string | null;
  /** Declarations, entries of the library, or both. */
  where: 'index' | 'library' | 'everywhere';
  /** How many hits at most; of each, where both are searched. */
  k: number;
  /** Overrides what the query looks like. */
  as: QueryShape | null;
  kind: string[];
  /** Of entries. */
  source: string[];
  heading: string[];
  module: string[];
  namespace: string[];
  package: string[];
  attr: string[];
  instancesOf: string | null;
  noGenerated: boolean;
  noDeprecated: boolean;
  /** `FILE` or `FILE:LINE`, 1-based: say how each name can be written there. */
  in: string | null;
  explain: boolean;
  /** Do not bring changed files of a project up to date first. */
  noRefresh: boolean;
  /** Fold variants (primed, left and right, additive twins) under one hit. Null: as suits the query's shape. */
  fold: boolean | null;
  /** The subject that is meant, in words. */
  inTopic: string | null;
}

export interface ShowCommandOptions {
  name: string;
  noRefresh: boolean;
}
