/** Reads a file of problems with answers. */
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { readBoundedText } from '../base/read-bounded.ts';
import { readSeeds, type SeedFile } from '../builders/templates/seed-problems.ts';

/** `digest`: of its text. @throws {Failure} `seeds-unreadable`, `seeds-malformed` */
export function readSeedFile(shown: string, cwd: string): { file: SeedFile; digest: string } {
  const content = readText(resolve(cwd, shown), shown);
  return { file: readSeeds(content, shown), digest: sha256(content) };
}

function readText(path: string, shown: string): string {
  try {
    return readBoundedText(path);
  } catch (error) {
    throw new Failure('usage', 'seeds-unreadable', {
      message: `${shown} cannot be read.`,
      reason: (error as Error).message,
      next: 'Give a file of problems: one JSON object per line, or a JSON array.',
      cause: error,
    });
  }
}
