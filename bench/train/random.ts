/** What training draws besides uniform numbers. `random` gives these, in [0, 1). */

/** Brings the items into a random order, in place (Fisher and Yates). */
export function shuffle(items: Uint32Array, random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
}

/** From the normal distribution of mean 0 and variance 1 (Box and Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
