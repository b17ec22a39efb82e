/** Paths as terminals and editors open them on a click: relative below the folder one stands in, else absolute. */
import { isAbsolute, relative } from 'node:path';

export function clickablePath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(cwd, path);
  return below === '' || below.startsWith('..') ? path : below;
}
