/** A class applied to types finds its instances. */
import { describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { classPattern } from '../../src/search/class-query.ts';
import { listInstances } from '../../src/search/instances.ts';
import { searchLibrary } from '../../src/search/search.ts';
import { openShapeIndexes } from './shape-fixture.ts';

const opened = openShapeIndexes();

async function search(index: LibraryIndex, query: string): Promise<{ shape: string; names: string[] }> {
  const options = { as: null, limit: 10, filters: {}, explain: false, fold: null };
  const { shape, hits } = await searchLibrary(index, query, options);
  return { shape, names: hits.map(({ row }) => row.name) };
}

describe('a class applied to a type', () => {
  it('is a pattern that finds instances first, then theorems', async () => {
    for (const query of ['Ripening Nat', 'Garden.Ripening Nat', 'Ripening  (Nat)']) {
      const { shape, names } = await search(opened.garden, query);
      expect(shape, query).toBe('pattern');
      expect(names.slice(0, 2), query).toEqual(['Garden.instRipeningNat', 'Garden.ripening_of_nat']);
    }
    expect((await search(opened.abacus, 'Preorder (Set α)')).names[0]).toMatch(/^Set\./u);
    expect(await search(opened.abacus, 'Decidable True')).toMatchObject({
      shape: 'pattern',
      names: ['instDecidableTrue'],
    });
  });

  it('finds the instances for all types if the type is a letter', async () => {
    for (const query of ['Ripening X', 'Ripening α', 'Ripening X₁']) {
      const { names } = await search(opened.garden, query);
      expect(names.slice(0, 2).toSorted(), query).toEqual(['Garden.Pair.ripening', 'Garden.instRipeningNat']);
    }
  });

  it('finds instances that apply if none is for exactly this type', async () => {
    const { shape, names } = await search(opened.garden, 'Ripening (Garden.Pair Nat Nat)');
    expect([shape, names[0]]).toEqual(['goal', 'Garden.Pair.ripening']);
  });

  it('is not read into words', async () => {
    for (const query of ['Group theory', 'Lattice of sets', 'Group', 'Preorder a, b', 'Set Nat', 'group G'])
      expect(classPattern(opened.abacus, query), query).toBeNull();
    expect((await search(opened.abacus, 'Group homomorphism')).shape).toBe('text');
  });
});

it('lists the instances of the most common types first', () => {
  const { hits } = listInstances(opened.garden, 'Ripening', { filters: {}, limit: 10, offset: 0 });
  expect(hits.map(({ row }) => row.name)).toEqual(['Garden.instRipeningNat', 'Garden.Pair.ripening']);
  for (const { contributions, score } of hits)
    expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score);
});

it('a name and a word find the names that have both', async () => {
  const { names } = await search(opened.abacus, 'Finite union');
  expect(names[0]).toMatch(/Finite\.union$/u);
});
