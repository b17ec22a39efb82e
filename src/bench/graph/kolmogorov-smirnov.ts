/** The two-sample Kolmogorov–Smirnov test. */

/** `p`: asymptotic, with the correction of Stephens (1970); with ties it is too large. */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): { statistic: number; p: number } {
  const [a, b] = [one.toSorted((x, y) => x - y), other.toSorted((x, y) => x - y)];
  let [i, j, statistic] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i] === value) i++;
    while (j < b.length && b[j] === value) j++;
    statistic = Math.max(statistic, Math.abs(i / a.length - j / b.length));
  }
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length));
  return { statistic, p: tail((size + 0.12 + 0.11 / size) * statistic) };
}

const TERMS = 100;

/** 2 Σ (−1)^(k−1) exp(−2 k² λ²). */
function tail(lambda: number): number {
  if (!(lambda > 0.2)) return 1;
  let sum = 0;
  for (let k = 1; k <= TERMS; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}
