/** A library in a temporary folder, for measures that write. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Library, withLibrary } from '../../library/library.ts';

/** `from`: the library to copy; null for an empty one. The folder is removed afterwards. */
export async function withScratchLibrary<T>(
  from: string | null,
  work: (library: Library, folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'));
  const path = join(folder, 'library.sqlite');
  try {
    if (from !== null) {
      copyFileSync(from, path);
      // What was not yet moved into the file by SQLite.
      if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${path}-wal`);
    }
    return await withLibrary(path, { writable: true }, (library) => work(library, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
