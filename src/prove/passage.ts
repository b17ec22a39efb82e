/** Types for retrieving library passages in a strategy. */
import type { Entry } from '../library/entry.ts';
import type { EntryChannel } from '../search/library/entry-channels.ts';

/** A library entry as used in prompts. */
export interface Passage extends Pick<
  Entry,
  'id' | 'kind' | 'source' | 'called' | 'number' | 'title' | 'headings' | 'body' | 'proof'
> {
  /** Similarity to the query, 0 to 1: of vectors if they were used, otherwise of words. */
  similarity: number;
}

/** Source of the query: the statement, keywords of the statement, or keywords of statement and proof. */
export type PassageReason = 'statement' | 'keywords' | 'keywords_again';

export interface PassageQuery {
  text: string;
  reason: PassageReason;
  limit: number;
}

export interface PassagesFound {
  /** Best first. */
  passages: Passage[];
  /** Library search channels that were used. */
  channels: EntryChannel[];
  /** Ids of passages left out because a benchmark hides them. */
  hidden: number[];
}

/** Retrieves library passages; in a benchmark, none that it hides. */
export type RetrievePassages = (query: PassageQuery) => Promise<PassagesFound>;
