/** Texts for the verification levels. */
import type { Level } from '../verify/verdict.ts';

export const LEVEL_LABELS: Record<Level, string> = {
  compile: 'the compiler only, no audit',
  audit: 'audit',
  kernel: 'audit and a second run of the kernel',
  challenge: 'audit, kernel and an independent checker',
};
