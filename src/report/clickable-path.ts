/** Paths that terminals and editors open on a click: relative if inside the working folder, otherwise absolute. */
import { isAbsolute, relative } from 'node:path';

export function clickablePath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(cwd, path);
  return below === '' || below.startsWith('..') ? path : below;
}
