/** `lemmahead library stats`: counts of the library's contents. */
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { readStats } from '../library/stats.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderLibraryStats } from '../report/library-stats.ts';
import type { Command } from './command.ts';

export const libraryStats: Command<Record<string, never>> = (_options, { settings }) =>
  withLibrary(libraryPathFor(settings), {}, (library) => {
    const stats = readStats(library);
    return {
      exit: 'done',
      data: { schema: 'lemmahead/library-stats@1', ...snakeKeys(stats) },
      render: (style) => renderLibraryStats(stats, style),
    };
  });
