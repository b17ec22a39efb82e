/**
 * Polls the resource use of a process and its descendants from outside: the disk, because no system limit applies to a
 * folder, and the address space, because a process's own claim to be out of memory is not sufficient.
 */
import { diskUse } from './disk-use.ts';
import { peakAddressSpace, processTree } from './process-family.ts';

export interface UsageWatchOptions {
  /** PID of the outermost process. */
  pid: number;
  /** Its writable folder; null if none is measured. */
  scratch: string | null;
  /** Maximum bytes of all files in it. */
  scratchBytes: number;
  /** Maximum size of each file: at this size the system truncated it. */
  fileBytes: number;
  /** Minimum interval between two polls. */
  intervalMs: number;
  onTooMuchDisk: () => void;
}

/** Maximum share of one processor for polling: reading `/proc` takes longer with more processes. */
const MAX_TIME_SHARE = 0.05;
/** Upper bound of the interval, so a process that makes polling slow with many files is still polled this often. */
const MAX_INTERVAL_MS = 1000;

export class UsageWatch {
  readonly #options: UsageWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;

  constructor(options: UsageWatchOptions) {
    this.#options = options;
    this.#schedule(options.intervalMs);
  }

  /** The largest address space observed for any of the processes, in bytes; 0 if unknown. */
  get peakAddressSpace(): number {
    return this.#peak;
  }

  /** Call this after the processes have ended. Returns whether the remaining files exceed the limits. */
  end(): boolean {
    clearTimeout(this.#timer);
    return this.#isTooMuch([]);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), ms);
    this.#timer.unref();
  }

  #check(): void {
    const start = performance.now();
    const { pid, intervalMs, onTooMuchDisk } = this.#options;
    const processes = processTree(pid);
    for (const id of processes) this.#peak = Math.max(this.#peak, peakAddressSpace(id));
    const isTooMuch = this.#isTooMuch(processes);
    const pauseMs = (performance.now() - start) / MAX_TIME_SHARE;
    if (isTooMuch) onTooMuchDisk();
    else this.#schedule(Math.max(intervalMs, Math.min(pauseMs, MAX_INTERVAL_MS)));
  }

  #isTooMuch(processes: readonly number[]): boolean {
    const { scratch, scratchBytes, fileBytes } = this.#options;
    if (scratch === null) return false;
    const { bytes, largest } = diskUse(scratch, processes, scratchBytes);
    return bytes > scratchBytes || largest >= fileBytes;
  }
}
