/** A new index takes the place of the old in one step, or not at all. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the next build of an index is written; only the holder of the lock may. */
export function buildingPath(indexPath: string): string {
  return `${indexPath}.building.${process.pid}`;
}

/** Removes what dead builds have left: half-written indexes and locks. Only the holder of the lock may. */
export function removeLeftovers(indexPath: string): void {
  const folder = dirname(indexPath);
  const building = `${basename(indexPath)}.building.`;
  const lock = `${basename(indexPath)}.lock.`;
  for (const name of readdirSync(folder)) {
    const isDead = name.startsWith(lock) && !isRunning(Number(name.slice(name.lastIndexOf('.') + 1)));
    if (isDead || name.startsWith(building)) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Puts a finished file in the place of the index, on disk for sure before it is seen. */
export function replaceIndex(finished: string, indexPath: string): void {
  sync(finished);
  // A journal beside the old index belongs to an update that was killed; over a new file it would be poison.
  rmSync(`${indexPath}-journal`, { force: true });
  renameSync(finished, indexPath);
  sync(dirname(indexPath));
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
