/** Passages of the library, and how a strategy asks for them. Types only. */
import type { Entry } from '../library/entry.ts';
import type { EntryChannel } from '../search/library/search-entries.ts';

/** What a prompt may show of the library. */
export interface Passage extends Pick<
  Entry,
  'id' | 'kind' | 'source' | 'called' | 'number' | 'title' | 'headings' | 'body' | 'proof'
> {
  /** How near it is to the query, 0 to 1: of vectors where they served, else of words. */
  similarity: number;
}

/** What the query was made of: the statement, keywords of the statement, or keywords of statement and proof. */
export type PassageReason = 'statement' | 'keywords' | 'keywords_again';

export interface PassageQuery {
  text: string;
  reason: PassageReason;
  limit: number;
}

export interface PassagesFound {
  /** Best first. */
  passages: Passage[];
  /** Those of the library's channels that served. */
  channels: EntryChannel[];
  /** Ids of passages that were left out because they are the problem itself. */
  hidden: number[];
}

/** Brings what the library has; in a benchmark nothing that is the problem itself. */
export type RetrievePassages = (query: PassageQuery) => Promise<PassagesFound>;
