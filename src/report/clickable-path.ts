/** Paths that terminals and editors open on a click: relative to the working folder, or absolute if that is shorter. */
import { isAbsolute, relative } from 'node:path';

export function clickablePath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const fromHere = relative(cwd, path);
  return fromHere === '' || fromHere.length > path.length ? path : fromHere;
}
