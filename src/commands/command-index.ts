/** The index that a command reads, and what to type where it cannot be read. */
import { Failure } from '../base/errors.ts';
import { indexPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { BUILD_COMMAND, withIndex } from '../index/open.ts';
import type { CommandContext } from './command.ts';

/** What `read` makes of its path. An index that was named is built where it was named: a failure of `read` says so. */
export async function withIndexPath<T>(
  settings: Pick<Settings, 'indexPath' | 'projectRoot' | 'dataHome'>,
  read: (path: string) => T | Promise<T>,
): Promise<T> {
  const path = indexPathFor(settings);
  try {
    return await read(path);
  } catch (error) {
    if (settings.indexPath === null || !(error instanceof Failure) || error.detail.next !== BUILD_COMMAND) throw error;
    throw new Failure({ ...error.detail, next: `${BUILD_COMMAND} --index ${path}` }, error.cause);
  }
}

/** What `work` makes of it, open. @throws {Failure} where there is none that can be read */
export function withCommandIndex<T>(
  { settings, cachedIndex }: CommandContext,
  work: (index: LibraryIndex) => T | Promise<T>,
): Promise<T> {
  return withIndexPath(settings, (path) => (cachedIndex ? cachedIndex.use(path, work) : withIndex(path, work)));
}
