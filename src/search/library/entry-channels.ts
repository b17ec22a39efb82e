/**
 * Registry of the channels of a library search, whose lists are fused. A new one is one file and one line in
 * `ENTRY_CHANNELS`.
 */
import { typedKeys } from '../../base/typed-keys.ts';
import type { TextOf } from '../../library/filter-entries.ts';
import type { findByWords } from '../../library/word-rows.ts';
import type { Scored } from '../types.ts';
import type { VectorSearch } from './vector-channel.ts';

/** A question to all channels. */
export interface EntryRequest {
  database: Parameters<typeof findByWords>[0];
  question: string;
  /** Entries that may be found; null for all. */
  allowed: ReadonlySet<number> | null;
  /** Maximum number of different texts in a list, each with its copies. */
  size: number;
  textOf: TextOf;
  /** Null if the user has no embedder. */
  vectors: VectorSearch | null;
}

export interface ScoredEntry extends Required<Scored> {
  /** Absolute match quality, 0 to 1. That of the last channel with the entry is shown. */
  similarity: number;
}

/** Entries, best first; a notice if the channel is unavailable; null if it was not requested. */
export type EntriesFound = ScoredEntry[] | { notice: string } | null;

export const ENTRY_CHANNELS = {
  words: async (request) => (await import('./entry-word-channel.ts')).findByQuestion(request),
  vectors: async (request) => (await import('./similar-entries.ts')).findSimilar(request),
} satisfies Record<string, (request: EntryRequest) => Promise<EntriesFound>>;

/** `words`: words of the question. `vectors`: similarity of vectors. */
export type EntryChannel = keyof typeof ENTRY_CHANNELS;

export const ENTRY_CHANNEL_NAMES = typedKeys(ENTRY_CHANNELS);
