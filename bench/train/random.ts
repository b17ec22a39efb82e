/** Random draws for training. `random` returns uniform numbers in [0, 1). */

/** Shuffles the items in place (Fisher–Yates). */
export function shuffle<T>(items: { [at: number]: T; readonly length: number }, random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
}

/** Draws from the standard normal distribution (Box–Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
