/** Answers of slow programs, kept on disk under a digest of all that they depend on. Losing one costs only time. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';

/**
 * The answer to `question`, asked only if it is not known yet for just these `inputs`, or if `isStillGood` says no to
 * what is known. With `folder` null it is always asked.
 */
export async function cachedAnswer<T>(
  folder: string | null,
  question: string,
  inputs: readonly (string | null)[],
  isStillGood: (answer: unknown) => answer is T,
  ask: () => Promise<T>,
): Promise<T> {
  if (folder === null) return ask();
  const file = join(folder, 'lean', `${question}-${sha256(JSON.stringify(inputs))}.json`);
  const known = await readJson(file);
  if (isStillGood(known)) return known;
  const answer = await ask();
  await keep(file, JSON.stringify(answer));
  return answer;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A cache that cannot be written is none, and no error. */
async function keep(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
