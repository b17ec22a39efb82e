/** Processes that another one started, seen from outside: by their group, by a mark in their environment, by their parents. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A variable by which the descendants of a process are known again, whatever group, session or parent they have since.
 * Who clears his environment is not: only a namespace of processes holds that one.
 */
export const FAMILY_VARIABLE = 'LEMMAHEAD_FAMILY';

/** Kills the group of process `leader`, and on Linux every process with the mark `family`. */
export function killFamily(leader: number | null, family: string): void {
  if (leader !== null) kill(-leader);
  if (process.platform !== 'linux') return;
  const mark = `${FAMILY_VARIABLE}=${family}`;
  // Whoever starts others faster than they are found is found again.
  for (let round = 0; round < 20; round++) {
    const found = processIds().filter((id) => environmentOf(id).includes(mark));
    if (found.length === 0) return;
    for (const id of found) kill(id);
  }
}

/** Bytes that `root` and its descendants hold as their own, without mapped files; null where `/proc` does not tell. */
export function residentBytes(root: number): number | null {
  const family = processTree(root);
  if (family.length === 0) return null;
  const sizes = family.map((id) => {
    const kilobytes = /^RssAnon:\s*(\d+) kB/m.exec(read(`/proc/${id}/status`))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The largest address space that process `id` has had, in bytes; 0 where `/proc` does not tell. */
export function peakAddressSpace(id: number): number {
  return Number(/^VmPeak:\s*(\d+) kB/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0) * 1024;
}

/** `root` and its descendants that run now; none where it has ended, or `/proc` does not tell. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const id of processIds()) {
    const status = read(`/proc/${id}/status`);
    const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1];
    // A zombie has ended and only waits to be asked how.
    if (parent !== undefined && !/^State:\s*Z/m.test(status)) parents.set(id, Number(parent));
  }
  if (!parents.has(root)) return [];
  return [...parents.keys()].filter((id) => {
    for (let at: number | undefined = id; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true;
    return false;
  });
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 1);
  } catch {
    return [];
  }
}

/** Variables of a process as it was started; none for one that is not ours, or that has ended and not been reaped. */
const environmentOf = (id: number): string[] => read(`/proc/${id}/environ`).split('\0');

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
