/**
 * Registry of search channels by query type. A new one is one file and one line in `CHANNELS`: `--as` and the server
 * then accept its type. The command line reads it, so channels are loaded on demand.
 */
import { typedKeys } from '../base/typed-keys.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Channel } from './types.ts';

/** A channel for one index. */
export interface OpenChannel {
  search: Channel;
  /** Message for the user about degraded ranking. */
  notice: string | null;
}

const withoutNotice = (search: Channel): OpenChannel => ({ search, notice: null });

export const CHANNELS = {
  name: async () => withoutNotice((await import('./name.ts')).searchNames),
  pattern: async () => withoutNotice((await import('./pattern.ts')).searchPattern),
  text: async (index) => (await import('./word-channel.ts')).wordChannel(index),
  goal: async (index) => withoutNotice((await import('./goals.ts')).goalChannel(index)),
} satisfies Record<string, (index: LibraryIndex) => Promise<OpenChannel>>;

export type QueryShape = keyof typeof CHANNELS;

export const QUERY_SHAPES = typedKeys(CHANNELS);
