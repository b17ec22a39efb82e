/** Paths relative to a folder. */
import { relative, sep } from 'node:path';

/** The path below the folder, with '/'. Null if it is not there, or there is no folder. */
export function pathBelow(folder: string | null, path: string): string | null {
  const below = folder === null ? '..' : relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) ? null : below.split(sep).join('/');
}
