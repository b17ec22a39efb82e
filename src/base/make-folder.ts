/** Makes a folder with those above it. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** As `mkdirSync` with `recursive`, which does not return in Node 22 where nothing can be made, such as below `/proc`. */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
