import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRoots } from './build-request.ts';
import { indexContent } from './index-content.ts';
import { RandomLibrary } from './random-library.ts';
import { temporaryFolder } from './temporary.ts';
import { writeMadeWeights } from '../vectors/made-weights.ts';

/** Stems that the random library contains, and some that it does not; it also contains others. */
const LEARNED = ['sum', 'prod', 'commut', 'ideal', 'ring', 'norm', 'limit', 'open', 'prime', 'nat', '∈', 'le', 'like'];

describe('an updated index', () => {
  test.each([1, 2, 3, 4])(
    'equals a rebuilt one after 50 random edits, moves and deletions (seed %i)',
    async (seed) => {
      const folder = temporaryFolder();
      const root = join(folder, 'src');
      const library = new RandomLibrary(root, seed, 12);
      const updated = join(folder, 'updated.sqlite');
      const weights = writeMadeWeights(join(folder, 'made.weights'), LEARNED, { seed });
      await buildRoots(updated, { Lib: root }, { weights });
      const extents = new Set<string>();
      for (let round = 0; round < 10; round++) {
        for (let i = 0; i < 5; i++) {
          library.change();
          if (i % 2 === 0) extents.add((await buildRoots(updated, { Lib: root }, { weights })).extent);
        }
        await buildRoots(updated, { Lib: root }, { weights });
        const rebuilt = join(folder, `rebuilt${round}.sqlite`);
        await buildRoots(rebuilt, { Lib: root }, { weights });
        const content = indexContent(updated);
        expect(content.vectors.length, `round ${round}`).toBe(content.rows.length);
        expect(content, `round ${round}`).toEqual(indexContent(rebuilt));
        rmSync(rebuilt);
      }
      expect(extents).toContain('update');
    },
    240_000,
  );
});
