/** Reads a file that an export wrote. */
import { readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';

/** `next`: what to type instead. @throws {Failure} `import-missing` */
export function readImportFile(path: string, next: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('usage', 'import-missing', {
      message: `${path} cannot be read.`,
      reason: (error as Error).message,
      next,
      cause: error,
    });
  }
}
