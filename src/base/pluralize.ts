/** Numbers of things, for people: `1 attempt`, `1,234 attempts`. */
import { groupedDigits } from './format-number.ts';

/** `what`: one of them, in a word that takes an s for more. */
export const pluralize = (value: number, what: string): string =>
  `${groupedDigits(value)} ${what}${value === 1 ? '' : 's'}`;
