/** Lines of JSON that are only ever added to a file: a kill at any byte costs the line that was being written. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

const LINE_END = 0x0a;

/** Without the last one where a kill left no end of it. Throws as the file system does. */
export function wholeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1);
  return whole.toString('utf8').split('\n').slice(0, -1);
}

/** One writer at a time: whoever opens it holds a lock. */
export class Journal {
  readonly #file: number;

  /** Creates it, or takes the torn line off its end. `mode`: who may read it. */
  constructor(path: string, mode = 0o666) {
    this.#file = openSync(path, 'a', mode);
    ftruncateSync(this.#file, readFileSync(path).lastIndexOf(LINE_END) + 1);
  }

  /** On the disk after `sync`. */
  append(entry: object): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    this.sync();
    closeSync(this.#file);
  }
}
