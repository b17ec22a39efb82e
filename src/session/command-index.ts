/** Opens the index for a command; a failure says how to build that index. */
import { Failure } from '../base/errors.ts';
import { indexPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { BUILD_COMMAND, buildCommand } from '../index/build-command.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { withIndex } from '../index/open.ts';
import type { CommandContext } from './command-context.ts';

/** Calls `read` with the path of the index. Completes the build command of a failure, which then works here. */
export async function withIndexPath<T>(
  settings: Pick<Settings, 'indexPath' | 'projectRoot' | 'dataHome'>,
  read: (path: string) => T | Promise<T>,
): Promise<T> {
  const path = indexPathFor(settings);
  try {
    return await read(path);
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.next !== BUILD_COMMAND) throw error;
    throw Failure.of({ ...error.detail, next: buildCommand(settings) }, error.cause);
  }
}

/** Calls `work` with the open index. @throws {Failure} if there is no readable index */
export function withCommandIndex<T>(
  { settings, cachedIndex }: CommandContext,
  work: (index: LibraryIndex) => T | Promise<T>,
): Promise<T> {
  return withIndexPath(settings, (path) => (cachedIndex ? cachedIndex.use(path, work) : withIndex(path, work)));
}
