/** Searches the library by all channels, and fuses their lists, with explanations. */
import { Failure } from '../../base/errors.ts';
import type { Entry } from '../../library/entry.ts';
import { allowedEntries, textReader, type EntryFilter, type TextOf } from '../../library/filter-entries.ts';
import type { Contribution } from '../types.ts';
import {
  ENTRY_CHANNEL_NAMES,
  ENTRY_CHANNELS,
  type EntryChannel,
  type EntryRequest,
  type ScoredEntry,
} from './entry-channels.ts';
import { foldCopies } from './fold-copies.ts';
import { fuse } from './fuse.ts';
import type { VectorSearch } from './vector-channel.ts';

/** The part of an open library that a search needs. */
export interface SearchedLibrary {
  readonly database: EntryRequest['database'];
  /** Entries in the order of `ids`, without those that no longer exist. */
  entriesById(ids: readonly number[]): Entry[];
}

export interface EntryHit {
  entry: Entry;
  /** Other hits with the same text: in another edition, or in another source. */
  copies: Entry[];
  /** Sum of `contributions`. Scores of different questions are not comparable. */
  score: number;
  contributions: Contribution[];
  /** Channels that found it. */
  channels: EntryChannel[];
  /** Absolute match quality, 0 to 1: the cosine if vectors found it; otherwise how much of the question its words cover. */
  similarity: number;
}

export interface EntrySearchOptions {
  limit: number;
  filter: EntryFilter;
  /** Absent: search by words only. */
  vectors?: VectorSearch | null;
  /** Only these entries, of those that the filter selects. */
  among?: ReadonlySet<number>;
  /** Only these channels. */
  channels?: readonly EntryChannel[];
  /** Hits with the same text are one; by default, the text of an entry. */
  textOf?: TextOf;
}

export interface EntrySearchResult {
  hits: EntryHit[];
  /** Channels that were used successfully. */
  channels: EntryChannel[];
  /** Messages for the user about the search. */
  notices: string[];
}

export const NO_FILTER: EntryFilter = { sources: [], kinds: [], headings: [] };

/** Number of texts of each list that are considered. */
const POOL = 400;

/**
 * Entries for a question in words, with LaTeX or as a list of keywords, best first, each text once. If a channel fails,
 * searches by the others and adds a notice.
 * @throws {Failure} `query-empty`
 */
export async function searchEntries(
  library: SearchedLibrary,
  question: string,
  { limit, filter, vectors = null, among, channels: wanted = ENTRY_CHANNEL_NAMES, ...more }: EntrySearchOptions,
): Promise<EntrySearchResult> {
  if (question.trim() === '') throw new Failure('usage', 'query-empty', { message: 'The query is empty.' });
  const { database } = library;
  const textOf = more.textOf ?? textReader(database);
  const selected = allowedEntries(database, filter);
  const allowed =
    among === undefined || selected === null
      ? (among ?? selected)
      : new Set([...selected].filter((id) => among.has(id)));
  const request: EntryRequest = { database, question, allowed, size: Math.max(POOL, limit), textOf, vectors };
  const channels: EntryChannel[] = [];
  const found: ScoredEntry[][] = [];
  const notices: string[] = [];
  for (const channel of wanted) {
    const answer = await ENTRY_CHANNELS[channel](request);
    if (answer === null) continue;
    if ('notice' in answer) notices.push(answer.notice);
    else {
      channels.push(channel);
      found.push(answer);
    }
  }
  const { lists, copies } = foldCopies(found, textOf);
  const best = (lists.length === 1 ? lists[0]! : fuse(lists)).slice(0, limit);
  const byId = new Map(best.map((each) => [each.id, each]));
  const scored = lists.map((list) => new Map(list.map((each) => [each.id, each])));
  const hits = library.entriesById([...byId.keys()]).map((entry): EntryHit => {
    const { score, contributions = [] } = byId.get(entry.id)!;
    return {
      entry,
      copies: library.entriesById(copies.get(entry.id) ?? []),
      ...{ score, contributions },
      channels: channels.filter((_, i) => scored[i]!.has(entry.id)),
      similarity: scored.findLast((list) => list.has(entry.id))!.get(entry.id)!.similarity,
    };
  });
  return { hits, channels, notices };
}
