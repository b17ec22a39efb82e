/** Finds processes by what they were started with, to see that none is left behind. Linux. */
import { readFileSync, readdirSync } from 'node:fs';

/** Command lines of living processes that name `folder` or something below it: Lean and all around it on a scratch file. */
export function processesUnder(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(folder));
}
