/** Rates and differences with confidence intervals. */
import { bootstrapInterval, mean } from './metrics.ts';

export type Interval = [low: number, high: number];

/**
 * Unbiased estimate of the probability that at least one of `k` tries solves the problem, from `n` independent tries of
 * which `c` solved it: 1 − C(n−c, k) / C(n, k), computed as a product that does not overflow (Chen et al. 2021, arXiv
 * 2107.03374). `k` must be at most `n`.
 */
export function passAtK(n: number, c: number, k: number): number {
  if (k > n) throw new RangeError(`pass@${k} of ${n} tries`);
  if (n - c < k) return 1;
  let allFail = 1;
  for (let i = n - c + 1; i <= n; i++) allFail *= 1 - k / i;
  return 1 - allFail;
}

const Z = 1.959963984540054;

/**
 * 95 % interval of a rate by the score method (Wilson 1927). It stays within 0 and 1 and is valid for few problems.
 * `successes` need not be an integer. The mean of several tries varies less than one try, so the interval is then wider
 * than necessary.
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const scale = 1 + Z ** 2 / trials;
  const center = (share + Z ** 2 / (2 * trials)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2))) / scale;
  // Near 0 and 1, rounding could exclude the rate itself from the interval.
  return [Math.max(0, Math.min(share, center - half)), Math.min(1, Math.max(share, center + half))];
}

/**
 * Two-sided p-value of the exact McNemar test. Null hypothesis: a problem that only one of two systems solved is equally
 * likely to be solved by either.
 */
export function mcNemar(onlyFirst: number, onlySecond: number): number {
  const tosses = onlyFirst + onlySecond;
  // In logarithms, because 2^-n underflows to 0 in a double for n ≥ 1,075.
  let logChance = -tosses * Math.LN2;
  let tail = 0;
  for (let heads = 0; heads <= Math.min(onlyFirst, onlySecond); heads++) {
    tail += Math.exp(logChance);
    logChance += Math.log(tosses - heads) - Math.log(heads + 1);
  }
  return Math.min(1, 2 * tail);
}

const RESAMPLES = 10_000;

/** Mean of paired differences with its 95 % interval by percentile bootstrap over problems, seeded with `seed`. */
export function pairedDifference(
  differences: readonly number[],
  seed: number,
): { difference: number; interval: Interval } {
  return { difference: mean(differences), interval: bootstrapInterval(differences, RESAMPLES, seed) };
}
