/** What Lean calls an interval, by its brackets and whether it ends. */

const NAMES: Readonly<Record<string, string>> = { '[]': 'Icc', '()': 'Ioo', '[)': 'Ico', '(]': 'Ioc' };

/** `[a, b)` is `Ico`, `[a, ∞)` is `Ici`; null if these are no brackets of an interval. */
export function intervalName(
  open: string,
  close: string,
  isEndless: { below: boolean; above: boolean },
): string | null {
  if (isEndless.above && !isEndless.below) return open === '[' ? 'Ici' : 'Ioi';
  if (isEndless.below && !isEndless.above) return close === ']' ? 'Iic' : 'Iio';
  return Object.hasOwn(NAMES, open + close) ? NAMES[open + close]! : null;
}
