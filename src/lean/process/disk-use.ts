/** How much a stranger's process has written where it may write: files in its folder, and files that it deleted and holds open. */
import { lstatSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';

/** Bytes on disk, and the size of the largest file. Both are `Infinity` where something cannot be looked at. */
export interface DiskUse {
  bytes: number;
  largest: number;
}

/**
 * What an entry counts for beside its content: the name, the inode and the time to remove it cost something too, so
 * that a limit of bytes also bounds how many empty files there may be.
 */
const ENTRY_BYTES = 256 * 1024;
const BLOCK_BYTES = 512;
const SLASH = Buffer.from('/');

/**
 * Counts until `enough` bytes are found: whoever makes a million files shall not make us look at them all. For the
 * few thousand that are left, looking at one after the other takes less than handing each to a thread.
 */
export function diskUse(folder: string, processes: readonly number[], enough: number): DiskUse {
  const use: DiskUse = { bytes: 0, largest: 0 };
  const add = (stats: Stats | null): void => {
    use.bytes += (stats?.blocks ?? 0) * BLOCK_BYTES;
    if (stats?.isFile() === true) use.largest = Math.max(use.largest, stats.size);
  };
  deletedFiles(processes).forEach(add);
  const todo: Buffer[] = [Buffer.from(folder)];
  for (let at = todo.pop(); at !== undefined && use.bytes <= enough; at = todo.pop()) {
    const entries = entriesOf(at);
    // Lean makes no folder that cannot be read, nor one deeper than a path may be long.
    if (entries === null) return { bytes: Infinity, largest: Infinity };
    use.bytes += entries.length * ENTRY_BYTES;
    if (use.bytes > enough) break;
    for (const entry of entries) {
      const path = Buffer.concat([at, SLASH, entry.name]);
      add(statsOf(() => lstatSync(path)));
      if (entry.isDirectory()) todo.push(path);
    }
  }
  return use;
}

/** As bytes: a name need not be UTF-8. None where the folder has gone meanwhile; null where it cannot be read. */
function entriesOf(folder: Buffer): Dirent<Buffer>[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null;
  }
}

/** Each once. Memory that is kept as a file (`memfd_create`) is among them. None where there is no `/proc`. */
function deletedFiles(processes: readonly number[]): Stats[] {
  const found = new Map<string, Stats>();
  for (const id of processes) {
    for (const path of openFiles(id)) {
      const stats = statsOf(() => statSync(path));
      if (stats?.isFile() === true && stats.nlink === 0) found.set(`${stats.dev}:${stats.ino}`, stats);
    }
  }
  return [...found.values()];
}

function openFiles(id: number): string[] {
  const folder = `/proc/${id}/fd`;
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Null where it has gone meanwhile. */
function statsOf(look: () => Stats): Stats | null {
  try {
    return look();
  } catch {
    return null;
  }
}
