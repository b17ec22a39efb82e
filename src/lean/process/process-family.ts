/** Finds the processes started by another one, from outside: by group, by a mark in their environment, by parent. */
import { readdirSync, readFileSync } from 'node:fs';
import { valueOr } from '../../base/read-or-null.ts';

/**
 * Environment variable that identifies the descendants of a process even if they change group, session or parent. A
 * descendant that clears its environment is not found: only a PID namespace contains it.
 */
export const FAMILY_VARIABLE = 'LEMMAHEAD_FAMILY';

/** Kills the process group of `leader`; on Linux also every process marked with `family`. */
export function killFamily(leader: number | null, family: string): void {
  if (leader !== null) kill(-leader);
  if (process.platform !== 'linux') return;
  const mark = `${FAMILY_VARIABLE}=${family}`;
  // Repeats for processes that start others faster than they are found.
  for (let round = 0; round < 20; round++) {
    const found = processIds().filter((id) => environmentOf(id).includes(mark));
    if (found.length === 0) return;
    for (const id of found) kill(id);
  }
}

/** Bytes of private memory of `root` and its descendants, without mapped files; null if `/proc` gives no answer. */
export function residentBytes(root: number): number | null {
  const family = processTree(root);
  if (family.length === 0) return null;
  const sizes = family.map((id) => {
    const kilobytes = /^RssAnon:\s*(\d+) kB/m.exec(read(`/proc/${id}/status`))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The peak address space of process `id` in bytes; 0 if `/proc` gives no answer. */
export function peakAddressSpace(id: number): number {
  return Number(/^VmPeak:\s*(\d+) kB/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0) * 1024;
}

/** `root` and its running descendants; empty if it has ended or `/proc` gives no answer. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const id of processIds()) {
    // `ID (NAME) STATE PARENT …`, where NAME may contain anything. `status` takes the system twice as long.
    const [, state, parent] = /^.*\) (\S) (\d+)/s.exec(read(`/proc/${id}/stat`)) ?? [];
    // A zombie has ended and waits for its exit status to be read.
    if (parent !== undefined && state !== 'Z') parents.set(id, Number(parent));
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
    // It has already ended.
  }
}

const processIds = (): number[] =>
  valueOr([], () => readdirSync('/proc'))
    .map(Number)
    .filter((id) => id > 1);

/** Environment of a process at its start; empty for other users' processes and for ended ones not yet reaped. */
const environmentOf = (id: number): string[] => read(`/proc/${id}/environ`).split('\0');

/** In UTF-8, which Node reads without a new buffer of 64 kB for each of a hundred files. */
const read = (path: string): string => valueOr('', () => readFileSync(path, 'utf8'));
