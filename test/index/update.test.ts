import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRoots } from './build-request.ts';
import { indexContent } from './index-content.ts';
import { RandomLibrary } from './random-library.ts';
import { temporaryFolder } from './temporary.ts';
import { writeMadeWeights } from '../vectors/made-weights.ts';

/** Stems that the random library holds, and some that it does not; it holds others that these are not. */
const LEARNED = ['sum', 'prod', 'commut', 'ideal', 'ring', 'norm', 'limit', 'open', 'prime', 'nat', '∈', 'le', 'like'];

describe('an index brought up to date', () => {
  test.each([1, 2, 3, 4])(
    'after 50 random edits, moves and deletions is one made anew (seed %i)',
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
        const anew = join(folder, `anew${round}.sqlite`);
        await buildRoots(anew, { Lib: root }, { weights });
        const content = indexContent(updated);
        expect(content.vectors.length, `round ${round}`).toBe(content.rows.length);
        expect(content, `round ${round}`).toEqual(indexContent(anew));
        rmSync(anew);
      }
      expect(extents).toContain('update');
    },
    240_000,
  );
});
