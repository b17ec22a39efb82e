/** The index of `fixtures/shapes`, for tests of searches by shape. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { buildRoots } from '../index/build-request.ts';

const GARDEN = fileURLToPath(new URL('../../fixtures/shapes', import.meta.url));

export async function openGarden(): Promise<LibraryIndex> {
  const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-garden-')), 'garden.sqlite');
  await buildRoots(path, { Garden: GARDEN });
  return openIndex(path);
}
