/** Measures the disk space of an untrusted process: files in its folder, and deleted files that it holds open. */
import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { statOrNull, valueOr } from '../../base/read-or-null.ts';

/** Bytes on disk, and the size of the largest file. Both are `Infinity` if part of the folder is unreadable. */
export interface DiskUse {
  bytes: number;
  largest: number;
}

/**
 * Added per entry to its content size: name, inode and removal also have a cost. So a byte limit also bounds the number
 * of empty files.
 */
const ENTRY_BYTES = 256 * 1024;
const BLOCK_BYTES = 512;
const SLASH = Buffer.from('/');

/**
 * Counts until `limit` bytes are found, so a process that creates a million files cannot make this slow. For the
 * remaining few thousand, sequential calls are faster than handing each to a thread.
 */
export function diskUse(folder: string, processes: readonly number[], limit: number): DiskUse {
  const use: DiskUse = { bytes: 0, largest: 0 };
  const add = (stats: Stats | null): void => {
    use.bytes += (stats?.blocks ?? 0) * BLOCK_BYTES;
    if (stats?.isFile() === true) use.largest = Math.max(use.largest, stats.size);
  };
  deletedFiles(processes).forEach(add);
  const todo: Buffer[] = [Buffer.from(folder)];
  for (let at = todo.pop(); at !== undefined && use.bytes <= limit; at = todo.pop()) {
    const entries = entriesOf(at);
    // Lean creates no unreadable folders, and none deeper than the maximum path length.
    if (entries === null) return { bytes: Infinity, largest: Infinity };
    use.bytes += entries.length * ENTRY_BYTES;
    if (use.bytes > limit) break;
    for (const entry of entries) {
      const path = Buffer.concat([at, SLASH, entry.name]);
      add(valueOr(null, () => lstatSync(path)));
      if (entry.isDirectory()) todo.push(path);
    }
  }
  return use;
}

/** Names as bytes, because they may not be UTF-8. Empty if the folder no longer exists; null if it is unreadable. */
function entriesOf(folder: Buffer): Dirent<Buffer>[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null;
  }
}

/** Each file once, including memory files (`memfd_create`). Empty without `/proc`. */
function deletedFiles(processes: readonly number[]): Stats[] {
  const found = new Map<string, Stats>();
  for (const id of processes) {
    for (const path of openFiles(id)) {
      const stats = statOrNull(path);
      if (stats?.isFile() === true && stats.nlink === 0) found.set(`${stats.dev}:${stats.ino}`, stats);
    }
  }
  return [...found.values()];
}

function openFiles(id: number): string[] {
  const folder = `/proc/${id}/fd`;
  return valueOr([], () => readdirSync(folder)).map((name) => `${folder}/${name}`);
}
