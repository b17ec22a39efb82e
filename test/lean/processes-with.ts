/** Finds processes by their environment, to check that none is left. Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** PIDs of the processes whose environment contains `NAME=VALUE`. */
export function processesWith(variable: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.filter((id) => environmentOf(id).includes(variable)).map(Number);
}

/** Empty for a process that has ended or is not readable. */
function environmentOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
