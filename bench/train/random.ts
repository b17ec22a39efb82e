/** Random draws for training. `random` returns uniform numbers in [0, 1). */

/** Draws from the standard normal distribution (Box–Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
