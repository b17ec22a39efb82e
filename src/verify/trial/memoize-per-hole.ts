/** What is worked out once for a hole and asked for with every candidate. */
import type { Hole } from '../hole/holes.ts';

/** `compute`, done once for a hole as long as it is asked about the same text: reading a whole file costs milliseconds. */
export function onceAHole<T>(compute: (text: string, hole: Hole) => T): (text: string, hole: Hole) => T {
  const known = new WeakMap<Hole, { text: string; value: T }>();
  return (text, hole) => {
    const before = known.get(hole);
    if (before !== undefined && before.text === text) return before.value;
    const value = compute(text, hole);
    known.set(hole, { text, value });
    return value;
  };
}
