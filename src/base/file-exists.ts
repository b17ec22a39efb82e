/** Checks that a file exists. */
import { statSync } from 'node:fs';

/** Unlike `existsSync`, throws if a folder above the file is not accessible, so that it is not reported as missing. */
export function fileExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
