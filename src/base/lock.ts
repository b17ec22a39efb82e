/** One holder at a time, of whatever is written: a lock file that names it and outlives no dead one. */
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Failure } from './errors.ts';
import { isRunning, processStart } from './process-state.ts';

export interface LockHolder {
  pid: number;
  /** When it took the lock, ISO 8601. */
  since: string;
  host: string;
  /** When the process began, in the kernel's own count; '' where the system does not say. Tells a reused pid. */
  began: string;
}

export interface Lock {
  release(): void;
}

/** Tries to take over: another process may do the same at the same moment. */
const ATTEMPTS = 5;

/** Takes the lock at `path`, from a dead holder too. Throws what `isBusy` makes of a living one. */
export function takeLock(path: string, isBusy: (holder: LockHolder | null) => Failure): Lock {
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
    if (holder !== null && isAlive(holder)) throw isBusy(holder);
    removeStale(path, holder);
  }
  throw isBusy(readHolder(path));
}

/** A whole file or none: written aside, then linked into place, which fails if the place is taken. */
function create(path: string, holder: LockHolder): boolean {
  const aside = `${path}.${holder.pid}`;
  const file = openSync(aside, 'w');
  try {
    writeSync(file, JSON.stringify(holder));
  } finally {
    closeSync(file);
  }
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Moves a dead holder's lock away and looks at what was moved: if another process took the lock in between, it is put
 * back.
 */
function removeStale(path: string, dead: LockHolder | null): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== null && (moved.pid !== dead?.pid || moved.since !== dead.since) && isAlive(moved)) {
    renameSync(aside, path);
  } else {
    rmSync(aside, { force: true });
  }
}

/** Null if there is none, or none that can be read. */
export function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

/** A holder on another host (a shared folder) is taken to live: nothing here could tell. */
function isAlive({ pid, host, began }: LockHolder): boolean {
  if (host !== hostname()) return true;
  return isRunning(pid) && (began === '' || processStart(pid) === began);
}
