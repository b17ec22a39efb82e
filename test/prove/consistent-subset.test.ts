import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Look, standTogether } from '../../src/prove/whole-file/consistent-subset.ts';

/** Pairs that do not stand together; `blames` says who is named for a clash. */
function world(clashes: readonly (readonly [number, number])[], blames: 'both' | 'nobody' = 'both') {
  const looks: number[][] = [];
  const look = (holes: readonly number[]): Promise<Look> => {
    looks.push([...holes]);
    const fallen = clashes.filter((pair) => pair.every((hole) => holes.includes(hole)));
    if (fallen.length === 0) return Promise.resolve({ kind: 'stands' });
    const blamed = blames === 'both' ? [...new Set(fallen.flat())] : [];
    return Promise.resolve({ kind: 'falls', blamed, why: 'they clash' });
  };
  return { looks, look };
}

describe('standTogether', () => {
  it('needs one look where all stand', async () => {
    const { looks, look } = world([]);
    expect(await standTogether([1, 2, 3], look)).toEqual({ kept: [1, 2, 3], dropped: [], why: null, isUnknown: false });
    expect(looks).toHaveLength(1);
  });

  it('drops the one to blame, and keeps the most', async () => {
    const { looks, look } = world([
      [2, 1],
      [2, 3],
      [2, 4],
    ]);
    expect(await standTogether([1, 2, 3, 4], look)).toMatchObject({ kept: [1, 3, 4], dropped: [2], why: 'they clash' });
    expect(looks.length).toBeLessThanOrEqual(4);
  });

  it('leaves it open where nobody can say', async () => {
    const unknown = (): Promise<Look> => Promise.resolve({ kind: 'unknown' });
    expect(await standTogether([1, 2], unknown)).toMatchObject({ kept: [1, 2], isUnknown: true });
  });

  it('always ends with a set that stands and to which none can be added, in few looks', async () => {
    const hole = fc.integer({ min: 1, max: 9 });
    const clashes = fc.array(
      fc.tuple(hole, hole).filter(([a, b]) => a !== b),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(clashes, fc.constantFrom('both' as const, 'nobody' as const), async (pairs, blames) => {
        const holes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        const { looks, look } = world(pairs, blames);
        const { kept, dropped } = await standTogether(holes, look);
        const stands = (set: readonly number[]): boolean => !pairs.some(([a, b]) => set.includes(a) && set.includes(b));
        expect([...kept, ...dropped].sort((a, b) => a - b)).toEqual(holes);
        expect(stands(kept)).toBe(true);
        for (const each of dropped) expect(stands([...kept, each])).toBe(false);
        expect(looks.length).toBeLessThanOrEqual(8 + holes.length);
      }),
    );
  });
});
