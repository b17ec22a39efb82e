/** Memoizes values that every candidate for a hole needs. */
import type { Hole } from '../hole/holes.ts';

/** Memoizes `compute` per hole while the text stays the same: reading a complete file takes milliseconds. */
export function memoizePerHole<T>(compute: (text: string, hole: Hole) => T): (text: string, hole: Hole) => T {
  const known = new WeakMap<Hole, { text: string; value: T }>();
  return (text, hole) => {
    const cached = known.get(hole);
    if (cached !== undefined && cached.text === text) return cached.value;
    const value = compute(text, hole);
    known.set(hole, { text, value });
    return value;
  };
}
