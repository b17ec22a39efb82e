/** How far something was looked at, in words. */
import type { Level } from '../verify/verdict.ts';

export const LEVEL_LABELS: Record<Level, string> = {
  compile: 'the compiler alone, no audit',
  audit: 'audit',
  kernel: 'audit and a second run of the kernel',
  challenge: 'audit, kernel and an independent checker',
};
