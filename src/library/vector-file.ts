/** A file of vectors next to an index or a concept base: contains only the vector tables of the library. */
import Database from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { takeLock } from '../base/lock.ts';
import { EmbeddedStore } from './embedded-store.ts';
import { prepareVectorTables } from './vector-rows.ts';

export interface VectorFile {
  store: EmbeddedStore;
  /** The store of another space of the file. */
  space(name: string): EmbeddedStore;
  close(): void;
}

/** `index.sqlite` → `index.vectors.sqlite`. */
export function vectorFileOf(indexPath: string): string {
  return indexPath.replace(/(?:\.sqlite)?$/u, '.vectors.sqlite');
}

/**
 * With `writable`, creates a missing file, and no other process can write until it is closed. `embedCommand` makes the
 * vectors.
 * @throws {Failure}
 */
export function openVectorFile(
  path: string,
  { writable, embedCommand = 'lemmahead index embed' }: { writable: boolean; embedCommand?: string },
): VectorFile {
  const lock = writable ? takeLock(`${path}.lock`, () => busy(path)) : null;
  try {
    const database = new Database(path, { fileMustExist: !writable });
    prepareVectorTables(database);
    return {
      store: new EmbeddedStore(database, path),
      space: (name) => new EmbeddedStore(database, path, name),
      close: () => {
        database.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw new Failure('missing', 'vectors-unreadable', {
      message: `The vectors at ${path} cannot be read.`,
      reason: (error as Error).message,
      next: `Remove ${path}; then: ${embedCommand}`,
      cause: error,
    });
  }
}

function busy(path: string): Failure {
  return new Failure('missing', 'vectors-busy', {
    message: `The vectors at ${path} are being written by another process.`,
    next: 'Wait for it to finish, or stop it. The lock of a dead process is taken over automatically.',
  });
}
