/** Finds live processes by a word in their command line. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes with `word` in their command line that have not ended, except this one. */
export function aliveWith(word: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 1 && id !== process.pid)
    .filter((id) => {
      try {
        const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
        return state !== 'Z' && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(word);
      } catch {
        return false;
      }
    });
}

/** Whether `condition` becomes true within `withinMs`; polled every `everyMs`. */
export async function until(condition: () => boolean, withinMs = 20_000, everyMs = 50): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(everyMs)) if (condition()) return true;
  return condition();
}
