/** The train/test split. It is by file, because theorems of one file depend on each other. */
import { hash } from 'node:crypto';

const SHARE_HELD_OUT = 0.1;

/** Depends only on the module name, so other files do not change the split of a file. */
export function isHeldOut(module: string, seed = 1): boolean {
  const bits = Number.parseInt(hash('sha256', `${seed} ${module}`, 'hex').slice(0, 8), 16);
  return bits < SHARE_HELD_OUT * 2 ** 32;
}

/** Seed of the split that reserves files for the ranker. */
const RANKING_SEED = 2;

/** Whether a file that is not held out is reserved for training the ranker and not used before. */
export function isForRanking(module: string): boolean {
  return !isHeldOut(module) && isHeldOut(module, RANKING_SEED);
}
