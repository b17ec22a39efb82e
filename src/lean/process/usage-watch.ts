/**
 * Looks from outside, again and again, at what a process and its descendants use: the disk, which no limit of the system
 * bounds for a folder, and the address space, so that a process cannot merely say that it ran out of memory.
 */
import { diskUse } from './disk-use.ts';
import { peakAddressSpace, processTree } from './process-family.ts';

export interface Watched {
  /** Of the outermost process. */
  pid: number;
  /** The folder that it may write to; null where there is none to be measured. */
  scratch: string | null;
  /** What all files in it may take, in bytes. */
  scratchBytes: number;
  /** Size of any one file: at this size the system cut it off. */
  fileBytes: number;
  /** Between two looks at least. */
  everyMs: number;
  onTooMuchDisk: () => void;
}

/** Looking may take so much of one processor, as a share: reading `/proc` takes longer the more processes there are. */
const SHARE_OF_TIME = 0.05;
/** But whoever makes looking slow, by many files, is not looked at less often than that. */
const LONGEST_PAUSE_MS = 1000;

export class UsageWatch {
  readonly #watched: Watched;
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#later(watched.everyMs);
  }

  /** The largest address space that any of the processes was seen with, in bytes; 0 where nothing tells. */
  get peakAddressSpace(): number {
    return this.#peak;
  }

  /** To be called once the processes are gone. Whether what they left is more than they were allowed. */
  end(): boolean {
    clearTimeout(this.#timer);
    return this.#isTooMuch([]);
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms);
    this.#timer.unref();
  }

  #look(): void {
    const begin = performance.now();
    const { pid, everyMs, onTooMuchDisk } = this.#watched;
    const processes = processTree(pid);
    for (const id of processes) this.#peak = Math.max(this.#peak, peakAddressSpace(id));
    const isTooMuch = this.#isTooMuch(processes);
    const restMs = (performance.now() - begin) / SHARE_OF_TIME;
    if (isTooMuch) onTooMuchDisk();
    else this.#later(Math.max(everyMs, Math.min(restMs, LONGEST_PAUSE_MS)));
  }

  #isTooMuch(processes: readonly number[]): boolean {
    const { scratch, scratchBytes, fileBytes } = this.#watched;
    if (scratch === null) return false;
    const { bytes, largest } = diskUse(scratch, processes, scratchBytes);
    return bytes > scratchBytes || largest >= fileBytes;
  }
}
