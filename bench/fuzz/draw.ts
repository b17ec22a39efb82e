/** Random choices, reproducible by seed. */
import { chance } from '../../test/verify/mutations.ts';

export interface Draw {
  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number;
  /** One element of `from`; null if `from` is empty. */
  one<T>(from: readonly T[]): T | null;
  /** True with probability `share` (0 to 1). */
  happens(share: number): boolean;
}

/** `seed` is an integer. */
export function drawOf(seed: number): Draw {
  const random = chance(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    one: (from) => (from.length === 0 ? null : (from[below(from.length)] ?? null)),
    happens: (share) => random() < share,
  };
}
