/** The state of another process on this machine. */
import { readTextOrNull } from './read-or-null.ts';

/** False also for a zombie: it has ended, but its parent has not read its exit status yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !ENDED.has(statOf(pid)[STATE] ?? '');
}

/** The start time of the process in clock ticks; '' if the system does not report it. */
export function processStart(pid: number): string {
  return statOf(pid)[STARTED] ?? '';
}

/** Indices among the fields after the process name. */
const STATE = 0;
const STARTED = 19;
const ENDED = new Set(['Z', 'X']);

/** The fields of Linux's `/proc/PID/stat` after the name, which may contain spaces and brackets; elsewhere none. */
function statOf(pid: number): string[] {
  const stat = readTextOrNull(`/proc/${pid}/stat`);
  return stat === null ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
