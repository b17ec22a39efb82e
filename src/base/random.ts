/** Random numbers and orders that a seed reproduces. */

/** Returns a generator of numbers in [0, 1) from a 32-bit seed (mulberry32, by Tommy Ettinger, public domain). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Shuffles the items in place (Fisher–Yates). `random` returns uniform numbers in [0, 1). */
export function shuffle<T>(items: { [at: number]: T; readonly length: number }, random: () => number): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
}

/** A copy in random order: each item gets a random key. `random` as for `shuffle`. */
export function inRandomOrder<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
