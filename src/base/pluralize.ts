/** A count with its noun, for people: `1 attempt`, `1,234 attempts`. */
import { formatNumber } from './format-number.ts';

/** `noun`: the singular of a noun whose plural ends in s. */
export const pluralize = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
