/** An append-only file of JSON lines. A kill at any byte loses only the line that was being written. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

const LINE_END = 0x0a;

/** The lines of the file, without an incomplete last line. Throws file system errors. */
export function completeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const complete = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1);
  return complete.toString('utf8').split('\n').slice(0, -1);
}

/** Supports one writer at a time: the caller must hold a lock. */
export class Journal {
  readonly #file: number;

  /** Creates the file, or removes an incomplete last line. `mode`: file permissions. */
  constructor(path: string, mode = 0o666) {
    this.#file = openSync(path, 'a', mode);
    ftruncateSync(this.#file, readFileSync(path).lastIndexOf(LINE_END) + 1);
  }

  /** Durable only after `sync`. */
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
