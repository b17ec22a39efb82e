/** Whether the compiled modules that a text imports have changed. */
import { join } from 'node:path';
import { statOrNull } from '../../base/read-or-null.ts';
import { importsOf } from '../file-header.ts';
import { withoutGuillemets } from '../full-name.ts';

/**
 * Sizes and times of the compiled modules that `text` imports directly: another value after a build that changed one. Lake
 * also compiles a module again if only one of its own imports changed.
 */
export function importStamp(text: string, searchPath: readonly string[]): string {
  return importsOf(text)
    .map((module) => {
      const parts = withoutGuillemets(module).split('.');
      for (const folder of searchPath) {
        const stat = statOrNull(`${join(folder, ...parts)}.olean`);
        if (stat !== null) return `${stat.size}@${stat.mtimeMs}`;
      }
      return 'missing';
    })
    .join(' ');
}
