/** Reads a file that an export wrote. */
import { Failure } from '../base/errors.ts';
import { readBoundedText } from '../base/read-bounded.ts';

/** `next`: what to type instead. @throws {Failure} `import-missing` */
export function readImportFile(path: string, next: string): string {
  try {
    return readBoundedText(path);
  } catch (error) {
    throw new Failure('usage', 'import-missing', {
      message: `${path} cannot be read.`,
      reason: (error as Error).message,
      next,
      cause: error,
    });
  }
}
