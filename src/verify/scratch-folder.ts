/** Removes what a stranger's process had to write to, whatever it made of it. */
import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm } from 'node:fs/promises';

const SLASH = Buffer.from('/');

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
