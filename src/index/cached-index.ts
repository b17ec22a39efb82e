/** An index that stays open between requests, for a process that answers many. Reopened when its file changes. */
import { statSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from './library-index.ts';
import { openIndex, unreadable } from './open.ts';

interface Opened {
  path: string;
  /** Identity and state of the file: a build renames another file over it, and a user may copy one into it. */
  file: string;
  /** SQLite's counter of commits by other processes, such as an update. */
  version: number;
  index: LibraryIndex;
}

/** Handles one request at a time. */
export class CachedIndex {
  #opened: Opened | null = null;
  /** A file at the same path that cannot be opened. It is not tried again before `until`; the open index is used. */
  #refused: { file: string; until: number } | null = null;

  /**
   * Returns the result of `work` on the index at `path`. If the index changes meanwhile, `work` runs again on the new
   * one, so a result never mixes two. @throws {Failure} as `openIndex`
   */
  async use<T>(path: string, work: (index: LibraryIndex) => T | Promise<T>): Promise<T> {
    try {
      for (let attempt = 1; ; attempt++) {
        const opened = this.#open(path);
        const isLast = (): boolean => attempt === MAX_ATTEMPTS || this.#isCurrent(opened);
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

/** An index that is written continuously still gives answers. */
const MAX_ATTEMPTS = 3;
/** Time after which a process that writes to an index has probably finished. */
const BUSY_MS = 1000;

function fileAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.ctimeMs}`;
}

function versionOf(index: LibraryIndex): number {
  return index.all<{ data_version: number }>('PRAGMA data_version')[0]!.data_version;
}
