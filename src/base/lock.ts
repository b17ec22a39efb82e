/** Exclusive write locks: a lock file that names its holder, and that is removed if the holder is dead. */
import { closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { readJsonOrNull } from './read-or-null.ts';
import type { Failure } from './errors.ts';
import { isRunning, processStart } from './process-state.ts';

export interface LockHolder {
  pid: number;
  /** When the lock was taken, ISO 8601. */
  since: string;
  host: string;
  /** Start time of the process in kernel ticks; '' if the system does not report it. Detects a reused pid. */
  began: string;
}

export interface Lock {
  release(): void;
}

/** How often a takeover is tried: another process may try the same at the same time. */
const ATTEMPTS = 5;

/** Takes the lock at `path`, also from a dead holder. If the holder is alive, throws `busyFailure(holder)`. */
export function takeLock(path: string, busyFailure: (holder: LockHolder | null) => Failure): Lock {
  mkdirSync(dirname(path), { recursive: true });
  const mine: LockHolder = {
    pid: process.pid,
    since: new Date().toISOString(),
    host: hostname(),
    began: processStart(process.pid),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(path, mine)) return { release: () => rmSync(path, { force: true }) };
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) throw busyFailure(holder);
    removeStale(path, holder);
  }
  throw busyFailure(readHolder(path));
}

/** Creates the lock file atomically: hard-links a complete temporary file to `path`, which fails if `path` exists. */
function create(path: string, holder: LockHolder): boolean {
  const temporary = `${path}.${holder.pid}`;
  try {
    const file = openSync(temporary, 'w');
    try {
      writeSync(file, JSON.stringify(holder));
    } finally {
      closeSync(file);
    }
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Renames a dead holder's lock file and reads the renamed file again: if another process took the lock in between, the
 * file is renamed back.
 */
function removeStale(path: string, dead: LockHolder | null): void {
  const temporary = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(temporary);
  if (moved !== null && (moved.pid !== dead?.pid || moved.since !== dead.since) && isAlive(moved)) {
    renameSync(temporary, path);
  } else {
    rmSync(temporary, { force: true });
  }
}

/** Null if the file is missing or unreadable. */
export function readHolder(path: string): LockHolder | null {
  return readJsonOrNull(path) as LockHolder | null;
}

/** A holder on another host (a shared folder) counts as alive, because this host cannot check it. */
function isAlive({ pid, host, began }: LockHolder): boolean {
  if (host !== hostname()) return true;
  return isRunning(pid) && (began === '' || processStart(pid) === began);
}
