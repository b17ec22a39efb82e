/** Words of the library's entries, as this version reads them, before anybody searches by them. */
import { Failure } from '../base/errors.ts';
import { withLibrary } from '../library/library.ts';
import { countUnread, refreshWords } from '../library/word-rows.ts';
import { entryReader } from '../search/library/entry-words.ts';

/**
 * Writes those that are missing. `unread`: of how many entries they were; `failure`: why they are missing still.
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
