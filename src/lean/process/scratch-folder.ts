/**
 * Folders that a stranger's process may write to: named after the lemmahead that made them, so that the next one can
 * remove those of one that was killed, and removed whatever was made of them.
 */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { isRunning, processStart } from '../../base/process-state.ts';

const SLASH = Buffer.from('/');

/** Who made a folder is in its name: a name is there from the first moment on, and cannot be changed from within. */
const NAME = /^lemmahead-[a-z]+-([0-9a-f]{8})-(\d+)-(\d*)-\w{6}$/;

let swept: Promise<void> | null = null;

/**
 * A fresh folder of ours alone, for `purpose` (one word), in the system's folder for such; its path without links. The
 * first call removes those that killed processes of ours left behind.
 */
export async function makeScratch(purpose: string): Promise<string> {
  await (swept ??= sweepScratch(tmpdir()));
  const { pid } = process;
  const name = ['lemmahead', purpose, processSpace(), pid, processStart(pid), ''].join('-');
  return realpath(await mkdtemp(join(tmpdir(), name)));
}

/**
 * Removes what is in `folder`, is a folder itself (no link to one) and this user's, has a name that `makeScratch` gave,
 * and whose maker has ended. It does not throw: what cannot be removed is left.
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

/** Another process may have got the number since, but did not begin at the same tick of the machine. */
function isOwnerAlive(pid: number, began: string): boolean {
  return isRunning(pid) && processStart(pid) === began;
}

let ownSpace: string | null = null;

/** Where our process numbers mean something: in a container, or on another host with the same disk, others have them. */
function processSpace(): string {
  return (ownSpace ??= sha256(`${hostname()}\0${processNamespace()}`).slice(0, 8));
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Removes the file or folder at `path` with all below it. It does not throw: a folder that someone made too deep for a
 * path, or took the rights from, must not cost the verdict. What a plain removal cannot reach is brought up first.
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

/** Moves every folder below `path` right into it, so that none is deeper, and gives us the right to empty it. */
async function flatten(path: string): Promise<void> {
  const root = Buffer.from(path);
  const todo: Buffer[] = [root];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await chmod(folder, 0o700);
    // As bytes: a name need not be UTF-8.
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      if (!entry.isDirectory()) continue;
      const from = Buffer.concat([folder, SLASH, entry.name]);
      const to = Buffer.concat([root, SLASH, Buffer.from(`.flat-${randomUUID()}`)]);
      // A folder that may not be written to cannot be moved either.
      await chmod(from, 0o700);
      await rename(from, to);
      todo.push(to);
    }
  }
}
