import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SubsetCheck, findConsistentSubset } from '../../src/prove/whole-file/consistent-subset.ts';

/** Pairs of holes that conflict; `blames`: which holes are blamed for a conflict. */
function world(conflictingPairs: readonly (readonly [number, number])[], blames: 'both' | 'none' = 'both') {
  const checks: number[][] = [];
  const check = (holes: readonly number[]): Promise<SubsetCheck> => {
    checks.push([...holes]);
    const conflicts = conflictingPairs.filter((pair) => pair.every((hole) => holes.includes(hole)));
    if (conflicts.length === 0) return Promise.resolve({ kind: 'accepted' });
    const blamed = blames === 'both' ? [...new Set(conflicts.flat())] : [];
    return Promise.resolve({ kind: 'rejected', blamed, why: 'they clash' });
  };
  return { looks: checks, look: check };
}

describe('findConsistentSubset', () => {
  it('needs one check if all are accepted', async () => {
    const { looks: checks, look: check } = world([]);
    expect(await findConsistentSubset([1, 2, 3], check)).toEqual({
      kept: [1, 2, 3],
      dropped: [],
      why: null,
      isUnknown: false,
    });
    expect(checks).toHaveLength(1);
  });

  it('drops the blamed hole and keeps as many as possible', async () => {
    const { looks: checks, look: check } = world([
      [2, 1],
      [2, 3],
      [2, 4],
    ]);
    expect(await findConsistentSubset([1, 2, 3, 4], check)).toMatchObject({
      kept: [1, 3, 4],
      dropped: [2],
      why: 'they clash',
    });
    expect(checks.length).toBeLessThanOrEqual(4);
  });

  it('is unknown if the check gives no answer', async () => {
    const unknown = (): Promise<SubsetCheck> => Promise.resolve({ kind: 'unknown' });
    expect(await findConsistentSubset([1, 2], unknown)).toMatchObject({ kept: [1, 2], isUnknown: true });
  });

  it('always ends with a maximal accepted set, with few checks', async () => {
    const hole = fc.integer({ min: 1, max: 9 });
    const conflictingPairs = fc.array(
      fc.tuple(hole, hole).filter(([a, b]) => a !== b),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(conflictingPairs, fc.constantFrom('both' as const, 'none' as const), async (pairs, blames) => {
        const holes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        const { looks: checks, look: check } = world(pairs, blames);
        const { kept, dropped } = await findConsistentSubset(holes, check);
        const isAccepted = (set: readonly number[]): boolean =>
          !pairs.some(([a, b]) => set.includes(a) && set.includes(b));
        expect([...kept, ...dropped].sort((a, b) => a - b)).toEqual(holes);
        expect(isAccepted(kept)).toBe(true);
        for (const each of dropped) expect(isAccepted([...kept, each])).toBe(false);
        expect(checks.length).toBeLessThanOrEqual(8 + holes.length);
      }),
    );
  });
});
