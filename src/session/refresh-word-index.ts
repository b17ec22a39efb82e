/** Updates the library's word index for this version, before a search. */
import { Failure } from '../base/errors.ts';
import { withLibrary } from '../library/library.ts';
import { countUnread, refreshWords } from '../library/word-rows.ts';
import { entryReader } from '../search/library/entry-words.ts';

/**
 * Adds the missing words of entries. `unread`: number of entries without words; `failure`: why they are still missing.
 * @throws {Failure} if the library cannot be read
 */
export async function refreshWordIndex(path: string): Promise<{ unread: number; failure: Failure | null }> {
  const reader = entryReader();
  const unread = await withLibrary(path, {}, ({ database }) => countUnread(database, reader));
  if (unread === 0) return { unread, failure: null };
  try {
    await withLibrary(path, { writable: true, create: false }, ({ database }) => refreshWords(database, reader));
    return { unread, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { unread, failure: error };
  }
}
