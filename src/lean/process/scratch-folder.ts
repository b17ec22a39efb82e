/**
 * Scratch folders for untrusted processes. The name identifies the lemmahead process that created the folder, so a
 * later one can remove those of a killed process. Removal works even if the untrusted process damaged the folder.
 */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { isRunning, processStart } from '../../base/process-state.ts';
import { valueOr } from '../../base/read-or-null.ts';

const SLASH = Buffer.from('/');

/** The creator is recorded in the name, which exists from the first moment and cannot be changed from inside. */
const NAME = /^lemmahead-[a-z]+-([0-9a-f]{8})-(\d+)-(\d*)-\w{6}$/;

let swept: Promise<void> | null = null;

/**
 * Creates a private folder for `purpose` (one word) in the system's folder for temporary files; returns its path
 * without links. The first call removes folders that killed lemmahead processes left.
 */
export async function makeScratch(purpose: string): Promise<string> {
  await (swept ??= sweepScratch(tmpdir()));
  const { pid } = process;
  const name = ['lemmahead', purpose, processSpace(), pid, processStart(pid), ''].join('-');
  return realpath(await mkdtemp(join(tmpdir(), name)));
}

/**
 * Removes the entries of `folder` that are folders (not links) of this user, have a name made by `makeScratch`, and
 * whose creator has ended. Does not throw: folders that cannot be removed are left.
 */
export async function sweepScratch(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, space, pid, began] = NAME.exec(name) ?? [];
    if (space !== processSpace() || isOwnerAlive(Number(pid), began ?? '')) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory() === true && stats.uid === process.getuid?.()) await removeScratch(path);
  }
}

/** Another process may have received the same PID, but it did not start at the same clock tick. */
function isOwnerAlive(pid: number, began: string): boolean {
  return isRunning(pid) && processStart(pid) === began;
}

let ownSpace: string | null = null;

/** Identifies the host and PID namespace: in a container, or on another host with the same disk, PIDs differ. */
function processSpace(): string {
  return (ownSpace ??= sha256(`${hostname()}\0${valueOr('', () => readlinkSync('/proc/self/ns/pid'))}`).slice(0, 8));
}

/**
 * Removes the file or folder at `path` with all its content. Does not throw: a folder that is too deep for a path or
 * has no permissions must not affect the verdict. Folders that a plain removal cannot reach are moved up first.
 */
export async function removeScratch(path: string): Promise<void> {
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  try {
    await remove();
  } catch {
    await flatten(path)
      .then(remove)
      .catch(() => undefined);
  }
}

/** Moves every folder below `path` directly into it, so paths are short, and makes each writable for us. */
async function flatten(path: string): Promise<void> {
  const root = Buffer.from(path);
  const todo: Buffer[] = [root];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await chmod(folder, 0o700);
    // As bytes, because a name may not be UTF-8.
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      if (!entry.isDirectory()) continue;
      const from = Buffer.concat([folder, SLASH, entry.name]);
      const to = Buffer.concat([root, SLASH, Buffer.from(`.flat-${randomUUID()}`)]);
      // A folder without write permission cannot be moved either.
      await chmod(from, 0o700);
      await rename(from, to);
      todo.push(to);
    }
  }
}
