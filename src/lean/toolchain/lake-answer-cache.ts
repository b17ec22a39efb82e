/** Caches answers of slow programs on disk under a digest of all their inputs. A lost entry costs only time. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';

/**
 * The answer to `question`. Calls `ask` only if there is no cached answer for these `inputs`, or `isValid` rejects
 * it. Without a `folder`, always calls it.
 */
export async function cachedAnswer<T>(
  folder: string | null,
  question: string,
  inputs: readonly (string | null)[],
  isValid: (answer: unknown) => answer is T,
  ask: () => Promise<T>,
): Promise<T> {
  if (folder === null) return ask();
  const file = join(folder, 'lean', `${question}-${sha256(JSON.stringify(inputs))}.json`);
  const cached = await readJson(file);
  if (isValid(cached)) return cached;
  const answer = await ask();
  await store(file, JSON.stringify(answer));
  return answer;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A cache that cannot be written is skipped without an error. */
async function store(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
