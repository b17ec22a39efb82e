/** Lean's name of an interval, from its brackets and its infinite ends. */

const NAMES: Readonly<Record<string, string>> = { '[]': 'Icc', '()': 'Ioo', '[)': 'Ico', '(]': 'Ioc' };

/** `[a, b)` is `Ico`, `[a, ∞)` is `Ici`. Returns null if the brackets are not those of an interval. */
export function intervalName(
  open: string,
  close: string,
  isEndless: { below: boolean; above: boolean },
): string | null {
  if (isEndless.above && !isEndless.below) return open === '[' ? 'Ici' : 'Ioi';
  if (isEndless.below && !isEndless.above) return close === ']' ? 'Iic' : 'Iio';
  return Object.hasOwn(NAMES, open + close) ? NAMES[open + close]! : null;
}
