/** Types of search options and results. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import type { GoalPlace } from './premises/place-features.ts';

export interface SearchFilters {
  kind?: string[];
  module?: string[];
  namespace?: string[];
  package?: string[];
  attribute?: string[];
  instancesOf?: string | null;
  generated?: boolean;
  deprecated?: boolean;
}

/** One addend of a hit's score. All contributions of a hit sum to its score. */
export interface Contribution {
  /** `exact name`, `word 'commutativity'`, `uses`, `kind`, … */
  what: string;
  points: number;
}

/** A row that a channel found. */
export interface Scored {
  id: number;
  score: number;
  /** Explanation, if requested. */
  contributions?: Contribution[];
}

export interface Hit {
  row: DeclarationRow;
  score: number;
  contributions: Contribution[];
  /** Variants folded into this hit: primed, `_left`/`_right`, additive version. */
  variants: string[];
}

/** How many rows match a query. `at most`: not all candidates were compared. */
export interface Total {
  count: number;
  bound: 'exact' | 'at most';
}

/** A search channel: returns rows for a query in its own syntax, best first. Does not fold or filter private rows. */
export type Channel = (
  index: LibraryIndex,
  query: string,
  options: {
    limit: number;
    explain: boolean;
    allow: ((id: number) => boolean) | null;
    topic?: string;
    place?: GoalPlace;
    /** Gets the number of rows that match, if the channel knows it: one that ranks all rows does not. */
    onTotal?: (total: Total) => void;
  },
) => Scored[];
