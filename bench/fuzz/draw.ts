/** Choices by chance, the same for the same seed. */
import { chance } from '../../test/verify/mutations.ts';

export interface Draw {
  /** From 0 up to before `limit`. */
  below(limit: number): number;
  /** One of `from`; null where there is none. */
  one<T>(from: readonly T[]): T | null;
  /** True as often as `share` says, which is from 0 to 1. */
  happens(share: number): boolean;
}

/** `seed` is a whole number. */
export function drawOf(seed: number): Draw {
  const random = chance(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    one: (from) => (from.length === 0 ? null : (from[below(from.length)] ?? null)),
    happens: (share) => random() < share,
  };
}
