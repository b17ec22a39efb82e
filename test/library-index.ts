/** The index of fixtures/library as `lemmahead index build` makes it, built once in a run of the tests. */
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject } from 'vitest';
import { lemmahead } from './cli/spawn.ts';

const LIBRARY = fileURLToPath(new URL('../fixtures/library', import.meta.url));

/** Writes the index to `path`. */
export function writeLibraryIndex(path: string): void {
  const shared = join(inject('sharedIndex'), 'library.sqlite');
  if (!existsSync(shared)) {
    // Another test file may do the same now.
    const own = `${shared}.${process.pid}`;
    const built = lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`, '--out', own]);
    expect(built.status, built.stderr).toBe(0);
    renameSync(own, shared);
  }
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(shared, path);
}
