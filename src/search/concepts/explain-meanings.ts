/** The addends of the score of a definition for a term. */
import type { Contribution } from '../types.ts';
import type { RankedMeaning } from './rank-meanings.ts';

/** Largest first. They add up to the score. */
export function contributionsOf(addends: RankedMeaning['addends']): Contribution[] {
  return Object.entries(addends)
    .map(([name, points]) => ({ what: spoken(name), points }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

/** `nameCoverage` → `name coverage` */
function spoken(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
