/** Whether another process of this machine still runs. */
import { readFileSync } from 'node:fs';

/** One that has ended runs no more, though nobody has asked yet how it ended (a zombie). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !ENDED.has(statOf(pid)[STATE] ?? '');
}

/** When it began, in ticks of the machine; '' where the system does not say. */
export function processStart(pid: number): string {
  return statOf(pid)[STARTED] ?? '';
}

/** Places among the fields behind the name. */
const STATE = 0;
const STARTED = 19;
const ENDED = new Set(['Z', 'X']);

/** Fields of Linux's `/proc/PID/stat` behind the name, which may hold spaces and brackets; none elsewhere. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
