/** Indexes of `fixtures/shapes` and `fixtures/library`, for tests of searches by shape. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { buildRoots } from '../index/build-request.ts';

export const openGarden = (): Promise<LibraryIndex> => open('Garden', '../../fixtures/shapes');

export const openAbacus = (): Promise<LibraryIndex> => open('Abacus', '../../fixtures/library');

/** Both indexes, open while the tests of the file run. */
export function openShapeIndexes(): Readonly<Record<'garden' | 'abacus', LibraryIndex>> {
  const opened = {} as Record<'garden' | 'abacus', LibraryIndex>;
  beforeAll(async () => {
    opened.garden = await openGarden();
    opened.abacus = await openAbacus();
  });
  afterAll(() => {
    opened.garden.close();
    opened.abacus.close();
  });
  return opened;
}

async function open(name: string, folder: string): Promise<LibraryIndex> {
  const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-shapes-')), 'library.sqlite');
  await buildRoots(path, { [name]: fileURLToPath(new URL(folder, import.meta.url)) });
  return openIndex(path);
}
