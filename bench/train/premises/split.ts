/** Which files are held out: theorems of one file lean on each other, so a file is trained on as a whole or not at all. */
import { hash } from 'node:crypto';

const SHARE_HELD_OUT = 0.1;

/** By the module's name alone, so that a file stays where it is when others come or go. */
export function isHeldOut(module: string, seed = 1): boolean {
  const bits = Number.parseInt(hash('sha256', `${seed} ${module}`, 'hex').slice(0, 8), 16);
  return bits < SHARE_HELD_OUT * 2 ** 32;
}

/** Seed of the split that sets files apart for the ranker. */
const RANKING_SEED = 2;

/** Of the files that are not held out, those that the ranker learns from, and nothing before it. */
export function isForRanking(module: string): boolean {
  return !isHeldOut(module) && isHeldOut(module, RANKING_SEED);
}
