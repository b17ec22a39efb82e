/** Finds processes by their command line, to check that none is left running. Linux only. */
import { readFileSync, readdirSync } from 'node:fs';

/** Command lines of running processes that contain `folder`: Lean and its sandbox on a scratch file. */
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
