/** An index that stays open between questions, for a process that answers many: opened anew where its file changed. */
import { statSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from './library-index.ts';
import { openIndex, unreadable } from './open.ts';

interface Opened {
  path: string;
  /** Which file lay there, and in what state: a build renames another over it, and somebody may copy one into it. */
  file: string;
  /** What SQLite counts up where another process commits to the file, as an update does. */
  version: number;
  index: LibraryIndex;
}

/** For one question at a time. */
export class CachedIndex {
  #opened: Opened | null = null;
  /** A file at the same path that cannot be read, or none: until then it is not tried again, and the open one answers. */
  #refused: { file: string; until: number } | null = null;

  /**
   * What `work` makes of the index at `path`. Where the index changes meanwhile, `work` is done again with the new one,
   * so that no answer is made of two. @throws {Failure} as `openIndex`
   */
  async use<T>(path: string, work: (index: LibraryIndex) => T | Promise<T>): Promise<T> {
    try {
      for (let tries = 1; ; tries++) {
        const opened = this.#open(path);
        const isLast = (): boolean => tries === MOST_TRIES || this.#isCurrent(opened);
        try {
          const result = await work(opened.index);
          if (isLast()) return result;
        } catch (error) {
          if (isLast()) throw error;
        }
      }
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  close(): void {
    this.#opened?.index.close();
    this.#opened = null;
    this.#refused = null;
  }

  #isCurrent({ path, file, version, index }: Opened): boolean {
    const now = fileAt(path);
    if (now === this.#refused?.file && Date.now() < this.#refused.until) return true;
    return now === file && versionOf(index) === version;
  }

  #open(path: string): Opened {
    if (this.#opened?.path === path && this.#isCurrent(this.#opened)) return this.#opened;
    const file = fileAt(path);
    let index: LibraryIndex;
    try {
      index = openIndex(path);
    } catch (error) {
      if (this.#opened?.path !== path || !(error instanceof Failure)) throw error;
      const isBusy = error.detail.code === 'index-busy';
      this.#refused = { file, until: isBusy ? Date.now() + BUSY_MS : Infinity };
      return this.#opened;
    }
    this.close();
    this.#opened = { path, file, version: versionOf(index), index };
    return this.#opened;
  }
}

/** An index that is written all the time still answers. */
const MOST_TRIES = 3;
/** Who writes to an index is soon done. */
const BUSY_MS = 1000;

function fileAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.ctimeMs}`;
}

function versionOf(index: LibraryIndex): number {
  return index.all<{ data_version: number }>('PRAGMA data_version')[0]!.data_version;
}
