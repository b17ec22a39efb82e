/** The halves of a library's files: one to develop with, one to test on. */
import { hash } from 'node:crypto';

export const HALVES = ['development', 'test'] as const;
export type Half = (typeof HALVES)[number];

/** Depends only on the module's name, so the half of a file does not change with the library. */
export function halfOf(module: string): Half {
  return Number.parseInt(hash('sha256', module, 'hex').slice(-1), 16) % 2 === 0 ? 'development' : 'test';
}
