/** Finds processes by what stands in their environment, to see that none is left behind. Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Numbers of the processes whose environment has `NAME=VALUE`. */
export function processesWith(variable: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.filter((id) => environmentOf(id).includes(variable)).map(Number);
}

/** Empty for one that ended meanwhile, or is not ours to read. */
function environmentOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
