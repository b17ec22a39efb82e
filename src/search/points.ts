/** The score of a hit: the sum of its contributions. */
import type { Contribution } from './types.ts';

export function totalPoints(contributions: readonly Contribution[]): number {
  return contributions.reduce((sum, { points }) => sum + points, 0);
}
